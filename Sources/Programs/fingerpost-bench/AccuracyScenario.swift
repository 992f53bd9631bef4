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
        /// A label whose misclassified agents are listed.
        var misses: String?
        /// Whether those are listed that are misclassified without the tokens of their own sources.
        var unseen = false
    }

    static func run(_ options: Options, _ report: (any ReportLine) -> Void) throws {
        let agents = try LabelledAgent.parse(FileText.bytes(options.labels))
        let scores = AccuracyScores(of: agents)
        guard let label = options.misses else { return scores.scores.forEach { report($0) } }
        guard let score = scores[label] else {
            let known = scores.scores.map(\.label).joined(separator: ", ")
            throw ValidationError("--misses \(label): the labels are \(known)")
        }
        for index in options.unseen ? score.unseenMisses : score.misses {
            report(Miss(label: label, agent: String(decoding: agents[index].agent, as: UTF8.self)))
        }
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
        guard json else {
            return "accuracy \(label)  \(Self.percent(rate)) % of \(all), unseen \(Self.percent(unseenRate)) %"
        }
        var object = JSONObject()
        object.append("name", .string("accuracy \(label)"))
        object.append("right", .number(JSONNumber(right)))
        object.append("right_unseen", .number(JSONNumber(all - unseenMisses.count)))
        object.append("all", .number(JSONNumber(all)))
        return JSONValue.object(object).text
    }

    private static func percent(_ rate: Double) -> String {
        let thousandths = Int((rate * 100_000).rounded())
        let digits = String(thousandths % 1000 + 1000).dropFirst()
        return "\(thousandths / 1000).\(digits)"
    }
}
