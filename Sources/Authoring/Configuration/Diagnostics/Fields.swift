import ByteText

/// The keys allowed in one kind of mapping. The decoder and the JSON Schema are both derived from this list.
public protocol ConfigurationKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The mapping as named in messages: `a site`.
    static var owner: String { get }
}

extension ConfigurationKey {
    /// The names of all keys, as spelled in files.
    public static var names: [String] { allCases.map(\.rawValue) }
}

/// A mapping with a known set of keys. Unknown and repeated keys are reported by the initializer.
///
/// Inlinable, so that it is specialized in the modules that decode with it: rule sets have a hundred thousand rules.
public struct Fields<Key: ConfigurationKey> {
    @usableFromInline let node: ConfigurationNode
    @usableFromInline let log: DiagnosticLog
    /// A mapping has few keys: a linear search is enough.
    @usableFromInline var values: [(key: Key, value: ConfigurationNode)] = []

    /// Returns `nil`, with an error, for anything but a mapping. A null (`web_widget:`) is an empty mapping.
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

    /// The value of a key, or `nil` if it is absent or null.
    @inlinable
    public subscript(key: Key) -> ConfigurationNode? {
        guard let value = raw(key), !value.isNull else { return nil }
        return value
    }

    /// The value of a required key, or `nil` with an error if it is absent or null.
    @inlinable
    public func required(_ key: Key, hint: String? = nil) -> ConfigurationNode? {
        if let value = self[key] { return value }
        refuse(missing: key, hint)
        return nil
    }

    /// The text at a key, or `nil` if it is absent; another type is an error.
    public func text(_ key: Key) -> String? { self[key].flatMap(log.text) }
    /// The boolean at a key, or `nil` if it is absent; another type is an error.
    public func bool(_ key: Key) -> Bool? { self[key].flatMap(log.bool) }
    /// The elements of the list at a key, or an empty array if it is absent; another type is an error.
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
