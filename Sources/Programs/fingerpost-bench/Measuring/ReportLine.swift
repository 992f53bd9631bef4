/// A result of a scenario: one line of output.
protocol ReportLine {
    func text(json: Bool) -> String
}
