import LinkStore
import PostgreSQL

/// The SQL statements of nodes that do not concern links: counts, leases and heartbeats.
extension SourceStatement {
    /// Sends the sums of counters to the table that programs before version 2 use; see ``send(_:of:)``. Sums only grow,
    /// so sending them twice is harmless.
    static func count(_ counts: [LinkCount], _ identity: ReplicaIdentity) -> Statement {
        Statement(
            """
            INSERT INTO fp_count (link, day, platform, outcome, node, incarnation, n)
            SELECT c.link, c.day, c.platform, c.outcome, $1, $2, c.n
            FROM unnest($3, $4, $5, $6, $7) AS c (link, day, platform, outcome, n)
            ON CONFLICT (link, day, platform, outcome, node, incarnation)
            DO UPDATE SET n = GREATEST(fp_count.n, excluded.n)
            """,
            [
                .text(identity.node), .number(identity.incarnation), .integers(counts.map { Int64(bitPattern: $0.id) }),
                .integers32(counts.map { Int32(clamping: $0.place) }),
                .integers32(counts.map { Int32($0.platform.rawValue) }),
                .integers32(counts.map { Int32($0.event.rawValue) }),
                .integers(counts.map { Int64(clamping: $0.count) }),
            ])
    }

    static func openLease(_ id: UInt64) -> Statement {
        Statement(
            "INSERT INTO fp_lease (link, granted) VALUES ($1, 0) ON CONFLICT (link) DO NOTHING", [.number(id)])
    }

    static func lockLease(_ id: UInt64) -> Statement {
        Statement("SELECT granted FROM fp_lease WHERE link = $1 FOR UPDATE", [.number(id)])
    }

    static func grant(_ clicks: UInt64, of id: UInt64) -> Statement {
        Statement("UPDATE fp_lease SET granted = granted + $2 WHERE link = $1", [.number(id), .number(clicks)])
    }

    static func giveBack(_ clicks: UInt64, of id: UInt64) -> Statement {
        Statement("UPDATE fp_lease SET granted = granted - $2 WHERE link = $1", [.number(id), .number(clicks)])
    }

    /// Inserts a claim with its time among the idempotent requests; affects no row if it exists.
    static func claimInstall(_ key: [UInt8], since: [UInt8], seconds: Int64) -> Statement {
        Statement(
            "INSERT INTO fp_request (key, answer, expires) VALUES ($1, $2, \(clock) + $3) ON CONFLICT (key) DO NOTHING",
            [.bytes(key), .bytes(since), .integer(seconds)])
    }

    static func installClaim(_ key: [UInt8]) -> Statement {
        Statement("SELECT answer FROM fp_request WHERE key = $1", [.bytes(key)])
    }

    /// The incarnation that last reported as a node, and the age of the report in seconds.
    static func incarnation(of node: String) -> Statement {
        Statement(
            "SELECT incarnation, CAST(floor(extract(epoch FROM now() - seen)) AS bigint) FROM fp_node WHERE node = $1",
            [.text(node)])
    }

    /// The nodes that have reported an incarnation as theirs within a minute.
    static func nodes(countingIn incarnation: UInt64) -> Statement {
        Statement(
            "SELECT node FROM fp_node WHERE incarnation = $1 AND extract(epoch FROM now() - seen) < 60",
            [.number(incarnation)])
    }

    static func recordHeartbeat(_ identity: ReplicaIdentity, program: String, rules: String, lag: UInt64) -> Statement {
        Statement(
            """
            INSERT INTO fp_node (node, incarnation, program, rules, lag, seen) VALUES ($1, $2, $3, $4, $5, now())
            ON CONFLICT (node) DO UPDATE SET incarnation = excluded.incarnation, program = excluded.program,
            rules = excluded.rules, lag = excluded.lag, seen = excluded.seen
            """,
            [.text(identity.node), .number(identity.incarnation), .text(program), .text(rules), .number(lag)])
    }

    /// The age in seconds of the oldest transaction that reads or writes this database; null if other roles'
    /// transactions are not visible. Specific to PostgreSQL; other engines may reject it.
    static let oldestSnapshot = Statement(
        """
        SELECT CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE') THEN
        coalesce(max(CAST(floor(extract(epoch FROM now() - xact_start)) AS bigint)), 0) END
        FROM pg_catalog.pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
        AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)
        """)

    /// The timeline of a primary: the first eight digits of its WAL segment names. Other engines reject it.
    static let timeline = Statement("SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8)")

    /// All registered nodes, by name.
    static let nodes = Statement(
        """
        SELECT node, program, rules, lag, CAST(floor(extract(epoch FROM now() - seen)) AS bigint) FROM fp_node ORDER BY node
        """)
}

extension Rows {
    /// The nodes in the result of ``SourceStatement/nodes``.
    var nodes: [ListedNode] {
        get throws(PostgreSQLError) {
            var nodes: [ListedNode] = []
            for row in 0..<count {
                nodes.append(
                    ListedNode(
                        name: try text(row, 0), program: try text(row, 1), rules: try text(row, 2),
                        lag: try number(row, 3), age: try integer(row, 4)))
            }
            return nodes
        }
    }

    /// The seconds in the result of ``SourceStatement/oldestSnapshot``; `nil` if they are not visible.
    var oldestSnapshot: Int64? {
        get throws(PostgreSQLError) { count == 1 && !isNull(0, 0) ? try integer(0, 0) : nil }
    }
}

/// A node that has registered with the source.
public struct ListedNode: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// The version of its program.
    public var program: String
    /// The hash of its rules; empty if it has not reported one.
    public var rules: String
    /// The number of versions it lagged behind, summed over all shards.
    public var lag: UInt64
    /// The age of the report in seconds.
    public var age: Int64
}
