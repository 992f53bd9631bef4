/// A slice of a ``ByteArena``: its offset and length.
///
/// Facts about a click are stored as ranges instead of strings, so creating, copying and dropping them is free.
/// A range is valid only with the arena that returned it, and only until the arena is reset.
public struct TextRange: Sendable, Hashable {
    /// The byte offset in the arena.
    public var offset: UInt32
    /// The number of bytes.
    public var count: UInt32

    /// Creates a range. Offset and count must fit in 32 bits, which is true for every arena.
    @inlinable
    public init(offset: Int, count: Int) {
        self.offset = UInt32(offset)
        self.count = UInt32(count)
    }

    /// Creates a range.
    @inlinable
    public init(offset: UInt32, count: UInt32) {
        self.offset = offset
        self.count = count
    }

    /// The empty range, which is valid in every arena.
    @inlinable public static var empty: TextRange { TextRange(offset: 0, count: 0) }

    /// Whether the range is empty.
    @inlinable public var isEmpty: Bool { count == 0 }
    /// The index of the first byte in the arena.
    @inlinable public var start: Int { Int(offset) }
    /// The index after the last byte.
    @inlinable public var end: Int { Int(offset) + Int(count) }

    /// The range as indices of the arena.
    @inlinable public var indices: Range<Int> { start..<end }

    /// The subrange at `bounds`, relative to the start of this range.
    @inlinable
    public subscript(bounds: Range<Int>) -> TextRange {
        precondition(bounds.lowerBound >= 0 && bounds.upperBound <= Int(count), "the bounds are outside of the range")
        return TextRange(offset: start + bounds.lowerBound, count: bounds.count)
    }
}
