/// A piece of an expression's text, in bytes of its UTF-8.
public struct SourceRange: Sendable, Hashable {
    /// Where the piece starts.
    public var offset: Int
    /// How many bytes it has.
    public var count: Int

    /// A piece by its start and length.
    public init(offset: Int, count: Int) {
        self.offset = offset
        self.count = count
    }

    var end: Int { offset + count }

    /// The smallest piece that holds both.
    func union(_ other: SourceRange) -> SourceRange {
        let start = min(offset, other.offset)
        return SourceRange(offset: start, count: max(end, other.end) - start)
    }
}
