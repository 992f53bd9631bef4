/// A piece of an expression's text, in bytes of its UTF-8.
///
/// Eight bytes: each node of each condition has one. Expressions are far shorter than 4 GB.
public struct SourceRange: Sendable, Hashable {
    private var packedOffset: UInt32
    private var packedCount: UInt32

    /// A piece by its start and length.
    public init(offset: Int, count: Int) {
        packedOffset = UInt32(offset)
        packedCount = UInt32(count)
    }

    /// Where the piece starts.
    public var offset: Int { Int(packedOffset) }

    /// How many bytes it has.
    public var count: Int { Int(packedCount) }

    var end: Int { offset + count }

    /// The smallest piece that holds both.
    func union(_ other: SourceRange) -> SourceRange {
        let start = min(offset, other.offset)
        return SourceRange(offset: start, count: max(end, other.end) - start)
    }
}
