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
        // What tells clicks on a link apart costs a hash at every line: the address, and the agent of logs that have none.
        var rank = StableHash.combine(hash, UInt64(bitPattern: record.time ?? 0))
        if let words = record.ip ?? record.userAgent { rank = StableHash.hash(arena[words], seed: rank) }
        // Ranks are written as JSON numbers, which are signed.
        self.rank = rank >> 1
    }
}
