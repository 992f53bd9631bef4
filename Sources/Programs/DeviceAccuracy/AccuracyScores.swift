import ByteText
public import Devices

/// The classifier's accuracy for each kind of label.
public struct AccuracyScores: Sendable {
    /// The score of one kind of label.
    public struct Score: Sendable {
        /// The labeled property, such as the platform.
        public var label: String
        /// The number of rows for which the classifier agrees with the label.
        public var right = 0
        /// The number of rows with the label.
        public var all = 0
        /// The indices of agents for which the classifier disagrees.
        public var misses: [Int] = []
        /// The indices of agents for which it disagrees without the tokens that only the agent's own sources contain.
        public var unseenMisses: [Int] = []

        /// The fraction that is correct, from 0 to 1.
        public var rate: Double { Double(right) / Double(all) }
        /// The fraction that is correct without the tokens of the row's own sources.
        public var unseenRate: Double { Double(all - unseenMisses.count) / Double(all) }
    }

    /// The scores, in the order of their labels.
    public private(set) var scores: [Score] = []

    /// The index of the agent being scored, and whether it is scored without the tokens of its own sources.
    private var index = 0
    private var isUnseen = false

    /// Classifies each agent twice and compares the devices with its labels: with all tokens, and without those that occur only in
    /// agents of its own sources. The latter shows how much was memorized rather than generalized.
    ///
    /// Each set of sources requires the compilation of a table.
    public init(of agents: [LabelledAgent], by classifier: DeviceClassifier = DeviceClassifier()) {
        score(agents) { _ in classifier }
        let known = TokenSources(of: DeviceClassifier.tokenTexts, in: agents)
        var classifiers: [Set<String>: DeviceClassifier] = [:]
        isUnseen = true
        score(agents) { agent in
            if let found = classifiers[agent.sources] { return found }
            let own = known.tokens(onlyFrom: agent.sources)
            let without = own.isEmpty ? classifier : DeviceClassifier(withoutTokens: own.contains)
            classifiers[agent.sources] = without
            return without
        }
        scores.sort { $0.label < $1.label }
    }

    private mutating func score(_ agents: [LabelledAgent], by classifier: (LabelledAgent) -> DeviceClassifier) {
        var arena = ByteArena()
        for (index, agent) in agents.enumerated() {
            self.index = index
            arena.reset()
            let device = classifier(agent).classify(userAgent: arena.append(agent.agent.span), in: &arena)
            add(device, version: arena.string(device.osVersion), agent)
            addStated(device, version: arena.string(device.browserVersion), agent)
            if agent.knows("b") { addBot(device, agent) }
        }
    }

    /// The score of a label, or `nil` if no row has it.
    public subscript(label: String) -> Score? { scores.first { $0.label == label } }

    private mutating func add(_ label: String, _ isRight: Bool) {
        let index = scores.firstIndex { $0.label == label } ?? scores.count
        if index == scores.count { scores.append(Score(label: label)) }
        if isUnseen {
            if !isRight { scores[index].unseenMisses.append(self.index) }
            return
        }
        scores[index].all += 1
        if isRight { scores[index].right += 1 } else { scores[index].misses.append(self.index) }
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

    /// Scores browser and store, for tables with these labels: the precision of the named ones, and the share of
    /// labeled browsers that are found.
    private mutating func addStated(_ device: Device, version: String, _ agent: LabelledAgent) {
        guard !agent.isBot else { return }
        let browser = device.browser.name.description
        if !agent.browser.isEmpty {
            if agent.browser != "other" { add("browser found", browser == agent.browser) }
            let isNamed = device.browser != .other && device.browser != .unknown
            if isNamed { add("browser precision", browser == agent.browser) }
            if isNamed && browser == agent.browser && !version.isEmpty && !agent.browserVersion.isEmpty {
                add("browser_version precision", LabelledAgent.agree(agent.browserVersion, version))
            }
        }
        if !agent.store.isEmpty && device.store != .unknown {
            let store = device.store.name.description
            add("store precision", store == agent.store)
            add("store precision \(store)", store == agent.store)
        }
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
