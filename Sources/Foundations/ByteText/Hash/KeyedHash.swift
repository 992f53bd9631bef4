/// A hash of 64 bits for tables in memory whose keys clients choose: a multiplication for sixteen bytes.
///
/// It follows wyhash (Wang Yi, 2019), with every constant mixed with the table's own number: without it nobody can foresee
/// what collides. It is not cryptographic, and not for anything that is stored or passed on: another release may have another.
public enum KeyedHash {
    /// The hash of bytes.
    ///
    /// - Parameter key: A random number of the table's own.
    public static func of(_ bytes: Span<UInt8>, key: UInt64) -> UInt64 {
        // The length goes in at the end: beside a word it could undo what differs there.
        let count = bytes.count
        let length = UInt64(truncatingIfNeeded: count)
        let (one, two) = (key ^ 0x8EBC_6AF0_9C88_C6E3, (key << 32 | key >> 32) ^ 0x5899_65CC_7537_4CC3)
        var state = key
        guard count >= 16 else {
            let first = bytes.shortWord(at: 0, count: min(count, 8))
            let last = bytes.shortWord(at: 8, count: count &- 8)
            return (first ^ one).foldedProduct(last ^ key).foldedProduct(two ^ length)
        }
        // Safe, all: the words that are read end at the index plus what is left at most.
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
        // The last sixteen may have been read before.
        state = unsafe (bytes.uncheckedWord(at: count &- 16) ^ one)
            .foldedProduct(bytes.uncheckedWord(at: count &- 8) ^ state)
        return (state ^ two).foldedProduct(other ^ one ^ length)
    }
}
