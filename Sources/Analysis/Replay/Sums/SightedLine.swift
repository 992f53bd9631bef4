import ByteText
import LogFormats
import Routing

/// The values that all counters need of a decided line, computed once.
struct SightedLine {
    /// The key of its link, a range of the arena.
    var key: TextRange
    /// The hash of the key.
    var hash: UInt64
    /// The index of its country.
    var country: Int
    /// The host of its referrer, a range of the arena; `nil` if it has none.
    var referrer: TextRange?
    /// A number that depends only on the line. Lines with the smallest ones are sampled.
    var rank: UInt64

    init(
        _ record: inout LogRecord, _ request: borrowing ClickRequest, _ decision: inout Decision,
        in arena: inout ByteArena
    ) {
        key = LinkLabel.make(of: request.link, payload: decision.payload, in: &arena)
        hash = StableHash.hash(arena[key])
        country = Country.index(of: request.country, in: arena)
        referrer = Referrer.host(of: request.referer, in: &arena)
        // Distinguishes clicks on the same link by the address, or by the agent in logs without addresses. Costs a hash
        // per line.
        var rank = StableHash.combine(hash, UInt64(bitPattern: record.time ?? 0))
        if let words = record.ip ?? record.userAgent { rank = StableHash.hash(arena[words], seed: rank) }
        // Ranks are written as JSON numbers, which are signed.
        self.rank = rank >> 1
    }
}

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
