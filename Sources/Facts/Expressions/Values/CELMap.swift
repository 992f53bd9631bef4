/// A map of CEL values that keeps the order in which its entries were written.
///
/// Keys are bool, int, uint or string. Numbers that are equal are the same key whatever their type (language
/// definition, "Equality"); strings are the same key when their code points are.
public struct CELMap: Sendable {
    /// A key and its value.
    public struct Entry: Sendable {
        /// A bool, int, uint or string.
        public var key: CELValue
        /// The value at the key, of any type.
        public var value: CELValue
    }

    /// All entries, in the order in which they were inserted.
    public private(set) var entries: [Entry] = []
    private var places: [MapKey: Int] = [:]

    /// An empty map.
    public init() {}

    /// How many entries there are.
    public var count: Int { entries.count }

    /// The value at a key; nil when it is not there, or is not a possible key.
    public subscript(key: CELValue) -> CELValue? {
        MapKey(key).flatMap { places[$0] }.map { entries[$0].value }
    }

    /// Whether a value of this type can be looked up: a double can, and finds the equal integer.
    static func isKey(_ value: CELValue) -> Bool {
        if case .double = value { return true }
        return MapKey(value) != nil
    }

    /// Adds an entry. Throws if the key is there already or is of a type that can't be a key.
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

/// A key in the form in which equal keys are equal.
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

/// A string that equals another when the code points are the same; Swift's own strings compare canonical equivalents as
/// equal.
private struct CodePoints: Hashable {
    let string: String

    static func == (left: CodePoints, right: CodePoints) -> Bool { left.string.utf8.elementsEqual(right.string.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in string.utf8 { hasher.combine(byte) }
    }
}
