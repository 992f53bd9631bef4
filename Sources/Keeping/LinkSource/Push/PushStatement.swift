import LinkStore
import PostgreSQL

/// SQL statements for bulk loads: COPY into a staging table, and from there into the links, shard by shard.
enum PushStatement {
    /// The columns of ``PushBatch/rows``.
    static let copy = """
        COPY fp_import (import, shard, number, domain, code, deleted, id, changed, format, body, fingerprint)
        FROM STDIN (FORMAT binary)
        """

    /// Removes a store's rows, including those of a killed push.
    static func clear(_ load: PushLoad) -> Statement {
        Statement(
            "DELETE FROM fp_import WHERE import >= $1 AND import <= $2",
            [.number(load.numbers.lowerBound), .number(load.numbers.upperBound)])
    }

    /// Removes the rows that pushes of any store left when they were killed before a time, in seconds since 1970.
    static func clearAbandoned(before moment: Int64) -> Statement {
        // The remainder of a negative number is negative: the seconds minus 2^32.
        Statement(
            "DELETE FROM fp_import WHERE import < 0 AND import % 4294967296 < $1", [.integer(moment - 1 << 32)])
    }

    /// The existing links, with the rows that conflict with them.
    static func existing(_ load: UInt64, _ shards: ClosedRange<UInt8>) -> Statement {
        Statement(
            """
            SELECT i.shard, i.number, l.version, l.format, l.body FROM fp_import AS i
            JOIN fp_link AS l ON l.shard = i.shard AND l.domain = i.domain AND l.code = i.code
            WHERE i.import = $1 AND i.shard >= $2 AND i.shard <= $3
            """, [.number(load), .shard(shards.lowerBound), .shard(shards.upperBound)])
    }

    /// Versions continue from the heads, which the transaction has locked.
    static func insert(_ load: UInt64, _ shards: ClosedRange<UInt8>) -> Statement {
        Statement(
            """
            INSERT INTO fp_link (shard, domain, code, version, deleted, id, changed, format, body)
            SELECT i.shard, i.domain, i.code, s.head + i.number, i.deleted, i.id, i.changed, i.format, i.body
            FROM fp_import AS i JOIN fp_shard AS s ON s.shard = i.shard
            WHERE i.import = $1 AND i.shard >= $2 AND i.shard <= $3
            ON CONFLICT (shard, domain, code) DO NOTHING
            """, [.number(load), .shard(shards.lowerBound), .shard(shards.upperBound)])
    }

    static func claimFingerprints(_ load: UInt64) -> Statement {
        Statement(
            """
            INSERT INTO fp_fingerprint (domain, fingerprint, code)
            SELECT domain, fingerprint, code FROM fp_import WHERE import = $1 AND fingerprint IS NOT NULL
            ORDER BY domain, fingerprint ON CONFLICT (domain, fingerprint) DO NOTHING
            """, [.number(load)])
    }

    /// The clicks used before the links were copied to the source.
    static func openLeases(_ clicks: [(id: UInt64, clicks: UInt64)]) -> Statement {
        Statement(
            """
            INSERT INTO fp_lease (link, granted) SELECT l.link, l.granted FROM unnest($1, $2) AS l (link, granted)
            ON CONFLICT (link) DO NOTHING
            """,
            [.integers(clicks.map { Int64(bitPattern: $0.id) }), .integers(clicks.map { Int64(clamping: $0.clicks) })])
    }

    /// Removes the counts of an interrupted push of a program that sent them without their breakdowns.
    static func clearOlderCounts(_ identity: ReplicaIdentity) -> Statement {
        Statement("DELETE FROM fp_count WHERE node = $1", [.text(identity.node)])
    }

    /// The unexpired marks.
    static func marks(_ keys: [[UInt8]], at now: Int64) -> Statement {
        Statement(
            "SELECT key, answer FROM fp_request WHERE key = ANY ($1) AND answer IS NOT NULL AND expires > $2",
            [.byteStrings(keys), .integer(now)])
    }

    static func keep(_ marks: [PushMark], until expiry: Int64) -> Statement {
        Statement(
            """
            INSERT INTO fp_request (key, answer, expires)
            SELECT m.key, m.answer, $3 FROM unnest($1, $2) AS m (key, answer)
            ON CONFLICT (key) DO UPDATE SET answer = excluded.answer, expires = excluded.expires
            """, [.byteStrings(marks.map(\.key)), .byteStrings(marks.map(\.answer)), .integer(expiry)])
    }
}

/// The numbers of a push's rows in the staging table `fp_import`, which holds them until they become links.
///
/// A number contains the rows' store and the time at which they were sent, so rows of a killed push can be
/// distinguished from those of a running one. It is negative; rows of older programs have positive numbers without
/// these parts and are left alone. Bits 32 to 62 identify the store, and the lower bits are seconds since 1970.
struct PushLoad {
    /// Older rows are abandoned: a batch becomes links within minutes.
    static let lifetime: Int64 = 3_600

    private let store: UInt64

    /// - Parameter secret: The store's secret.
    init(secret: [UInt8]) {
        store = secret.prefix(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & 0x7FFF_FFFF
    }

    /// The number of rows that are sent at a time.
    ///
    /// - Parameter now: The time in seconds since 1970.
    func number(at now: Int64) -> UInt64 { 1 << 63 | store << 32 | UInt64(UInt32(clamping: now)) }

    /// All numbers of the store.
    var numbers: ClosedRange<UInt64> { number(at: 0)...number(at: Int64(UInt32.max)) }
}
