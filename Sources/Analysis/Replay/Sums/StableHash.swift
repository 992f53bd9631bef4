import ByteText

/// A 64-bit hash that is the same on every machine and in every release, so that separate sums can be merged.
///
/// A change requires a new version of parts (``PartLayout/version``). It is not keyed and no defence against deliberate
/// collisions, so tables compare the texts as well.
enum StableHash {
    static func hash(_ bytes: Span<UInt8>, seed: UInt64 = 0) -> UInt64 {
        combine(seed, ByteHash64.of(bytes))
    }

    /// Adds another word to a hash.
    static func combine(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        (hash &* UInt64.splitMixStep ^ word ^ 0xD6E8_FEB8_6659_FD93).splitMixed
    }
}
