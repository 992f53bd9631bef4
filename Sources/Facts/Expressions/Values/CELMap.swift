/// A map of CEL values that preserves insertion order.
///
/// Keys are bool, int, uint or string. Equal numbers are the same key regardless of type (language definition,
/// "Equality"). Strings are compared by code points.
public struct CELMap: Sendable {
    /// A key and its value.
    public struct Entry: Sendable {
        /// A bool, int, uint or string.
        public var key: CELValue
        /// The value.
        public var value: CELValue
    }

    /// All entries, in insertion order.
    public private(set) var entries: [Entry] = []
    private var places: [MapKey: Int] = [:]

    /// Creates an empty map.
    public init() {}

    /// The number of entries.
    public var count: Int { entries.count }

    /// The value for a key; `nil` if there is none, or the type is not a valid key type.
    public subscript(key: CELValue) -> CELValue? {
        MapKey(key).flatMap { places[$0] }.map { entries[$0].value }
    }

    /// Whether a value can be looked up. A double can, and finds the equal integer.
    static func isKey(_ value: CELValue) -> Bool {
        if case .double = value { return true }
        return MapKey(value) != nil
    }

    /// Adds an entry. Throws if the key exists or has an invalid type.
    public mutating func insert(_ key: CELValue, _ value: CELValue) throws(CELError) {
        if case .double = key { throw .invalid("a double can't be a map key") }
        guard let mapKey = MapKey(key) else { throw .invalid("a \(key.type) can't be a map key") }
        guard places[mapKey] == nil else {
            throw CELError(.duplicateKey, "the key \(key.literal) appears twice in the map")
        }
        places[mapKey] = entries.count
        entries.append(Entry(key: key, value: value))
    }
}

/// A normalized key, for which equal keys compare equal.
private enum MapKey: Hashable {
    case bool(Bool)
    case int(Int64)
    /// Above `Int64.max`.
    case large(UInt64)
    case string(CodePoints)

    init?(_ value: CELValue) {
        switch value {
        case .bool(let bool): self = .bool(bool)
        case .int(let int): self = .int(int)
        case .uint(let uint): self = Int64(exactly: uint).map(MapKey.int) ?? .large(uint)
        case .double(let double):
            if let int = Int64(exactly: double) {
                self = .int(int)
            } else if let uint = UInt64(exactly: double) {
                self = .large(uint)
            } else {
                return nil
            }
        case .string(let string): self = .string(CodePoints(string: string))
        default: return nil
        }
    }
}

/// A string compared by code points, unlike Swift strings, for which canonical equivalents are
/// equal.
private struct CodePoints: Hashable {
    let string: String

    static func == (left: CodePoints, right: CodePoints) -> Bool { left.string.utf8.elementsEqual(right.string.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in string.utf8 { hasher.combine(byte) }
    }
}
