/// A piece of a ``ByteArena``: where it starts and how many bytes it has.
///
/// Facts about a click are kept as ranges and not as strings, so that making, copying and dropping them costs nothing.
/// A range means something only together with the arena that gave it, and only until that arena is reset.
public struct TextRange: Sendable, Hashable {
    /// Where the piece starts, in bytes from the start of the arena.
    public var offset: UInt32
    /// How many bytes the piece has.
    public var count: UInt32

    /// A piece of an arena; offset and count must fit 32 bits, which every arena's do.
    @inlinable
    public init(offset: Int, count: Int) {
        self.offset = UInt32(offset)
        self.count = UInt32(count)
    }

    /// A piece of an arena.
    @inlinable
    public init(offset: UInt32, count: UInt32) {
        self.offset = offset
        self.count = count
    }

    /// The empty piece; it is valid in every arena.
    @inlinable public static var empty: TextRange { TextRange(offset: 0, count: 0) }

    /// Whether the piece has no bytes.
    @inlinable public var isEmpty: Bool { count == 0 }
    /// The index of its first byte in the arena.
    @inlinable public var start: Int { Int(offset) }
    /// The index after its last byte.
    @inlinable public var end: Int { Int(offset) + Int(count) }

    /// The bytes of this piece as indices of the arena.
    @inlinable public var indices: Range<Int> { start..<end }

    /// The piece of this piece at `bounds`, which count from this piece's own start.
    @inlinable
    public subscript(bounds: Range<Int>) -> TextRange {
        precondition(bounds.lowerBound >= 0 && bounds.upperBound <= Int(count), "a piece outside the piece")
        return TextRange(offset: start + bounds.lowerBound, count: bounds.count)
    }
}
