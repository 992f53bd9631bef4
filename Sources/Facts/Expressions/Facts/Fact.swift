public import ByteText

/// What a click is known to be in one respect. Trivial and at most 16 bytes; text stays in the click's arena.
@frozen public enum Fact: Sendable {
    /// Not known.
    case unknown
    /// It is known that there is none: a link without this parameter.
    case absent
    case bool(Bool)
    case int(Int64)
    case text(TextRange)
    /// The place of a word in its closed list.
    case symbol(UInt8)
    /// Seconds since 1970-01-01T00:00:00Z.
    case timestamp(seconds: Int64)
    case list(FactSlice)
    case map(FactSlice)
    /// A map of which these entries are known, and no others: one that is not among them is unknown, not missing.
    case partialMap(FactSlice)
}

/// A piece of the side storage of a ``FactTable``: the items of a list, or the keys and values of a map in turn.
@frozen public struct FactSlice: Sendable, Hashable {
    @usableFromInline var offset: UInt32
    /// How many items, or how many entries of a map.
    public var count: UInt32

    @inlinable
    init(offset: Int, count: Int) {
        self.offset = UInt32(offset)
        self.count = UInt32(count)
    }
}
