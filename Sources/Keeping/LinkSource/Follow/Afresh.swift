/// Why a shard is read afresh, and how far the reading has to come.
struct Afresh {
    let reason: AfreshReason
    /// The head that the source had when nobody could change it: a snapshot below it is a stale one.
    let atLeast: UInt64
}
