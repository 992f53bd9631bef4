import ArgumentParser
import ByteText
import DeviceAccuracy
import Devices

/// Measures how often the classifier agrees with the labels of user agents.
enum AccuracyScenario {
    /// Options for scoring.
    struct Options {
        /// A file of labelled agents.
        var labels = ""
        /// A source whose exclusive tokens are excluded.
        var withoutSource: String?
        /// Whether each agent is classified without the tokens that occur only in it.
        var unseen = false
        /// A label whose misclassified agents are listed.
        var misses: String?
    }

    static func run(_ options: Options, _ report: (any ReportLine) -> Void) throws {
        let agents = try LabelledAgent.parse(FileText.bytes(options.labels))
        let classifier =
            try options.withoutSource.map { try Self.classifier(without: $0, agents) } ?? DeviceClassifier()
        let lone = options.unseen ? LoneTokens(of: DeviceClassifier.tokenTexts, in: agents) : nil
        let scores = AccuracyScores(of: agents, by: classifier, without: lone)
        guard let label = options.misses else { return scores.scores.forEach { report($0) } }
        guard let score = scores[label] else {
            let known = scores.scores.map(\.label).joined(separator: ", ")
            throw ValidationError("--misses \(label): the labels are \(known)")
        }
        for index in score.misses {
            report(Miss(label: label, agent: String(decoding: agents[index].agent, as: UTF8.self)))
        }
    }

    /// A classifier without the tokens that occur only in this source.
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

/// An agent whose classification differs from its label.
private struct Miss: ReportLine {
    var label: String
    var agent: String

    func text(json: Bool) -> String {
        guard json else { return agent }
        var object = JSONObject()
        object.append("name", .string("misses \(label)"))
        object.append("agent", .string(agent))
        return JSONValue.object(object).text
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
