import ByteText

/// The built-in examples that a correction changes.
public struct ChangedExamples: Sendable {
    /// The number of examples.
    public internal(set) var count = 0
    /// The first ones.
    public internal(set) var first: [Example] = []

    /// An example and the facts that change, such as `bot search → none`.
    public struct Example: Sendable, Equatable {
        /// The user agent.
        public let agent: String
        /// The changes.
        public let changes: String
    }

    /// The number of examples in ``first`` at most.
    static let shown = 3
    /// A correction that changes more examples is a mistake: its token also occurs in unrelated agents.
    public static let most = 25

    /// No examples.
    init() {}

    fileprivate mutating func add(_ agent: String, _ changes: [String]) {
        guard !changes.isEmpty else { return }
        count += 1
        if first.count < Self.shown { first.append(Example(agent: agent, changes: changes.joined(separator: ", "))) }
    }
}

extension DeviceCorrection {
    /// The built-in examples that each of some valid corrections changes on its own. Takes milliseconds.
    ///
    /// - Parameter intended: For each correction, an example that it is meant to change and that is not counted, or `nil`.
    public static func changedExamples(
        by corrections: [DeviceCorrection], except intended: [String?] = []
    ) -> [ChangedExamples] {
        let examples = Set(DeviceClassifier.exampleAgents).sorted()
        let classifier = DeviceClassifier()
        var changed: [ChangedExamples] = []
        while changed.count < corrections.count {
            let batch = corrections.dropFirst(changed.count).prefix(DeviceCorrections.maximumOfAll)
            changed += Self.changedExamples(
                examples, by: Array(batch), except: Array(intended.dropFirst(changed.count)), classifier)
        }
        return changed
    }

    private static func changedExamples(
        _ examples: [String], by corrections: [DeviceCorrection], except intended: [String?],
        _ classifier: DeviceClassifier
    ) -> [ChangedExamples] {
        var changed = corrections.map { _ in ChangedExamples() }
        var names = AppNames()
        guard let compiled = DeviceCorrections(corrections, names: &names) else { return changed }
        var arena = ByteArena()
        for agent in examples {
            arena.reset()
            let range = arena.append(agent)
            var matches: Set<Int> = []
            compiled.forEachMatch(in: arena[range]) { matches.insert($0) }
            guard !matches.isEmpty else { continue }
            let before = classifier.classify(userAgent: range, in: &arena)
            for index in matches where !intended.indices.contains(index) || intended[index] != agent {
                var after = before
                compiled.apply(index, to: &after)
                changed[index].add(agent, before.changes(to: after, names.all))
            }
        }
        return changed
    }

    /// Whether each of some valid corrections changes an agent that it is meant for. True for those without an agent.
    public static func change(_ agents: [String?], by corrections: [DeviceCorrection]) -> [Bool] {
        var names = AppNames()
        guard agents.contains(where: { $0 != nil }),
            let compiled = DeviceCorrections(corrections, names: &names)
        else { return corrections.map { _ in true } }
        let classifier = DeviceClassifier()
        var arena = ByteArena()
        return agents.enumerated().map { index, agent in
            guard let agent else { return true }
            arena.reset()
            let before = classifier.classify(userAgent: arena.append(agent), in: &arena)
            var after = before
            compiled.apply(index, to: &after)
            return !before.changes(to: after, names.all).isEmpty
        }
    }

    /// Whether an agent contains the token in its place.
    public func matches(_ agent: String) -> Bool {
        var names = AppNames()
        var isFound = false
        DeviceCorrections([self], names: &names)?.forEachMatch(in: Array(agent.utf8).span) { _ in isFound = true }
        return isFound
    }
}

extension Device {
    /// The facts that a correction can change and in which another device differs: `bot search → none`.
    ///
    /// - Parameter names: The names of unlisted apps.
    package func changes(to other: Device, _ names: [String]) -> [String] {
        let facts = zip(correctable(names), other.correctable(names))
        return facts.compactMap { before, after in
            before.value == after.value ? nil : "\(before.name) \(before.value) → \(after.value)"
        }
    }

    private func correctable(_ names: [String]) -> [(name: String, value: String)] {
        [
            ("platform", "\(platform.name)"), ("form_factor", "\(formFactor.name)"),
            ("in_app", appName(names)), ("bot", botKind.map { "\($0.name)" } ?? "none"),
        ]
    }

    /// The name of the app, also of an unlisted one.
    package func appName(_ names: [String]) -> String {
        inApp == .other && appNumber > 0 ? names[Int(appNumber) - 1] : "\(inApp.name)"
    }
}
