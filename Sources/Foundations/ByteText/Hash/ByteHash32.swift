/// A hash of 32 bits for tables that are built from configuration: a multiplication for eight bytes. Hashes of a text's
/// beginnings of growing length come from one pass over it.
///
/// It has no seed: keys chosen by a client could be made to collide.
public struct ByteHash32 {
    private var state = UInt64.splitMixStep
    /// How many bytes have gone in, a multiple of eight.
    private var position = 0

    /// A hash of the empty beginning.
    public init() {}

    /// The hash of bytes.
    public static func of(_ bytes: Span<UInt8>) -> UInt32 {
        var hash = ByteHash32()
        return hash.ofBeginning(of: bytes, count: bytes.count)
    }

    /// The hash of the text's first bytes. Asked again, the count must not be less, and the text be the same.
    public mutating func ofBeginning(of bytes: Span<UInt8>, count: Int) -> UInt32 {
        while position + 8 <= count {
            state = (state ^ bytes.word(at: position)).foldedProduct(Self.factor)
            position += 8
        }
        let rest = bytes.shortWord(at: position, count: count - position) | UInt64(count - position) << 56
        let hash = (state ^ rest).foldedProduct(Self.factor)
        return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }

    private static let factor: UInt64 = 0xD6E8_FEB8_6659_FD93
}
