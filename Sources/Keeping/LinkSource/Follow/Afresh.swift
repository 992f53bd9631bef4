/// The reason for resyncing a shard, and the version to reach.
struct Afresh {
    let reason: AfreshReason
    /// The source's head while the shard was locked. A snapshot below it is stale.
    let atLeast: UInt64
}
