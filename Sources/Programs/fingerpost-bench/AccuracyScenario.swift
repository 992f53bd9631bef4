import ByteText
import DeviceAccuracy

/// How often the classifier says what labelled user agents say of themselves.
enum AccuracyScenario {
    static func run(labels: String, _ report: (any ReportLine) -> Void) throws {
        for score in try AccuracyScores(of: LabelledAgent.parse(FileText.bytes(labels))).scores { report(score) }
    }
}

extension AccuracyScores.Score: ReportLine {
    func text(json: Bool) -> String {
        let thousandths = Int((rate * 100_000).rounded())
        guard json else {
            let digits = String(thousandths % 1000 + 1000).dropFirst()
            return "accuracy \(label)  \(thousandths / 1000).\(digits) % of \(all)"
        }
        var object = JSONObject()
        object.append("name", .string("accuracy \(label)"))
        object.append("right", .number(JSONNumber(right)))
        object.append("all", .number(JSONNumber(all)))
        return JSONValue.object(object).text
    }
}
