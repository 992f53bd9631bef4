import LinkStore
import PostgreSQL

/// The tables of a source of truth, as `fingerpost source init` makes them.
///
/// A version adds to the one before and takes nothing away that programs of the version before use: these go on beside newer
/// ones, and what nobody uses any longer goes with a later version.
enum SourceSchema {
    /// The version that this program makes, and needs.
    static let version = 1

    /// Makes what is missing; changes nothing that is there.
    static let tables = [
        """
        CREATE TABLE IF NOT EXISTS fp_source (
            one boolean PRIMARY KEY, id bigint NOT NULL, schema integer NOT NULL, tokens bigint NOT NULL)
        """,
        """
        CREATE TABLE IF NOT EXISTS fp_shard (
            shard integer PRIMARY KEY, epoch bigint NOT NULL, head bigint NOT NULL, floor bigint NOT NULL,
            live bigint NOT NULL, digest bigint NOT NULL)
        """,
        """
        CREATE TABLE IF NOT EXISTS fp_link (
            shard integer NOT NULL, domain text COLLATE "C" NOT NULL, code text COLLATE "C" NOT NULL,
            version bigint NOT NULL, deleted boolean NOT NULL, id bigint NOT NULL, changed bigint NOT NULL,
            format integer NOT NULL, body bytea NOT NULL,
            PRIMARY KEY (shard, domain, code), UNIQUE (shard, version))
        """,
        """
        CREATE TABLE IF NOT EXISTS fp_fingerprint (
            domain text COLLATE "C" NOT NULL, fingerprint bytea NOT NULL, code text COLLATE "C" NOT NULL,
            PRIMARY KEY (domain, fingerprint))
        """,
        """
        CREATE TABLE IF NOT EXISTS fp_request (
            key bytea PRIMARY KEY, content bytea, answer bytea, expires bigint NOT NULL)
        """,
        "CREATE INDEX IF NOT EXISTS fp_request_expires ON fp_request (expires)",
        """
        CREATE TABLE IF NOT EXISTS fp_count (
            link bigint NOT NULL, day integer NOT NULL, platform integer NOT NULL, outcome integer NOT NULL,
            node text COLLATE "C" NOT NULL, incarnation bigint NOT NULL, n bigint NOT NULL,
            PRIMARY KEY (link, day, platform, outcome, node, incarnation))
        """,
        "CREATE TABLE IF NOT EXISTS fp_lease (link bigint PRIMARY KEY, granted bigint NOT NULL)",
        """
        CREATE TABLE IF NOT EXISTS fp_node (
            node text COLLATE "C" PRIMARY KEY, incarnation bigint NOT NULL, program text NOT NULL, rules text NOT NULL,
            lag bigint NOT NULL, seen timestamptz NOT NULL)
        """,
        """
        CREATE TABLE IF NOT EXISTS fp_token (
            name text COLLATE "C" PRIMARY KEY, digest text NOT NULL, options text NOT NULL)
        """,
        "CREATE TABLE IF NOT EXISTS fp_secret (name text COLLATE \"C\" PRIMARY KEY, value bytea NOT NULL)",
        """
        CREATE TABLE IF NOT EXISTS fp_import (
            import bigint NOT NULL, shard integer NOT NULL, number bigint NOT NULL, domain text COLLATE "C" NOT NULL,
            code text COLLATE "C" NOT NULL, deleted boolean NOT NULL, id bigint NOT NULL, changed bigint NOT NULL,
            format integer NOT NULL, body bytea NOT NULL, fingerprint bytea,
            PRIMARY KEY (import, shard, number))
        """,
    ].map { Statement($0) }

    /// Makes the rows that are always there.
    ///
    /// - Parameter id: The source's number, if it has none.
    static func rows(id: UInt64) -> [Statement] {
        let source = Statement(
            """
            INSERT INTO fp_source (one, id, schema, tokens) VALUES (true, $1, $2, 0) ON CONFLICT (one) DO NOTHING
            """, [.integer(Int64(bitPattern: id)), .integer32(Int32(version))])
        let shards = (0..<LinkBody.shards).map { shard in
            Statement(
                """
                INSERT INTO fp_shard (shard, epoch, head, floor, live, digest) VALUES ($1, 0, 0, 0, 0, 0)
                ON CONFLICT (shard) DO NOTHING
                """, [.integer32(Int32(shard))])
        }
        return [source] + shards
    }
}
