import PostgreSQL

/// A shard whose row a transaction has locked.
struct LockedShard: Equatable, Sendable {
    var head: UInt64
    var live: UInt64
    var digest: UInt64
}

extension LockedShard {
    /// Parses the result of ``SourceStatement/lock(_:)``.
    init(_ answer: Rows) throws(PostgreSQLError) {
        guard answer.count == 1 else { throw .answer("a shard is missing at the source; run `fingerpost source init`") }
        self.init(head: try answer.number(0, 1), live: try answer.number(0, 3), digest: try answer.number(0, 4))
    }
}

/// A shard whose head a transaction advances.
struct AdvancedShard {
    let shard: UInt8
    let from: UInt64
    let state: LockedShard
}
