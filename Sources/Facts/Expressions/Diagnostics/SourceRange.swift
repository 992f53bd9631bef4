/// A range of an expression's text, in UTF-8 bytes.
///
/// Stored in eight bytes, because each node of each condition has one. Expressions are far shorter than 4 GB.
public struct SourceRange: Sendable, Hashable {
    private var packedOffset: UInt32
    private var packedCount: UInt32

    /// Creates a range.
    public init(offset: Int, count: Int) {
        packedOffset = UInt32(offset)
        packedCount = UInt32(count)
    }

    /// The start of the range.
    public var offset: Int { Int(packedOffset) }

    /// The length in bytes.
    public var count: Int { Int(packedCount) }

    var end: Int { offset + count }
}
