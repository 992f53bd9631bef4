import PostgreSQL
import TestSupport
import Testing

@testable import LinkSource

@Suite("The check of the source's tables", serverIsInstalled, .timeLimit(.minutes(20)))
struct SchemaCheckTests {
    private let server: PostgreSQLServer

    init() throws {
        server = try PostgreSQLServer()
        _ = try ask { source in try await source.prepare() }
    }

    private func ask<Value: Sendable>(
        _ url: String? = nil, _ body: @escaping @Sendable (isolated Source) async throws -> Value
    ) throws -> Value {
        let source = try Source(ConnectionParameters(url ?? server.url))
        defer { source.close() }
        return try source.wait(body)
    }

    private func check(_ url: String? = nil) throws -> SchemaCheck {
        try ask(url) { source in try await source.checkSchema() }
    }

    @Test func whatInitMakesHasNoFinding() throws {
        #expect(try check() == SchemaCheck())
        // A second run changes nothing.
        #expect(try ask { source in try await source.prepare() }.isNew == false)
        #expect(try check() == SchemaCheck())
    }

    @Test(
        "each difference is named",
        arguments: [
            (
                "ALTER TABLE fp_link ALTER COLUMN body TYPE text USING encode(body, 'hex')",
                "fp_link.body is text, expected bytea"
            ),
            ("ALTER TABLE fp_shard DROP COLUMN floor", "fp_shard.floor is missing, expected bigint"),
            (
                "ALTER TABLE fp_link ALTER COLUMN code TYPE text COLLATE \"POSIX\"",
                "fp_link.code has the collation POSIX, expected \"C\""
            ),
            (
                "ALTER TABLE fp_token ALTER COLUMN name TYPE text COLLATE \"default\"",
                "fp_token.name has the collation of the database, expected \"C\""
            ),
            (
                "ALTER TABLE fp_count ALTER COLUMN n DROP NOT NULL",
                "fp_count.n is nullable, expected NOT NULL"
            ),
            (
                "ALTER TABLE fp_request ALTER COLUMN answer SET NOT NULL",
                "fp_request.answer is NOT NULL, expected nullable"
            ),
            (
                "ALTER TABLE fp_node DROP COLUMN lag, ADD COLUMN lag bigint NOT NULL GENERATED ALWAYS AS (1) STORED",
                "fp_node.lag is computed by the server, expected values of this program"
            ),
            ("DROP TABLE fp_lease", "fp_lease is missing: run `fingerpost source init`"),
            ("DROP TABLE fp_lease; CREATE VIEW fp_lease AS SELECT 1", "fp_lease is not a table"),
            ("ALTER TABLE fp_secret SET UNLOGGED", "fp_secret is UNLOGGED: a crash of the server empties it"),
            (
                "ALTER TABLE fp_fingerprint DROP CONSTRAINT fp_fingerprint_pkey",
                "fp_fingerprint has no primary key, expected (domain, fingerprint)"
            ),
            (
                "ALTER TABLE fp_count DROP CONSTRAINT fp_count_pkey, ADD PRIMARY KEY (link, day)",
                "fp_count has the primary key (link, day), expected (link, day, platform, outcome, node, incarnation)"
            ),
            (
                "ALTER TABLE fp_lease DROP CONSTRAINT fp_lease_pkey, ADD PRIMARY KEY (link) DEFERRABLE",
                "fp_lease has the primary key (link), which is deferrable or not valid, expected (link)"
            ),
            (
                "ALTER TABLE fp_link DROP CONSTRAINT fp_link_shard_version_key",
                "fp_link has no unique index on (shard, version)"
            ),
            (
                "ALTER TABLE fp_link DROP CONSTRAINT fp_link_shard_version_key, ADD UNIQUE (version, shard)",
                "fp_link has no unique index on (shard, version)"
            ),
            (
                """
                ALTER TABLE fp_link DROP CONSTRAINT fp_link_shard_version_key;
                CREATE UNIQUE INDEX own ON fp_link (shard, version) WHERE NOT deleted
                """, "fp_link has no unique index on (shard, version)"
            ),
            (
                "DROP INDEX fp_request_expires",
                "fp_request has no index on (expires): run `fingerpost source init`"
            ),
            (
                "DROP INDEX fp_request_expires; CREATE INDEX fp_request_expires ON fp_request (content)",
                "fp_request has no index on (expires): drop fp_request_expires, and run `fingerpost source init`"
            ),
            (
                "ALTER TABLE fp_link ADD COLUMN campaign text NOT NULL",
                "fp_link.campaign is unknown to this program and NOT NULL without a default: no rows can be written"
            ),
            (
                "UPDATE fp_source SET schema = 0",
                "the tables have version 0, expected 3: run `fingerpost source init`"
            ),
            ("DELETE FROM fp_source", "fp_source has 0 rows, expected 1: run `fingerpost source init`"),
        ])
    func differences(change: String, finding: String) throws {
        try server.sql(change)
        let check = try check()
        #expect(check.findings == [finding])
        // A finding that recommends `source init` is fixed by it.
        guard finding.hasSuffix(": run `fingerpost source init`") else { return }
        _ = try ask { source in try await source.prepare() }
        #expect(try self.check() == SchemaCheck())
    }

    /// Version 3 added a column to an existing table.
    @Test func tablesOfVersion2AreUpgraded() throws {
        try server.sql("ALTER TABLE fp_tally DROP COLUMN parts; UPDATE fp_source SET schema = 2")
        #expect(
            try check().findings == [
                "fp_tally.parts is missing, expected bytea",
                "the tables have version 2, expected 3: run `fingerpost source init`",
            ])
        for _ in 0..<2 { #expect(try ask { source in try await source.prepare() }.schema == 3) }
        #expect(try check() == SchemaCheck())
    }

    @Test func whatCanNotBeReadIsNotRead() throws {
        try server.sql("DROP TABLE fp_count")
        #expect(try check().isReadable)
        try server.sql("ALTER TABLE fp_link DROP COLUMN body")
        #expect(try !check().isReadable)
        try server.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        #expect(throws: PostgreSQLError.answer("there are no tables; create them with `fingerpost source init`")) {
            try check()
        }
    }

    @Test func additionsAreRemarkedOn() throws {
        try server.sql(
            """
            ALTER TABLE fp_link ADD COLUMN campaign text, ADD COLUMN seen timestamptz NOT NULL DEFAULT now(),
                ADD COLUMN number bigint GENERATED BY DEFAULT AS IDENTITY, ADD CONSTRAINT short CHECK (length(code) < 99);
            CREATE INDEX by_time ON fp_link (changed);
            ALTER TABLE fp_node ALTER COLUMN rules SET DEFAULT 'none';
            UPDATE fp_source SET schema = 7
            """)
        let check = try check()
        #expect(check.findings == [] && check.isReadable)
        #expect(
            check.remarks == [
                "fp_link has an additional index, by_time on (changed)",
                "fp_link.campaign is not used by this program", "fp_link.seen is not used by this program",
                "fp_link.number is not used by this program",
                """
                fp_link has an additional constraint; rows that violate it cannot be written: short CHECK ((length(code) < 99))
                """, "fp_node.rules has the default 'none'::text, which is never used",
                "the tables have version 7 of a newer program; this one supports 3",
            ])
        // An older program keeps the version of a newer one.
        #expect(try ask { source in try await source.prepare() }.schema == 7)
        #expect(try self.check() == check)
    }

    @Test func aRoleOfNodesComparesWhatItHasARightTo() throws {
        try server.sql(
            """
            CREATE ROLE node LOGIN;
            GRANT SELECT ON fp_source, fp_shard, fp_link, fp_fingerprint, fp_count, fp_lease, fp_node, fp_token, fp_secret,
                fp_request, fp_incarnation, fp_tally TO node
            """)
        let url = server.url.replacing("user=\(PostgreSQLServer.user)", with: "user=node")
        let check = try check(url)
        #expect(check.findings == [])
        #expect(check.remarks == ["fp_import was not checked: this role has no rights on it"])
    }

    @Test func tablesOfTheSchemaThatIsUsedAreCompared() throws {
        try server.sql(
            "CREATE SCHEMA other; CREATE TABLE other.fp_link (body text); CREATE INDEX own ON other.fp_link (body)")
        #expect(try check() == SchemaCheck())
        let other = try check(server.url + " options='-c search_path=other'")
        #expect(other.findings.contains("fp_shard is missing: run `fingerpost source init`"))
        #expect(other.findings.contains("fp_link.body is text, expected bytea"))
    }
}
