import ByteText

/// A 64-bit hash that is the same on every machine and in every release: parts of sums that were made apart meet by it.
///
/// Eight bytes a step, multiplied and folded. Not keyed and no defence against who builds collisions: tables compare the
/// texts as well.
enum StableHash {
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

    static func hash(_ bytes: Span<UInt8>, seed: UInt64 = 0) -> UInt64 {
        var hash = seed ^ UInt64(bytes.count) &* multiplier
        var index = 0
        while bytes.count - index >= 8 {
            hash = combine(hash, bytes.word(at: index))
            index += 8
        }
        return combine(hash, bytes.shortWord(at: index, count: bytes.count - index))
    }

    /// Takes one more word into a hash.
    static func combine(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word ^ 0xD6E8_FEB8_6659_FD93).multipliedFullWidth(by: multiplier)
        return stirred(product.high ^ product.low &+ word)
    }

    /// Spreads what differs in one bit over all of them (the finisher of SplitMix64).
    private static func stirred(_ value: UInt64) -> UInt64 {
        var mixed = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
