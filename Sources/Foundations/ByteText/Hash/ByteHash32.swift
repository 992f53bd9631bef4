/// A 32-bit hash for tables built from configuration: one multiplication per eight bytes. Hashes of prefixes of increasing
/// length are computed in one pass.
///
/// It is unseeded, so it is not for keys chosen by clients, which could be made to collide.
public struct ByteHash32 {
    private var state = UInt64.splitMixStep
    /// The number of bytes hashed so far, a multiple of eight.
    private var position = 0

    /// The hash of the empty prefix.
    public init() {}

    /// The hash of bytes.
    public static func of(_ bytes: Span<UInt8>) -> UInt32 {
        var hash = ByteHash32()
        return hash.ofBeginning(of: bytes, count: bytes.count)
    }

    /// The hash of the first `count` bytes. In later calls, `count` must not decrease and the bytes must be the same.
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
