/// What a scenario says: one line of the output.
protocol ReportLine {
    func text(json: Bool) -> String
}
