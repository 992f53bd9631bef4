/// A shard whose row a transaction has locked.
struct LockedShard: Equatable, Sendable {
    var head: UInt64
    var live: UInt64
    var digest: UInt64
}
