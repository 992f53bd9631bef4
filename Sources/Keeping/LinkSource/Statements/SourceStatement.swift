import LinkStore
import PostgreSQL

/// What nodes say to the source while they serve: only what PostgreSQL, YugabyteDB and CockroachDB share, to which a test holds
/// it. No triggers, sequences, transaction ids, advisory locks or cursors.
enum SourceStatement {
    // MARK: - Transactions

    /// Row locks give the order; engines that only know stricter levels take one.
    static let begin = Statement("BEGIN ISOLATION LEVEL READ COMMITTED")
    /// One snapshot for heads and rows: with a snapshot each, a tombstone that is collected in between would be a lost delete.
    static let beginSnapshot = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    static let commit = Statement("COMMIT")
    static let rollback = Statement("ROLLBACK")

    // MARK: - Following

    static let source = Statement("SELECT id, schema, tokens FROM fp_source")
    static let heads = Statement("SELECT shard, epoch, head, floor, live, digest FROM fp_shard ORDER BY shard")

    static let tokens = Statement("SELECT name, digest, options FROM fp_token ORDER BY name")

    static func page(of shard: UInt8, after cursor: UInt64, upTo head: UInt64, limit: Int) -> Statement {
        Statement(
            """
            SELECT domain, code, version, format, body FROM fp_link
            WHERE shard = $1 AND version > $2 AND version <= $3 ORDER BY version LIMIT $4
            """, [.shard(shard), .number(cursor), .number(head), .integer(Int64(limit))])
    }

    // MARK: - Writing. Locks in this order: requests, fingerprints, then shards, each in ascending order

    static func lock(_ shard: UInt8) -> Statement {
        Statement("SELECT epoch, head, live, digest FROM fp_shard WHERE shard = $1 FOR UPDATE", [.shard(shard)])
    }

    static func lockWithFloor(_ shard: UInt8) -> Statement {
        Statement(
            "SELECT epoch, head, floor, live, digest FROM fp_shard WHERE shard = $1 FOR UPDATE", [.shard(shard)])
    }

    static func link(_ key: LinkKey, in shard: UInt8) -> Statement {
        Statement(
            "SELECT version, format, body FROM fp_link WHERE shard = $1 AND domain = $2 AND code = $3",
            [.shard(shard), .text(String(key.domain)), .text(String(key.code))])
    }

    static func insert(_ row: ReplicaRow, _ record: LinkRecord) -> Statement {
        Statement(
            """
            INSERT INTO fp_link (shard, domain, code, version, deleted, id, changed, format, body)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """, values(row, record))
    }

    /// Never an upsert: that would bring a collected link back.
    static func update(_ row: ReplicaRow, _ record: LinkRecord, from version: UInt64) -> Statement {
        Statement(
            """
            UPDATE fp_link SET version = $4, deleted = $5, id = $6, changed = $7, format = $8, body = $9
            WHERE shard = $1 AND domain = $2 AND code = $3 AND version = $10
            """, values(row, record) + [.number(version)])
    }

    private static func values(_ row: ReplicaRow, _ record: LinkRecord) -> [Statement.Parameter] {
        [
            .shard(row.shard), .text(String(row.key.domain)), .text(String(row.key.code)), .number(row.version),
            .boolean(record.isDeleted), .number(record.id), .integer(record.updated), .integer32(Int32(row.format)),
            .bytes(row.body),
        ]
    }

    static func advance(_ shard: UInt8, from head: UInt64, to state: LockedShard) -> Statement {
        Statement(
            "UPDATE fp_shard SET head = $2, live = $3, digest = $4 WHERE shard = $1 AND head = $5",
            [.shard(shard), .number(state.head), .number(state.live), .number(state.digest), .number(head)])
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

    static func move(_ fingerprint: SourceFingerprint, to code: Substring) -> Statement {
        Statement(
            "UPDATE fp_fingerprint SET code = $3 WHERE domain = $1 AND fingerprint = $2",
            [.text(fingerprint.domain), .bytes(fingerprint.bytes), .text(String(code))])
    }

    // MARK: - Requests that take effect once

    static func claimRequest(_ key: [UInt8], expires: Int64) -> Statement {
        Statement(
            "INSERT INTO fp_request (key, expires) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING",
            [.bytes(key), .integer(expires)])
    }

    static func lockRequest(_ key: [UInt8]) -> Statement {
        Statement("SELECT content, answer, expires FROM fp_request WHERE key = $1 FOR UPDATE", [.bytes(key)])
    }

    static func answerRequest(
        _ key: [UInt8], _ content: [UInt8], _ answer: [UInt8], expires: Int64
    ) -> Statement {
        Statement(
            "UPDATE fp_request SET content = $2, answer = $3, expires = $4 WHERE key = $1",
            [.bytes(key), .bytes(content), .bytes(answer), .integer(expires)])
    }

    static func forgetRequest(_ key: [UInt8]) -> Statement {
        Statement("DELETE FROM fp_request WHERE key = $1 AND answer IS NULL", [.bytes(key)])
    }

    static func forgetRequests(before time: Int64) -> Statement {
        Statement("DELETE FROM fp_request WHERE expires < $1", [.integer(time)])
    }
}

extension Statement.Parameter {
    static func shard(_ shard: UInt8) -> Statement.Parameter { .integer32(Int32(shard)) }

    /// A number of 64 bits, in which the highest is the sign.
    static func number(_ number: UInt64) -> Statement.Parameter { .integer(Int64(bitPattern: number)) }
}

extension Rows {
    /// A number that ``PostgreSQL/Statement/Parameter/number(_:)`` has sent.
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
