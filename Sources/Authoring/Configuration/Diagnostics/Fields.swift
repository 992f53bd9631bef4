import ByteText

/// The keys that one kind of mapping may have. The decoder and the JSON Schema both follow this list.
public protocol ConfigurationKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// What the mapping is, as messages name it: `a site`.
    static var owner: String { get }
}

extension ConfigurationKey {
    /// The names of all keys, as files write them.
    public static var names: [String] { allCases.map(\.rawValue) }
}

/// A mapping whose keys are known; unknown and repeated keys are reported when it is made.
///
/// Its code is in the modules that decode with it: for each kind of mapping its own, which a hundred thousand rules need.
public struct Fields<Key: ConfigurationKey> {
    @usableFromInline let node: ConfigurationNode
    @usableFromInline let log: DiagnosticLog
    /// A mapping has few keys: a linear search is enough.
    @usableFromInline var values: [(key: Key, value: ConfigurationNode)] = []

    /// Nil, with an error, for anything but a mapping. A null (`web_widget:`) is an empty one.
    @inlinable
    public init?(_ node: ConfigurationNode, log: DiagnosticLog) {
        self.node = node
        self.log = log
        if node.isNull { return }
        guard node.isMapping else {
            refuse()
            return nil
        }
        for entry in node.entries { add(entry) }
    }

    @inlinable
    mutating func add(_ entry: ConfigurationNode.Entry) {
        guard let key = Key(rawValue: entry.name) else { return refuse(unknown: entry) }
        guard raw(key) == nil else { return refuse(repeated: entry) }
        values.append((key, entry.value))
    }

    /// The value of a key, even if it is null.
    @inlinable
    public func raw(_ key: Key) -> ConfigurationNode? {
        for index in values.indices where values[index].key == key { return values[index].value }
        return nil
    }

    /// The value of a key; nil if it is absent or null.
    @inlinable
    public subscript(key: Key) -> ConfigurationNode? {
        guard let value = raw(key), !value.isNull else { return nil }
        return value
    }

    /// The value of a key that must be present; nil, with an error, if it is absent or null.
    @inlinable
    public func required(_ key: Key, hint: String? = nil) -> ConfigurationNode? {
        if let value = self[key] { return value }
        refuse(missing: key, hint)
        return nil
    }

    /// The text at a key; nil if there is none, with an error if it is of another type.
    public func text(_ key: Key) -> String? { self[key].flatMap(log.text) }
    /// The truth value at a key; nil if there is none, with an error if it is of another type.
    public func bool(_ key: Key) -> Bool? { self[key].flatMap(log.bool) }
    /// The elements of the list at a key; empty if there is none, with an error if it is of another type.
    public func list(_ key: Key) -> [ConfigurationNode] { self[key].map(log.list) ?? [] }
}

// MARK: - Faults

extension Fields {
    @usableFromInline
    func refuse() {
        log.error(
            .wrongType, node, "\(Key.owner) can't be \(node.kind)",
            expected: "a mapping with \(Key.names.map { "`\($0)`" }.joined(separator: ", "))")
    }

    @usableFromInline
    func refuse(unknown entry: ConfigurationNode.Entry) {
        log.error(
            .unknownKey, entry.key, "unknown key `\(entry.name)` in \(Key.owner)",
            hint: suggestion(for: entry.name, among: Key.names)
                ?? (Key.names.isEmpty ? "it takes no keys" : "known keys: \(Key.names.joined(separator: ", "))"))
    }

    @usableFromInline
    func refuse(repeated entry: ConfigurationNode.Entry) {
        log.error(.duplicateKey, entry.key, "the key `\(entry.name)` appears twice", hint: "remove one of them")
    }

    @usableFromInline
    func refuse(missing key: Key, _ hint: String?) {
        log.error(.missingKey, node, "\(Key.owner) needs the key `\(key.rawValue)`", hint: hint)
    }
}
