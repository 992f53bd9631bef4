/// A 64-bit hash that is stable across machines and releases: four multiplications per 32 bytes.
///
/// It is not cryptographic: a caller that controls the input can produce collisions (use ``KeyedHash`` for tables of such
/// keys). Stores and partial replay results contain these hashes, so neither the algorithm nor its inputs may change.
public enum ByteHash64 {
    /// The hash of bytes.
    public static func of(_ bytes: Span<UInt8>) -> UInt64 {
        var (one, two) = (UInt64.splitMixStep, ~UInt64.splitMixStep)
        var index = 0
        // Safe: the words read in each iteration are within the count.
        while index &+ 16 <= bytes.count {
            one = (one ^ (unsafe bytes.uncheckedWord(at: index))).foldedProduct(0xD6E8_FEB8_6659_FD93)
            two = (two ^ (unsafe bytes.uncheckedWord(at: index &+ 8))).foldedProduct(0xA076_1D64_78BD_642F)
            index &+= 16
        }
        if index &+ 8 <= bytes.count {
            one = (one ^ bytes.word(at: index)).foldedProduct(0xD6E8_FEB8_6659_FD93)
            index &+= 8
        }
        let rest = bytes.shortWord(at: index, count: bytes.count &- index)
        let whole = (two ^ rest).foldedProduct(0xE703_7ED1_A0B4_28DB) ^ one
        return whole.foldedProduct(UInt64(truncatingIfNeeded: bytes.count) | 1 << 63)
    }
}
