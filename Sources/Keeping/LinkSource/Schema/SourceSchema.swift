import LinkStore
import PostgreSQL

/// The tables of a source of truth, as `fingerpost source init` creates them.
///
/// A schema version only adds to the previous one, and removes nothing that programs of the previous version use. They
/// continue to run next to newer ones, and unused parts are removed in a later version.
enum SourceSchema {
    /// The version that this program creates and requires.
    static let version = 3

    static let tables = [
        SourceTable(
            name: "fp_source",
            columns: [
                .init("one", .boolean), .init("id", .bigint), .init("schema", .integer), .init("tokens", .bigint),
            ], primaryKey: ["one"]),
        SourceTable(
            name: "fp_shard",
            columns: [
                .init("shard", .integer), .init("epoch", .bigint), .init("head", .bigint), .init("floor", .bigint),
                .init("live", .bigint), .init("digest", .bigint),
            ], primaryKey: ["shard"]),
        SourceTable(
            name: "fp_link",
            columns: [
                .init("shard", .integer), .init("domain", .code), .init("code", .code), .init("version", .bigint),
                .init("deleted", .boolean), .init("id", .bigint), .init("changed", .bigint), .init("format", .integer),
                .init("body", .bytes),
            ], primaryKey: ["shard", "domain", "code"], unique: ["shard", "version"]),
        SourceTable(
            name: "fp_fingerprint",
            columns: [.init("domain", .code), .init("fingerprint", .bytes), .init("code", .code)],
            primaryKey: ["domain", "fingerprint"]),
        SourceTable(
            name: "fp_request",
            columns: [
                .init("key", .bytes), .init("content", .bytes, isNullable: true),
                .init("answer", .bytes, isNullable: true), .init("expires", .bigint),
            ], primaryKey: ["key"], index: SourceTable.Index(name: "fp_request_expires", columns: ["expires"])),
        SourceTable(
            name: "fp_count",
            columns: [
                .init("link", .bigint), .init("day", .integer), .init("platform", .integer), .init("outcome", .integer),
                .init("node", .code), .init("incarnation", .bigint), .init("n", .bigint),
            ], primaryKey: ["link", "day", "platform", "outcome", "node", "incarnation"]),
        SourceTable(
            name: "fp_incarnation",
            columns: [
                .init("incarnation", .bigint), .init("node", .code), .init("state", .integer), .init("sent", .bigint),
            ], primaryKey: ["incarnation"]),
        SourceTable(
            name: "fp_tally",
            columns: [
                .init("incarnation", .bigint), .init("link", .bigint), .init("n", .bigint), .init("day", .integer),
                .init("body", .bytes), .init("parts", .bytes, isNullable: true),
            ], primaryKey: ["incarnation", "link", "day"]),
        SourceTable(
            name: "fp_lease", columns: [.init("link", .bigint), .init("granted", .bigint)], primaryKey: ["link"]),
        SourceTable(
            name: "fp_node",
            columns: [
                .init("node", .code), .init("incarnation", .bigint), .init("program", .text), .init("rules", .text),
                .init("lag", .bigint), .init("seen", .time),
            ], primaryKey: ["node"]),
        SourceTable(
            name: "fp_token", columns: [.init("name", .code), .init("digest", .text), .init("options", .text)],
            primaryKey: ["name"]),
        SourceTable(
            name: "fp_secret", columns: [.init("name", .code), .init("value", .bytes)], primaryKey: ["name"]),
        SourceTable(
            name: "fp_import",
            columns: [
                .init("import", .bigint), .init("shard", .integer), .init("number", .bigint), .init("domain", .code),
                .init("code", .code), .init("deleted", .boolean), .init("id", .bigint), .init("changed", .bigint),
                .init("format", .integer), .init("body", .bytes), .init("fingerprint", .bytes, isNullable: true),
            ], primaryKey: ["import", "shard", "number"]),
    ]

    /// The tables required to read links.
    static let tablesOfLinks: Set = ["fp_source", "fp_shard", "fp_link"]

    /// Creates missing tables and indexes, and the columns that a later version has added; nothing else is changed.
    static var statements: [Statement] {
        tables.flatMap(\.statements) + [Statement("ALTER TABLE fp_tally ADD COLUMN IF NOT EXISTS parts bytea")]
    }

    /// Sets the version once the tables are complete. An older program does not lower it.
    static let raiseVersion = Statement(
        "UPDATE fp_source SET schema = $1 WHERE schema < $1", [.integer32(Int32(version))])

    /// Creates the fixed rows.
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
        let folded = Statement(
            """
            INSERT INTO fp_incarnation (incarnation, node, state, sent) VALUES (0, '', 0, 0)
            ON CONFLICT (incarnation) DO NOTHING
            """)
        return [source] + shards + [folded]
    }
}
