public import LinkStore
public import PostgreSQL

/// The status of a source.
public struct SourceStatus: Sendable, Equatable {
    /// The row of a shard.
    public struct Shard: Sendable, Equatable {
        /// Its number.
        public var shard: UInt8
        /// The epoch of its versions.
        public var epoch: UInt64
        /// The highest assigned version.
        public var head: UInt64
        /// Deleted links up to this version may have been collected.
        public var floor: UInt64
        /// The number of live links.
        public var links: UInt64
        /// The sum of the links' digests.
        public var digest: UInt64

        /// The number of changes within the epoch.
        public var changes: UInt64 { head & (1 << SourceHeads.epochBits - 1) }
    }

    /// The source's number.
    public var id: UInt64
    /// The schema version.
    public var schema: Int
    /// The shards, by number.
    public var shards: [Shard]
    /// The nodes, by name.
    public var nodes: [ListedNode]
    /// The age in seconds of the oldest transaction that prevents removal of dead row versions; `nil` if the engine
    /// does not report it or the role may not see it.
    public var oldestSnapshot: Int64?

    /// The epoch: the number of times the source was recovered.
    public var epoch: UInt64 { shards.map(\.epoch).max() ?? 0 }
    /// The number of live links.
    public var links: UInt64 { shards.reduce(0) { $0 + $1.links } }
    /// The number of changes within the epoch: the sum of the heads.
    public var changes: UInt64 { shards.reduce(0) { $0 + $1.changes } }
}

extension SourceStatus.Shard {
    init(_ number: Int, _ head: SourceHeads.Head) {
        self.init(
            shard: UInt8(number), epoch: head.epoch, head: head.head, floor: head.floor, links: head.live,
            digest: head.digest)
    }
}

extension Source {
    /// Queries the status of the source.
    public func status() async throws(PostgreSQLError) -> SourceStatus {
        let connection = try await connected()
        let answers = try await connection.run([
            SourceStatement.beginSnapshot, SourceStatement.source, SourceStatement.heads, SourceStatement.nodes,
            SourceStatement.commit,
        ])
        let heads = try SourceHeads(answers[1], answers[2])
        let nodes = try answers[3].nodes
        let shards = heads.shards.enumerated().map { SourceStatus.Shard($0.offset, $0.element) }
        // A separate statement, because an engine without that table rejects it.
        let oldest = try? await connection.run([SourceStatement.oldestSnapshot])[0].oldestSnapshot
        return SourceStatus(
            id: heads.id, schema: Int(heads.schema), shards: shards, nodes: nodes, oldestSnapshot: oldest)
    }

    /// Makes every node resync every shard, and raises new versions above all that were ever assigned. For a source
    /// that was restored from a backup, or lost its last changes in a failover. Returns the new epoch.
    public func recover() async throws(PostgreSQLError) -> UInt64 {
        try await retrying { connection throws(PostgreSQLError) in
            let locks = (0...UInt8.max).map(SourceStatement.lock)
            let answers = try await connection.run([SourceStatement.begin] + locks)
            var epoch: UInt64 = 0
            for state in answers.dropFirst() where state.count == 1 { epoch = max(epoch, try state.number(0, 0)) }
            epoch += 1
            _ = try await connection.run([
                AdministrationStatement.raiseEpoch(to: epoch, head: epoch << SourceHeads.epochBits),
                SourceStatement.commit,
            ])
            return epoch
        }
    }
}

/// SQL statements of administration commands, in addition to ``SourceStatement``.
enum AdministrationStatement {
    static func raiseEpoch(to epoch: UInt64, head: UInt64) -> Statement {
        Statement("UPDATE fp_shard SET epoch = $1, head = $2", [.number(epoch), .number(head)])
    }

    static func addToken(_ name: String, _ digest: String, _ options: String) -> Statement {
        Statement(
            "INSERT INTO fp_token (name, digest, options) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING",
            [.text(name), .text(digest), .text(options)])
    }

    static func removeTokens(_ names: [String]) -> Statement {
        Statement("DELETE FROM fp_token WHERE name = ANY ($1)", [.texts(names)])
    }

    static let tokensChanged = Statement("UPDATE fp_source SET tokens = tokens + 1")
}

extension Source {
    /// The counts of a link on some days, and of longer periods that begin in them, summed over all nodes; `nil` if the
    /// source has no such link, or it was deleted. Nodes send theirs every five seconds.
    ///
    /// - Parameter days: Days since 1970-01-01, UTC.
    public func counts(
        of key: LinkKey, days: ClosedRange<UInt32>
    ) async throws(PostgreSQLError) -> [LinkCount]? {
        let connection = try await connected()
        let links = try await connection.run([SourceStatement.links([key])])[0]
        guard links.count == 1 else { return nil }
        let row = ReplicaRow(
            key: key, shard: LinkBody.shard(of: key), version: try links.number(0, 2),
            format: UInt8(clamping: try links.integer(0, 3)), body: links.bytes(0, 4))
        guard let record = row.record else {
            throw .answer("\(key.text) has a format that this version does not support; upgrade it")
        }
        guard !record.isDeleted else { return nil }
        let counts = SourceStatement.counts(of: [record.id], days)
        return try await connection.run([counts])[0].counts(of: [record.id]).first
    }
}
