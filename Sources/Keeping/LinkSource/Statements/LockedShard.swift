/// A shard whose row a transaction has locked.
struct LockedShard: Equatable, Sendable {
    var head: UInt64
    var live: UInt64
    var digest: UInt64
}

/// A shard whose head a transaction moves.
struct AdvancedShard {
    let shard: UInt8
    let from: UInt64
    let state: LockedShard
}
