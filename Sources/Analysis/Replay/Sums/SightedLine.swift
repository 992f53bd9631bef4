import ByteText
import LogFormats
import Routing

/// The values that all counters need of a decided line, computed once.
struct SightedLine {
    /// The key of its link, a range of the arena.
    var key: TextRange
    /// The hash of the key.
    var hash: UInt64
    /// A number that depends only on the line. Lines with the smallest ones are sampled.
    var rank: UInt64

    init(
        _ record: inout LogRecord, _ request: borrowing ClickRequest, _ decision: inout Decision,
        in arena: inout ByteArena
    ) {
        key = LinkLabel.make(of: request.link, payload: decision.payload, in: &arena)
        hash = StableHash.hash(arena[key])
        // Distinguishes clicks on the same link by the address, or by the agent in logs without addresses. Costs a hash
        // per line.
        var rank = StableHash.combine(hash, UInt64(bitPattern: record.time ?? 0))
        if let words = record.ip ?? record.userAgent { rank = StableHash.hash(arena[words], seed: rank) }
        // Ranks are written as JSON numbers, which are signed.
        self.rank = rank >> 1
    }
}
