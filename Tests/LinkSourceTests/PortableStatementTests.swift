import LinkStore
import PostgreSQL
import TestSupport
import Testing
import Threads

@testable import LinkSource

/// Nodes and commands use few kinds of statements, which other engines with PostgreSQL's protocol document as well.
@Suite(
    "Portable statements", serverIsInstalled, .timeLimit(.minutes(20)),
    .enabled(if: WireProxy.isInstalled, "skipped: python3 is not installed"))
struct PortableStatementTests {
    /// The forms of portable statements.
    private static func isPortable(_ statement: String) -> Bool {
        let forms: [Regex<Substring>] = [
            /BEGIN ISOLATION LEVEL READ COMMITTED/, /BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY/, /COMMIT/,
            /ROLLBACK/, /SET LOCAL [a-z_]+ = '[0-9]+s'/,
            /SELECT .+ FROM fp_.+/, /INSERT INTO fp_.+/, /UPDATE fp_[a-z]+ (?:AS [a-z] )?SET .+/,
            // Several arrays in one unnest.
            /SELECT .+ FROM unnest\(.+\) AS k \(.+\) JOIN fp_[a-z]+ AS [a-z] ON .+/, /DELETE FROM fp_[a-z]+ WHERE .+/,
            /CREATE (?:TABLE|INDEX) IF NOT EXISTS fp_.+/,
            /ALTER TABLE fp_[a-z]+ ADD COLUMN IF NOT EXISTS [a-z]+ [a-z]+/,
            // In addition to the required statements, for bulk loads.
            /COPY fp_import \(.+\) FROM STDIN \(FORMAT binary\)/,
        ]
        return forms.contains { statement.wholeMatch(of: $0) != nil } || isOfCatalogue(statement)
    }

    /// Queries of `source check` only: the standard's catalog of columns, and those of PostgreSQL's catalog tables that
    /// the others keep for its clients.
    private static func isOfCatalogue(_ statement: String) -> Bool {
        guard statement.hasPrefix("SELECT "), !statement.contains(" FOR UPDATE") else { return false }
        let words = statement.matches(of: /(?:FROM|JOIN) ([a-z_.]+)/).map { String($0.output.1) }
        let tables = ["class", "namespace", "index", "attribute", "constraint"].map { "pg_catalog.pg_\($0)" }
        return !words.isEmpty && Set(words).isSubset(of: tables + ["information_schema.columns"])
    }

    /// Catalog names that contain words of the following list.
    private static let catalogue = [
        "pg_catalog", "pg_class", "pg_namespace", "pg_index", "pg_attribute", "pg_constraint", "pg_table_is_visible",
        "pg_get_constraintdef", "is_identity",
    ]

    /// Features that an engine lacks or implements differently.
    private static let unportable = [
        "trigger", "sequence", "nextval", "serial", "identity", "xid", "txid", "xmin", "ctid", "pg_", "advisory",
        "declare",
        "cursor", "fetch", "notify", "listen", "array_agg", "returning", "skip locked", "nowait", "for share",
        "lock table",
        "temp", "merge", "only ", "with ", "lateral", "tablespace", "partition", "::", "savepoint", "prepare",
    ]

    @Test func allThatIsSaidIsInTheSharedSubset() throws {
        let cluster = try NodeCluster(proxied: 2)
        try useEverything(cluster)
        var statements: [String: Int] = [:]
        for proxy in cluster.proxies { statements.merge(try proxy.statements()) { $0 + $1 } }
        // Optional: other engines may reject them.
        let optional = statements.keys.filter {
            $0.contains(" FROM pg_catalog.pg_stat_activity ") || $0.contains("pg_walfile_name")
        }
        #expect(optional.count == 2)
        for statement in statements.keys.sorted() where !optional.contains(statement) {
            #expect(Self.isPortable(statement), "\(statement)")
            var text = statement.lowercased()
            if Self.isOfCatalogue(statement) { for word in Self.catalogue { text = text.replacing(word, with: "") } }
            for word in Self.unportable {
                #expect(!text.contains(word), "\(word) in \(statement)")
            }
        }
        // The test covers every table: each was written.
        for table in [
            "fp_source", "fp_shard", "fp_link", "fp_fingerprint", "fp_request", "fp_count", "fp_lease", "fp_node",
            "fp_secret", "fp_incarnation", "fp_tally",
        ] {
            #expect(
                statements.keys.contains { $0.contains("INTO \(table) ") || $0.contains("UPDATE \(table) ") },
                "\(table)")
        }
        #expect(statements.keys.contains { $0.hasSuffix("FOR UPDATE") })
        #expect(statements.keys.filter(Self.isOfCatalogue).count == 4)
    }

    private func useEverything(_ cluster: NodeCluster) throws {
        let node = cluster.nodes[0]
        try cluster.waitUntilCounting()
        var creation = LinkCreation(.sample("links.example.com/first"))
        creation.record.fingerprint = LinkFingerprint(high: 1, low: 2)
        creation.record.maximumClicks = 5
        creation.findsExisting = true
        creation.request = RequestMark(
            key: LinkFingerprint(high: 3, low: 4), content: LinkFingerprint(high: 5, low: 6), time: cluster.now)
        let made = try node.apply(.create(creation)).link
        creation.request = nil
        #expect(try node.apply(.create(creation)) == .link(made, isNew: false))
        try node.delete(try node.change(made.key) { $0.name = "changed" }.key)
        // Another link from the same input, to which the fingerprint moves.
        creation.record.key = .known("links.example.com/second")
        let second = try node.apply(.create(creation)).link
        let isLeased = Locked(false)
        node.node.lease(second.id, maximum: 5) { isLeased.withLock { $0 = true } }
        isLeased.wait { $0 ? () : nil }
        count(second, at: node)
        try cluster.wait("the counts are at the source") {
            try cluster.server.sql("SELECT count(*) FROM fp_tally") == "1\n"
        }
        let hasCounts = Locked(false)
        node.node.counts(of: second.id, days: 0...20_000) { _ in hasCounts.withLock { $0 = true } }
        hasCounts.wait { $0 ? () : nil }
        try useCommands(cluster)
        node.node.keepCounts(CountRetention(keepDays: 1, rollUp: .year))
        try cluster.wait("the counts are folded and rolled up") {
            try cluster.server.sql("SELECT count(*) FROM fp_count") == "0\n"
                && cluster.server.sql("SELECT count(*) FROM fp_tally WHERE incarnation = 0 AND day < 100000") == "0\n"
        }
        cluster.waitUntilEqual()
    }

    private func count(_ record: LinkRecord, at node: TestNode) {
        let isCounted = Locked(false)
        let counts = [LinkCount(id: record.id, day: 10_000, event: .click, platform: .other, count: 1)]
        node.node.submit(.count(counts)) { _ in isCounted.withLock { $0 = true } }
        isCounted.wait { $0 ? () : nil }
    }

    private func useCommands(_ cluster: NodeCluster) throws {
        let source = try Source(ConnectionParameters(cluster.proxies[1].url))
        defer { source.close() }
        let folder = try ScratchFolder()
        let store = try LinkStore(directory: folder.path)
        let link = try store.apply(.create(LinkCreation(.sample("links.example.com/pushed")))).link
        try store.apply(.count([LinkCount(id: link.id, day: 5, event: .click, platform: .other, count: 1)]))
        try source.wait { source in
            _ = try await source.prepare()
            _ = try await source.status()
            _ = try await source.addToken(name: "shop", digest: "none", options: [])
            _ = try await source.tokens()
            _ = try await source.removeTokens(["shop"])
            _ = try await source.collect(before: 1 << 40)
            try await source.rotate(SharedSecretName.allCases)
            // Nodes of programs before version 2 send these.
            let older = ReplicaIdentity(source: 0, node: "older", incarnation: 1)
            let counts = [LinkCount(id: 9, day: 6, event: .click, platform: .other, count: 1)]
            _ = try await source.connected().run([SourceStatement.count(counts, older)])
            _ = try await source.push(store) { _ in }
            try await source.finishPush(of: store)
            _ = try await source.forget(node: "node1", isForced: true)
            _ = try await source.checkSchema()
            _ = try await source.check([0, 1, 2], against: [])
            _ = try await source.recover()
        }
    }
}
