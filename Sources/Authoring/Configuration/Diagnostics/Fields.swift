import ByteText

/// The keys that one kind of mapping may have. The decoder and the JSON Schema are both held to this list.
public protocol ConfigurationKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// What the mapping is, as a message says it: `a site`.
    static var owner: String { get }
}

extension ConfigurationKey {
    public static var names: [String] { allCases.map(\.rawValue) }
}

/// A mapping whose keys are known; what is no key of it, or stands there twice, is told on making it.
public struct Fields<Key: ConfigurationKey> {
    let node: ConfigurationNode
    let log: DiagnosticLog
    /// A mapping has few keys: looked at one after the other.
    private var values: [(key: Key, value: ConfigurationNode)] = []

    /// Nil, and a fault, for what is no mapping. Nothing (`web_widget:`) is an empty one.
    public init?(_ node: ConfigurationNode, log: DiagnosticLog) {
        self.node = node
        self.log = log
        if node.isNull { return }
        guard case .mapping(let entries) = node.content else {
            log.error(
                .wrongType, node, "\(Key.owner) can't be \(node.kind)",
                expected: "a mapping with \(Key.names.map { "`\($0)`" }.joined(separator: ", "))")
            return nil
        }
        for entry in entries { take(entry) }
    }

    private mutating func take(_ entry: ConfigurationNode.Entry) {
        guard let key = Key(rawValue: entry.name) else {
            log.error(
                .unknownKey, entry.key, "unknown key `\(entry.name)` in \(Key.owner)",
                hint: suggestion(for: entry.name, among: Key.names)
                    ?? (Key.names.isEmpty ? "it takes no keys" : "known keys: \(Key.names.joined(separator: ", "))"))
            return
        }
        guard raw(key) == nil else {
            log.error(.duplicateKey, entry.key, "the key `\(entry.name)` appears twice", hint: "remove one of them")
            return
        }
        values.append((key, entry.value))
    }

    /// The value of a key, whatever it is.
    public func raw(_ key: Key) -> ConfigurationNode? { values.first { $0.key == key }?.value }

    /// The value of a key; nil where it is left out or has nothing.
    public subscript(key: Key) -> ConfigurationNode? {
        raw(key).flatMap { $0.isNull ? nil : $0 }
    }

    /// The value of a key that has to be there.
    public func required(_ key: Key, hint: String? = nil) -> ConfigurationNode? {
        if let value = self[key] { return value }
        log.error(.missingKey, node, "\(Key.owner) needs the key `\(key.rawValue)`", hint: hint)
        return nil
    }

    public func text(_ key: Key) -> String? { self[key].flatMap(log.text) }
    public func bool(_ key: Key) -> Bool? { self[key].flatMap(log.bool) }
    public func list(_ key: Key) -> [ConfigurationNode] { self[key].map(log.list) ?? [] }
}
