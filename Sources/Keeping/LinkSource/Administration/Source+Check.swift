public import LinkStore
public import PostgreSQL

/// The result of a check of the source.
public struct SourceCheck: Sendable, Equatable {
    /// The number of shards whose rows were read.
    public var shards = 0
    /// The number of links in them.
    public var links = 0
    /// The number of shards in which a replica is complete and equal.
    public var equalShards = 0
    /// The number of shards in which a replica lags behind, so they can't be compared.
    public var shardsBehind = 0
    /// The findings as sentences.
    public var findings: [String] = []
}

extension Source {
    /// Reads some shards of the source and compares their digests with their links, and with a replica's.
    ///
    /// - Parameters:
    ///   - shards: The shards to read; their links are transferred.
    ///   - positions: The positions of a replica, by shard; empty without one.
    public func check(
        _ shards: [UInt8], against positions: [ShardPosition]
    ) async throws(PostgreSQLError) -> SourceCheck {
        var check = SourceCheck()
        for shard in shards {
            let (head, digest, links) = try await retrying { connection throws(PostgreSQLError) in
                try await Self.sum(of: shard, through: connection)
            }
            check.shards += 1
            check.links += Int(links)
            if head.digest != digest || head.live != links {
                check.findings.append(
                    "shard \(shard): the digest of its \(links) links does not match its row; "
                        + "another program changed it")
            }
            guard let position = positions.first(where: { $0.shard == shard }) else { continue }
            if position.cursor != head.head || position.highest > head.head || position.epoch != head.epoch {
                check.shardsBehind += 1
                if position.cursor > head.head {
                    check.findings.append("shard \(shard): the replica has seen changes that the source does not have")
                }
            } else if position.digest == head.digest, position.live == head.live {
                check.equalShards += 1
            } else {
                check.findings.append("shard \(shard): the replica differs at the same version")
            }
        }
        return check
    }

    /// The state of a shard and the sum of its links, in one snapshot.
    private static func sum(
        of shard: UInt8, through connection: SourceConnection
    ) async throws(PostgreSQLError) -> (head: SourceHeads.Head, digest: UInt64, links: UInt64) {
        let opening = try await connection.run([
            SourceStatement.beginSnapshot, SourceStatement.source, SourceStatement.heads,
        ])
        let head = try SourceHeads(opening[1], opening[2]).shards[Int(shard)]
        var digest: UInt64 = 0
        var links: UInt64 = 0
        var cursor: UInt64 = 0
        while cursor < head.head {
            let page = SourceStatement.page(of: shard, after: cursor, upTo: head.head, limit: FollowPlan.pageRows)
            let rows = try await connection.run([page])[0]
            for row in 0..<rows.count {
                let text = try "\(rows.text(row, 0))/\(rows.text(row, 1))"
                guard let key = LinkKey(text) else { throw .answer("\(text) at the source is not a short link") }
                let link = ReplicaRow(
                    key: key, shard: shard, version: try rows.number(row, 2),
                    format: UInt8(clamping: try rows.integer(row, 3)), body: rows.bytes(row, 4))
                cursor = link.version
                guard let record = link.record, !record.isDeleted else { continue }
                digest &+= link.term
                links += 1
            }
            if rows.count < FollowPlan.pageRows { break }
        }
        _ = try await connection.run([SourceStatement.commit])
        return (head, digest, links)
    }

    /// Finds links of some shards that only a replica has, or in a version that the source does not have: changes that
    /// were made in the replica alone, or that the source has lost.
    ///
    /// - Returns: The number of links, and the first of them.
    public func strays(
        in replica: LinkStore, of shards: [UInt8], naming most: Int = 5
    ) async throws -> (count: Int, first: [LinkKey]) {
        let positions = try replica.positions()
        let shards = Set(shards)
        var count = 0
        var first: [LinkKey] = []
        var last: LinkKey?
        repeat {
            let local = try replica.revisions(of: shards, after: &last)
            guard !local.isEmpty else { continue }
            let keys = local.keys.sorted()
            let rows = try await connected().run([SourceStatement.versions(keys)])[0]
            var versions: [String: UInt64] = [:]
            for row in 0..<rows.count {
                versions["\(try rows.text(row, 0))/\(try rows.text(row, 1))"] = try rows.number(row, 2)
            }
            for key in keys {
                // The revisions of a store that has not followed the source are not versions of the source.
                let isForeign = positions[Int(LinkBody.shard(of: key))].epoch == ShardPosition.foreign
                if let version = versions[key.text], isForeign || version >= local[key] ?? 0 { continue }
                count += 1
                if first.count < most { first.append(key) }
            }
        } while last != nil
        return (count, first)
    }
}
