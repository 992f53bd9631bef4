import ByteText
import LogFormats
import Routing

/// What all counters need of a decided line: computed once, alongside the record, the click and the outcome.
struct SightedLine {
    /// The key of its link: a range of the arena.
    var key: TextRange
    /// The hash of the key.
    var hash: UInt64
    /// A number that depends only on the line: lines with the smallest ones are sampled.
    var rank: UInt64

    init(
        _ record: inout LogRecord, _ request: borrowing ClickRequest, _ decision: inout Decision,
        in arena: inout ByteArena
    ) {
        key = LinkLabel.make(of: request.link, payload: decision.payload, in: &arena)
        hash = StableHash.hash(arena[key])
        var rank = StableHash.combine(hash, UInt64(bitPattern: record.time ?? 0))
        if let ip = record.ip { rank = StableHash.hash(arena[ip], seed: rank) }
        if let agent = record.userAgent { rank = StableHash.hash(arena[agent], seed: rank) }
        // Ranks are written as JSON numbers, which are signed.
        self.rank = rank >> 1
    }
}
