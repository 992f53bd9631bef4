import ArgumentParser
import ByteText
import DeviceAccuracy
import Devices

/// How often the classifier says what labelled user agents say of themselves.
enum AccuracyScenario {
    static func run(labels: String, withoutSource: String? = nil, _ report: (any ReportLine) -> Void) throws {
        let agents = try LabelledAgent.parse(FileText.bytes(labels))
        let classifier = try withoutSource.map { try Self.classifier(without: $0, agents) } ?? DeviceClassifier()
        for score in AccuracyScores(of: agents, by: classifier).scores { report(score) }
    }

    /// A classifier that never saw what this source alone shows.
    private static func classifier(without source: String, _ agents: [LabelledAgent]) throws -> DeviceClassifier {
        let sources = agents.reduce(into: Set<String>()) { $0.formUnion($1.sources) }
        guard sources.contains(source) else {
            let known = sources.isEmpty ? "name no sources" : "name " + sources.sorted().joined(separator: ", ")
            throw ValidationError("--without-source \(source): the labels \(known)")
        }
        let known = TokenSources(of: DeviceClassifier.tokenTexts, in: agents)
        return DeviceClassifier(withoutTokens: { known.isKnown($0, onlyFrom: source) })
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
