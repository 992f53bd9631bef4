/// A hash of 64 bits for tables that are bounded and compare their keys: four multiplications for 32 bytes.
///
/// It is not cryptographic: without a seed of the table's own, a caller who chooses what is hashed may choose what
/// collides. Partial results of replays hold hashes without a seed, so that what they are made from must not change.
public enum ByteHash64 {
    private static let odd: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The hash of bytes.
    ///
    /// - Parameter seed: A random number of the table's own; 0 where the hash must be the same on every machine.
    public static func of(_ bytes: Span<UInt8>, seed: UInt64 = 0) -> UInt64 {
        var (one, two) = (odd ^ seed, ~odd ^ seed)
        var index = 0
        while index &+ 16 <= bytes.count {
            one = mix(one ^ bytes.word(at: index), 0xD6E8_FEB8_6659_FD93)
            two = mix(two ^ bytes.word(at: index &+ 8), 0xA076_1D64_78BD_642F)
            index &+= 16
        }
        if index &+ 8 <= bytes.count {
            one = mix(one ^ bytes.word(at: index), 0xD6E8_FEB8_6659_FD93)
            index &+= 8
        }
        let rest = bytes.shortWord(at: index, count: bytes.count &- index)
        return mix(mix(two ^ rest, 0xE703_7ED1_A0B4_28DB) ^ one, UInt64(truncatingIfNeeded: bytes.count) | 1 << 63)
    }

    @inline(__always)
    private static func mix(_ value: UInt64, _ factor: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}
