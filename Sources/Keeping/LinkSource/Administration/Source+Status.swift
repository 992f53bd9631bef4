public import PostgreSQL

/// How a source stands.
public struct SourceStatus: Sendable, Equatable {
    /// A shard, as its row has it.
    public struct Shard: Sendable, Equatable {
        /// Its number.
        public var shard: UInt8
        /// The epoch that its versions are of.
        public var epoch: UInt64
        /// The highest version that was given.
        public var head: UInt64
        /// Deleted links up to this version may have been collected.
        public var floor: UInt64
        /// Links that exist.
        public var links: UInt64
        /// What they add up to.
        public var digest: UInt64

        /// How many changes there were within the epoch.
        public var changes: UInt64 { head & (1 << SourceHeads.epochBits - 1) }
    }

    /// The source's number.
    public var id: UInt64
    /// The version of its tables.
    public var schema: Int
    /// The shards, by number.
    public var shards: [Shard]
    /// The nodes, by name.
    public var nodes: [ListedNode]
    /// For how many seconds the oldest transaction has kept row versions from being removed; `nil` if the engine or the role's rights
    /// don't show that.
    public var oldestSnapshot: Int64?

    /// The epoch: how often the source was recovered.
    public var epoch: UInt64 { shards.map(\.epoch).max() ?? 0 }
    /// Links that exist.
    public var links: UInt64 { shards.reduce(0) { $0 + $1.links } }
    /// The sum of the heads within the epoch: how many changes there were.
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
    /// Asks the source how it stands.
    public func status() async throws(PostgreSQLError) -> SourceStatus {
        let connection = try await connected()
        let answers = try await connection.run([
            SourceStatement.beginSnapshot, SourceStatement.source, SourceStatement.heads, SourceStatement.nodes,
            SourceStatement.commit,
        ])
        let heads = try SourceHeads(answers[1], answers[2])
        let nodes = try answers[3].nodes
        let shards = heads.shards.enumerated().map { SourceStatus.Shard($0.offset, $0.element) }
        // Apart: an engine that has no such table refuses it.
        let oldest = try? await connection.run([SourceStatement.oldestSnapshot])[0].oldestSnapshot
        return SourceStatus(
            id: heads.id, schema: Int(heads.schema), shards: shards, nodes: nodes, oldestSnapshot: oldest)
    }

    /// Has every node read every shard afresh, and puts new versions above all that were ever given: after the source was
    /// restored from a backup, or lost its last changes with a failover. Returns the new epoch.
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

/// What commands say to the source, beside ``SourceStatement``.
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
