/// How often the classifier says what labelled user agents say of themselves.
enum AccuracyScenario {
    static func run(labels: String, _ report: (any ReportLine) -> Void) throws {
        for score in try AccuracyScores(of: LabelledAgent.read(labels)).scores { report(score) }
    }
}
