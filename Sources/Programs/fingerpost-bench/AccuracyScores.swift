import ByteText
import Devices

/// How many labels of each kind the classifier meets.
struct AccuracyScores {
    /// One kind of label.
    struct Score: ReportLine {
        var label: String
        var right = 0
        var all = 0

        var rate: Double { Double(right) / Double(all) }

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

    private(set) var scores: [Score] = []

    init(of agents: [LabelledAgent], by classifier: DeviceClassifier = DeviceClassifier()) {
        var arena = ByteArena()
        for agent in agents {
            arena.reset()
            let device = classifier.classify(userAgent: arena.append(agent.agent.span), in: &arena)
            add(device, version: arena.string(device.osVersion), agent)
            if agent.knows("b") { addBot(device, agent) }
        }
        scores.sort { $0.label < $1.label }
    }

    /// The score of a label; without a row that bears it there is none.
    subscript(label: String) -> Score? { scores.first { $0.label == label } }

    private mutating func add(_ label: String, _ isRight: Bool) {
        let index = scores.firstIndex { $0.label == label } ?? scores.count
        if index == scores.count { scores.append(Score(label: label)) }
        scores[index].all += 1
        if isRight { scores[index].right += 1 }
    }

    private mutating func add(_ device: Device, version: String, _ agent: LabelledAgent) {
        if agent.knows("p") {
            let isRight = device.platform.name.description == agent.platform
            add("platform", isRight)
            add("platform \(agent.platform)", isRight)
            if agent.note.contains("hidden") { add("platform hidden", isRight) }
        }
        if agent.knows("v"), !agent.version.isEmpty { add("version", agent.agrees(withVersion: version)) }
        guard !agent.isBot else { return }
        if agent.knows("f"), !agent.formFactor.isEmpty {
            let isRight = device.formFactor.name.description == agent.formFactor
            add("form", isRight)
            add("form \(agent.formFactor)", isRight)
        }
        if agent.knows("i") { add(Self.label(ofApp: agent.inApp), device.inApp.name.description == agent.inApp) }
    }

    private static func label(ofApp app: String) -> String {
        switch app {
        case "none": "in_app none"
        case "other", "android_webview", "ios_webview": "in_app nameless"
        default: "in_app named"
        }
    }

    private mutating func addBot(_ device: Device, _ agent: LabelledAgent) {
        if !agent.isBot { add("bot none", !device.bot) }
        if agent.isBot && agent.botVotes >= 2 { add("bot of two sources", device.bot) }
        if agent.isBot && agent.botKind.hasPrefix("preview") { add("bot preview", device.botKind == .preview) }
    }
}
