/// A 64-bit hash for in-memory tables whose keys are chosen by clients: one multiplication per sixteen bytes.
///
/// Based on wyhash (Wang Yi, 2019), with every constant mixed with a per-table key, so that clients cannot predict
/// collisions. It is not cryptographic and may change between releases: never store or transmit its results.
public enum KeyedHash {
    /// The hash of bytes.
    ///
    /// - Parameter key: A random number per table.
    public static func of(_ bytes: Span<UInt8>, key: UInt64) -> UInt64 {
        // The length is mixed in last: combined with a word of input, it could cancel a difference in that word.
        let count = bytes.count
        let length = UInt64(truncatingIfNeeded: count)
        let (one, two) = (key ^ 0x8EBC_6AF0_9C88_C6E3, (key << 32 | key >> 32) ^ 0x5899_65CC_7537_4CC3)
        var state = key
        guard count >= 16 else {
            let first = bytes.shortWord(at: 0, count: min(count, 8))
            let last = bytes.shortWord(at: 8, count: count &- 8)
            return (first ^ one).foldedProduct(last ^ key).foldedProduct(two ^ length)
        }
        // Safe, all: each read ends at most at `index` plus the number of remaining bytes.
        var index = 0
        var other = state
        while count &- index > 32 {
            state = unsafe (bytes.uncheckedWord(at: index) ^ one)
                .foldedProduct(bytes.uncheckedWord(at: index &+ 8) ^ state)
            other = unsafe (bytes.uncheckedWord(at: index &+ 16) ^ two)
                .foldedProduct(bytes.uncheckedWord(at: index &+ 24) ^ other)
            index &+= 32
        }
        if count &- index > 16 {
            other = unsafe (bytes.uncheckedWord(at: index) ^ two)
                .foldedProduct(bytes.uncheckedWord(at: index &+ 8) ^ other)
        }
        // The last sixteen bytes may overlap bytes already hashed.
        state = unsafe (bytes.uncheckedWord(at: count &- 16) ^ one)
            .foldedProduct(bytes.uncheckedWord(at: count &- 8) ^ state)
        return (state ^ two).foldedProduct(other ^ one ^ length)
    }
}
