import LinkStore
import PostgreSQL

/// The SQL statements of serving nodes. They use few features, which a test enforces: no triggers, sequences, transaction
/// IDs, advisory locks or cursors. Only PostgreSQL is tested.
enum SourceStatement {
    // MARK: - Transactions

    /// Row locks provide the order; engines that only support stricter levels use one of those.
    static let begin = Statement("BEGIN ISOLATION LEVEL READ COMMITTED")
    /// One snapshot for heads and rows. With separate ones, a tombstone collected in between would be a lost delete.
    static let beginSnapshot = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    /// Limits the time for which a stopped node, or one whose machine is gone, keeps its locks; waiting nodes retry.
    /// `SET LOCAL` ends with the transaction, so nothing is left behind on connections of a transaction pooler.
    private static let idleLimit = Statement("SET LOCAL idle_in_transaction_session_timeout = '10s'")
    private static let lockLimit = Statement("SET LOCAL lock_timeout = '4s'")
    /// The beginning of a transaction that takes locks.
    static let beginWriting = [begin, idleLimit, lockLimit]
    /// The beginning of a transaction that reads one snapshot.
    static let beginReading = [beginSnapshot, idleLimit]
    static let commit = Statement("COMMIT")
    static let rollback = Statement("ROLLBACK")

    // MARK: - Notifying other nodes, if the engine supports it; not part of the common subset

    static let listen = Statement("LISTEN fingerpost")
    static let notify = Statement("NOTIFY fingerpost")

    // MARK: - Following

    /// The source's time in seconds since 1970. For shared data its clock is authoritative.
    static let clock = "CAST(floor(extract(epoch FROM now())) AS bigint)"

    static let source = Statement("SELECT id, schema, tokens, \(clock) FROM fp_source")
    static let heads = Statement("SELECT shard, epoch, head, floor, live, digest FROM fp_shard ORDER BY shard")

    /// The first version of each shard above the last one seen, if there is one. The index on versions makes this a
    /// single lookup per shard.
    static func unseen(after seen: [UInt64]) -> Statement {
        Statement(
            """
            SELECT k.shard, (SELECT min(l.version) FROM fp_link AS l WHERE l.shard = k.shard AND l.version > k.seen)
            FROM unnest($1, $2) AS k (shard, seen)
            """, [.integers32(seen.indices.map { Int32($0) }), .integers(seen.map { Int64(bitPattern: $0) })])
    }

    /// The milliseconds that the source has worked on the transaction, whose statements were sent as one pipeline.
    static let elapsed = Statement(
        "SELECT CAST(floor(1000 * extract(epoch FROM clock_timestamp() - now())) AS bigint) FROM fp_source")

    static let tokens = Statement("SELECT name, digest, options FROM fp_token ORDER BY name")

    static func page(of shard: UInt8, after cursor: UInt64, upTo head: UInt64, limit: Int) -> Statement {
        Statement(
            """
            SELECT domain, code, version, format, body FROM fp_link
            WHERE shard = $1 AND version > $2 AND version <= $3 ORDER BY version LIMIT $4
            """, [.shard(shard), .number(cursor), .number(head), .integer(Int64(limit))])
    }

    // MARK: - Writing. Lock order: requests, fingerprints, then shards, each in ascending order

    static func lock(_ shard: UInt8) -> Statement {
        Statement(
            "SELECT epoch, head, floor, live, digest FROM fp_shard WHERE shard = $1 FOR UPDATE", [.shard(shard)])
    }

    /// Raises a shard's versions above all that were ever assigned.
    static func raiseEpoch(of shard: UInt8, to epoch: UInt64, head: UInt64) -> Statement {
        Statement(
            "UPDATE fp_shard SET epoch = $2, head = $3 WHERE shard = $1",
            [.shard(shard), .number(epoch), .number(head)])
    }

    /// The existing links: shard, domain, code, version, format and body.
    static func links(_ keys: [LinkKey]) -> Statement {
        Statement(
            """
            SELECT l.domain, l.code, l.version, l.format, l.body
            FROM unnest($1, $2, $3) AS k (shard, domain, code)
            JOIN fp_link AS l ON l.shard = k.shard AND l.domain = k.domain AND l.code = k.code
            """, parameters(of: keys))
    }

    static func parameters(of keys: [LinkKey]) -> [Statement.Parameter] {
        [
            .integers32(keys.map { Int32(LinkBody.shard(of: $0)) }), .texts(keys.map { String($0.domain) }),
            .texts(keys.map { String($0.code) }),
        ]
    }

    /// The versions of existing links: domain, code and version.
    static func versions(_ keys: [LinkKey]) -> Statement {
        Statement(
            """
            SELECT l.domain, l.code, l.version FROM unnest($1, $2, $3) AS k (shard, domain, code)
            JOIN fp_link AS l ON l.shard = k.shard AND l.domain = k.domain AND l.code = k.code
            """, parameters(of: keys))
    }

    static func insert(_ changes: [ChangedRow]) -> Statement {
        Statement(
            """
            INSERT INTO fp_link (shard, domain, code, version, deleted, id, changed, format, body)
            SELECT r.shard, r.domain, r.code, r.version, r.deleted <> 0, r.id, r.changed, r.format, r.body
            FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9)
                AS r (shard, domain, code, version, deleted, id, changed, format, body)
            """, columns(changes))
    }

    /// Never an upsert, which would restore a collected link.
    static func update(_ changes: [ChangedRow]) -> Statement {
        Statement(
            """
            UPDATE fp_link AS l SET version = r.version, deleted = r.deleted <> 0, id = r.id, changed = r.changed,
                format = r.format, body = r.body
            FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
                AS r (shard, domain, code, version, deleted, id, changed, format, body, expected)
            WHERE l.shard = r.shard AND l.domain = r.domain AND l.code = r.code AND l.version = r.expected
            """, columns(changes) + [.integers(changes.map { Int64(bitPattern: $0.expected ?? 0) })])
    }

    private static func columns(_ changes: [ChangedRow]) -> [Statement.Parameter] {
        [
            .integers32(changes.map { Int32($0.row.shard) }), .texts(changes.map { String($0.row.key.domain) }),
            .texts(changes.map { String($0.row.key.code) }),
            .integers(changes.map { Int64(bitPattern: $0.row.version) }),
            .integers32(changes.map { $0.record.isDeleted ? 1 : 0 }),
            .integers(changes.map { Int64(bitPattern: $0.record.id) }), .integers(changes.map(\.record.updated)),
            .integers32(changes.map { Int32($0.row.format) }), .byteStrings(changes.map(\.row.body)),
        ]
    }

    /// Writes the new states of the shards that the transaction has locked.
    static func advance(_ states: [AdvancedShard]) -> Statement {
        Statement(
            """
            UPDATE fp_shard AS s SET head = r.head, live = r.live, digest = r.digest
            FROM unnest($1, $2, $3, $4, $5) AS r (shard, head, live, digest, expected)
            WHERE s.shard = r.shard AND s.head = r.expected
            """,
            [
                .integers32(states.map { Int32($0.shard) }), .integers(states.map { Int64(bitPattern: $0.state.head) }),
                .integers(states.map { Int64(bitPattern: $0.state.live) }),
                .integers(states.map { Int64(bitPattern: $0.state.digest) }),
                .integers(states.map { Int64(bitPattern: $0.from) }),
            ])
    }

    static func claim(_ fingerprint: SourceFingerprint, for code: Substring) -> Statement {
        Statement(
            """
            INSERT INTO fp_fingerprint (domain, fingerprint, code) VALUES ($1, $2, $3)
            ON CONFLICT (domain, fingerprint) DO NOTHING
            """, [.text(fingerprint.domain), .bytes(fingerprint.bytes), .text(String(code))])
    }

    static func lock(_ fingerprint: SourceFingerprint) -> Statement {
        Statement(
            "SELECT code FROM fp_fingerprint WHERE domain = $1 AND fingerprint = $2 FOR UPDATE",
            [.text(fingerprint.domain), .bytes(fingerprint.bytes)])
    }

    /// An upsert, since the row may have been collected after it was claimed.
    static func move(_ fingerprint: SourceFingerprint, to code: Substring) -> Statement {
        Statement(
            """
            INSERT INTO fp_fingerprint (domain, fingerprint, code) VALUES ($1, $2, $3)
            ON CONFLICT (domain, fingerprint) DO UPDATE SET code = excluded.code
            """,
            [.text(fingerprint.domain), .bytes(fingerprint.bytes), .text(String(code))])
    }

    // MARK: - Idempotent requests

    static func claimRequest(_ key: [UInt8], seconds: Int64) -> Statement {
        Statement(
            "INSERT INTO fp_request (key, expires) VALUES ($1, \(clock) + $2) ON CONFLICT (key) DO NOTHING",
            [.bytes(key), .integer(seconds)])
    }

    /// The content, the response, and the seconds until it expires.
    static func lockRequest(_ key: [UInt8]) -> Statement {
        Statement(
            "SELECT content, answer, expires - \(clock) FROM fp_request WHERE key = $1 FOR UPDATE", [.bytes(key)])
    }

    static func answerRequest(
        _ key: [UInt8], _ content: [UInt8], _ answer: [UInt8], seconds: Int64
    ) -> Statement {
        Statement(
            "UPDATE fp_request SET content = $2, answer = $3, expires = \(clock) + $4 WHERE key = $1",
            [.bytes(key), .bytes(content), .bytes(answer), .integer(seconds)])
    }

    static func forgetRequest(_ key: [UInt8]) -> Statement {
        Statement("DELETE FROM fp_request WHERE key = $1 AND answer IS NULL", [.bytes(key)])
    }

    static let forgetRequests = Statement("DELETE FROM fp_request WHERE expires < \(clock)")
}

extension Statement.Parameter {
    static func shard(_ shard: UInt8) -> Statement.Parameter { .integer32(Int32(shard)) }

    /// A 64-bit number, stored as signed.
    static func number(_ number: UInt64) -> Statement.Parameter { .integer(Int64(bitPattern: number)) }
}

extension Rows {
    /// The lines of a tokens file, from the result of ``SourceStatement/tokens``.
    var tokenLines: String {
        get throws(PostgreSQLError) {
            var lines = ""
            for row in 0..<count {
                let words = [try text(row, 0), try text(row, 1), try text(row, 2)]
                lines += words.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
            }
            return lines
        }
    }

    /// A number that was sent as ``PostgreSQL/Statement/Parameter/number(_:)``.
    func number(_ row: Int, _ column: Int) throws(PostgreSQLError) -> UInt64 {
        UInt64(bitPattern: try integer(row, column))
    }

    func shard(_ row: Int, _ column: Int) throws(PostgreSQLError) -> UInt8 {
        guard let shard = UInt8(exactly: try integer(row, column)) else {
            throw .answer("a shard is not a number from 0 to 255; check the source with `fingerpost source check`")
        }
        return shard
    }
}

/// A row that a transaction writes.
struct ChangedRow {
    let row: ReplicaRow
    let record: LinkRecord
    /// The row's current version; `nil` for a new row.
    let expected: UInt64?
}

/// The SQL statements for shared secrets.
extension SourceStatement {
    /// All secrets, each with the source's time.
    static let secrets = Statement("SELECT name, value, \(clock) FROM fp_secret ORDER BY name")

    static func keepSecret(_ name: SharedSecretName, _ value: [UInt8]) -> Statement {
        Statement(
            "INSERT INTO fp_secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
            [.text(name.rawValue), .bytes(value)])
    }

    static func secret(_ name: SharedSecretName) -> Statement {
        Statement("SELECT value FROM fp_secret WHERE name = $1", [.text(name.rawValue)])
    }

    static func lockSecret(_ name: SharedSecretName) -> Statement {
        Statement("SELECT value, \(clock) FROM fp_secret WHERE name = $1 FOR UPDATE", [.text(name.rawValue)])
    }

    /// Affects no row if another node was faster.
    static func replaceSecret(_ name: SharedSecretName, _ old: [UInt8], with new: [UInt8]) -> Statement {
        Statement(
            "UPDATE fp_secret SET value = $3 WHERE name = $1 AND value = $2",
            [.text(name.rawValue), .bytes(old), .bytes(new)])
    }
}
