public import ByteText

/// The value of a fact for a click. Trivial and at most 16 bytes; text is stored in the click's arena.
@frozen public enum FactValue: Sendable {
    /// Not known.
    case unknown
    /// Known to be absent, such as a missing link parameter.
    case absent
    case bool(Bool)
    case int(Int64)
    case text(TextRange)
    /// The index of a word in its enumeration.
    case symbol(UInt8)
    /// Seconds since 1970-01-01T00:00:00Z.
    case timestamp(seconds: Int64)
    case list(FactSlice)
    case map(FactSlice)
    /// A partially known map: these entries are known, any other is unknown rather than missing.
    case partialMap(FactSlice)
}

/// A range in the side storage of a ``FactTable``: the items of a list, or alternating keys and values of a map.
@frozen public struct FactSlice: Sendable, Hashable {
    @usableFromInline var offset: UInt32
    /// The number of items, or of entries of a map.
    public var count: UInt32

    @inlinable
    init(offset: Int, count: Int) {
        self.offset = UInt32(offset)
        self.count = UInt32(count)
    }
}
