import LinkStore
import PostgreSQL

/// The state of the source and of its shards, in one snapshot.
struct SourceHeads {
    /// The state of a shard at the source.
    struct Head: Equatable {
        var epoch: UInt64
        var head: UInt64
        /// Deleted links up to this version may have been collected.
        var floor: UInt64
        var live: UInt64
        var digest: UInt64
    }

    /// The number of version bits within an epoch: the versions of the next epoch are higher than all of them.
    static let epochBits: UInt64 = 40

    /// The source's number.
    let id: UInt64
    /// The schema version.
    let schema: Int64
    /// The source's time, in seconds since 1970.
    let time: Int64
    /// Increases with each change of the tokens.
    let tokens: UInt64
    /// By shard.
    let shards: [Head]

    /// Parses the results of ``SourceStatement/source`` and ``SourceStatement/heads``.
    init(_ source: Rows, _ heads: Rows) throws(PostgreSQLError) {
        guard source.count == 1, heads.count == LinkBody.shards else {
            throw .answer("the source's tables are incomplete; run `fingerpost source init`")
        }
        id = try source.number(0, 0)
        schema = try source.integer(0, 1)
        tokens = try source.number(0, 2)
        time = try source.integer(0, 3)
        var shards: [Head] = []
        for row in 0..<heads.count {
            guard try heads.shard(row, 0) == row else { throw .answer("shard \(row) is missing at the source") }
            shards.append(
                Head(
                    epoch: try heads.number(row, 1), head: try heads.number(row, 2), floor: try heads.number(row, 3),
                    live: try heads.number(row, 4), digest: try heads.number(row, 5)))
        }
        self.shards = shards
    }
}

extension SourceHeads.Head {
    /// The number of versions that a replica lacks. For an epoch that it has not started, the number of links is used,
    /// because there are gaps between the versions of different epochs.
    func lag(behind cursor: UInt64) -> UInt64 {
        guard cursor < head else { return 0 }
        let start = epoch << SourceHeads.epochBits
        return cursor >= start ? head - cursor : live + (head - start)
    }

    /// Whether a replica has the source's links, possibly with versions of another epoch.
    func hasLinks(of position: ShardPosition) -> Bool {
        position.refused == 0 && position.digest == digest && position.live == live
    }

    /// Whether a replica that has read all of a shard differs from the source.
    func differs(from position: ShardPosition) -> Bool {
        position.cursor == head && position.highest <= head && position.refused == 0
            && (position.digest != digest || position.live != live)
    }
}
