import ByteText

/// A 64-bit hash that is the same on every machine and in every release: parts of sums that were made apart meet by it.
///
/// A change of it makes a new version of parts (``PartLayout/version``). It is not keyed and no defence against who builds
/// collisions: tables compare the texts as well.
enum StableHash {
    static func hash(_ bytes: Span<UInt8>, seed: UInt64 = 0) -> UInt64 {
        combine(seed, ByteHash64.of(bytes))
    }

    /// Takes one more word into a hash, and spreads what differs in one bit over all of them (the finisher of SplitMix64).
    static func combine(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        var mixed = hash &* 0x9E37_79B9_7F4A_7C15 ^ word ^ 0xD6E8_FEB8_6659_FD93
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
