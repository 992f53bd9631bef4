import Glibc
import LinkStore
import PostgreSQL
import TestSupport
import Testing

@testable import LinkSource

/// Pushes interrupted anywhere, with changes in between, have the result of an uninterrupted one.
@Suite(
    "Pushes that are run again", serverIsInstalled, .timeLimit(.minutes(20)),
    .enabled(if: WireProxy.isInstalled, "skipped: python3 is not installed"))
struct PushResumptionTests {
    private static let size = PushSize(batch: 80, piece: 8)
    /// A change is sent with its piece, and with the next one if it ended a piece.
    private static let mostByChange = 2 * 4 * size.piece

    private let server: PostgreSQLServer
    private let proxy: WireProxy
    private let folder: ScratchFolder
    private let store: LinkStore

    init() throws {
        server = try PostgreSQLServer()
        proxy = try WireProxy(server)
        folder = try ScratchFolder()
        store = try LinkStore(directory: folder.path)
        try ask(server.url) { source in _ = try await source.prepare() }
    }

    private func ask<Value: Sendable>(
        _ url: String, _ body: @escaping @Sendable (isolated Source) async throws -> Value
    ) throws -> Value {
        let source = try Source(ConnectionParameters(url))
        defer { source.close() }
        return try source.wait(body)
    }

    private func push(_ url: String? = nil, isDryRun: Bool = false) throws -> PushSummary {
        try ask(url ?? server.url) { [store] source in
            try await source.push(store, Self.size, isDryRun: isDryRun) { _ in }
        }
    }

    private func make(_ code: String, _ longLink: String = "https://www.example.com/") throws {
        try store.apply(.create(LinkCreation(.sample("links.example.com/\(code)", longLink))))
    }

    private func change(_ code: String, to longLink: String) throws {
        var patch = LinkPatch()
        patch.longLink = longLink
        try store.apply(.update(.known("links.example.com/\(code)"), patch, if: .any, at: 2_000))
    }

    private func fill(_ count: Int) throws {
        let changes = (0..<count).map {
            LinkChange.create(LinkCreation(.sample("links.example.com/L\($0)", "https://www.example.com/\($0)")))
        }
        try store.apply(.each(changes))
    }

    private func count(_ code: String) throws {
        let id = try #require(try store.link(.known("links.example.com/\(code)"))).id
        try store.apply(.count([LinkCount(id: id, day: 10_000, event: .click, platform: .ios, count: 3)]))
    }

    // MARK: - Separate steps

    @Test func whatHasArrivedIsNotSentAgain() throws {
        try fill(1_000)
        #expect(try push(isDryRun: true).sent == 1_000)
        #expect(try push().sent == 1_000)
        let again = try push()
        #expect(again.sent == 0 && again.skipped == 1_000 && again.made == 0 && again.known == 0)
        let rehearsal = try push(isDryRun: true)
        #expect(rehearsal.sent == 0 && rehearsal.skipped == 1_000)
        #expect(try server.sql("SELECT count(*) FROM fp_import") == "0\n")
    }

    @Test func whatWasMadeChangedDeletedOrCountedIsSent() throws {
        try fill(1_000)
        _ = try push()
        try make("L0000")
        let made = try push()
        #expect(made.made == 1 && made.sent <= Self.mostByChange && made.sent + made.skipped == 1_001)
        try change("L77", to: "https://other.example/")
        let changed = try push()
        #expect(changed.refused == [.known("links.example.com/L77")] && changed.sent <= Self.mostByChange)
        try store.apply(.delete(.known("links.example.com/L500"), at: 3_000))
        let deleted = try push()
        #expect(deleted.refusedCount == 2 && deleted.refused.contains(.known("links.example.com/L500")))
        #expect(deleted.sent <= Self.mostByChange + 1)
        try count("L900")
        let counted = try push()
        #expect(counted.refusedCount == 2 && (1...Self.mostByChange + 2).contains(counted.sent))
        #expect(try server.sql("SELECT n FROM fp_tally") == "3\n")
    }

    @Test func whatWasRefusedIsSentAgainAlone() throws {
        let other = try LinkStore(directory: folder.path + "/other")
        try other.apply(.create(LinkCreation(.sample("links.example.com/L5", "https://other.example/"))))
        _ = try ask(server.url) { source in try await source.push(other, Self.size) { _ in } }
        try fill(1_000)
        #expect(try push().refused == [.known("links.example.com/L5")])
        let again = try push()
        #expect(again.sent == 1 && again.skipped == 999 && again.refused == [.known("links.example.com/L5")])
        try change("L5", to: "https://other.example/")
        let mended = try push()
        #expect(mended.refusedCount == 0 && mended.sent <= Self.mostByChange)
        #expect(try push().sent == 0)
    }

    @Test func aSourceThatLostLinksGetsThemAgain() throws {
        try fill(300)
        let backup = try server.backup()
        _ = try push()
        try server.restore(backup)
        let lost = try push()
        #expect(lost.made == 300 && lost.skipped == 0)
        // Tables restored one by one need `recover`.
        try server.sql("DELETE FROM fp_link")
        try ask(server.url) { source in _ = try await source.recover() }
        #expect(try push().sent == 300)
    }

    @Test func anotherSourceAndAnotherStoreAreOthers() throws {
        try fill(300)
        _ = try push()
        let second = try PostgreSQLServer()
        try ask(second.url) { source in _ = try await source.prepare() }
        #expect(try push(second.url).made == 300)
        let other = try LinkStore(directory: folder.path + "/other")
        try other.apply(.create(LinkCreation(.sample("links.example.com/L0", "https://www.example.com/0"))))
        #expect(try ask(server.url) { source in try await source.push(other, Self.size) { _ in } }.known == 1)
    }

    @Test func marksExpire() throws {
        try fill(300)
        _ = try push()
        try server.sql("UPDATE fp_request SET expires = 1")
        let again = try push()
        #expect(again.known == 300 && again.skipped == 0)
    }

    // MARK: - Rows in transit

    private func rowsOnTheirWay() throws -> Int {
        Int(try server.sql("SELECT count(*) FROM fp_import").filter(\.isNumber)) ?? -1
    }

    @Test func whatAKilledPushLeavesIsCollected() throws {
        try fill(300)
        let other = try LinkStore(directory: folder.path + "/other")
        try other.apply(.create(LinkCreation(.sample("links.example.com/other", "https://other.example/"))))
        func pushOther() throws {
            _ = try ask(server.url) { source in try await source.push(other, Self.size) { _ in } }
        }

        try proxy.tell("cut-before 1 INSERT INTO fp_link")
        #expect(throws: PostgreSQLError.self) { try push(proxy.url) }
        let left = try rowsOnTheirWay()
        #expect(left > 0)
        // Another push might still be using them.
        try pushOther()
        #expect(try rowsOnTheirWay() == left)
        try server.sql("UPDATE fp_import SET import = import - 3540")
        try pushOther()
        #expect(try rowsOnTheirWay() == left)
        try server.sql("UPDATE fp_import SET import = import - 120")
        try pushOther()
        #expect(try rowsOnTheirWay() == 0)

        // A store's own rows are unused when it is pushed again.
        try proxy.tell("cut-before 1 INSERT INTO fp_link")
        #expect(throws: PostgreSQLError.self) { try push(proxy.url) }
        #expect(try rowsOnTheirWay() > 0)
        #expect(try push().made > 0)
        #expect(try rowsOnTheirWay() == 0)
    }

    /// As if another push took this one, stopped for an hour, for a dead one.
    @Test func rowsThatVanishAreNoticed() throws {
        try fill(300)
        try server.sql(
            """
            CREATE FUNCTION vanish() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            DELETE FROM fp_import WHERE code = 'L1'; RETURN NULL; END $$
            """)
        try server.sql(
            "CREATE TRIGGER vanish AFTER INSERT ON fp_fingerprint FOR EACH STATEMENT EXECUTE FUNCTION vanish()")
        let error = #expect(throws: PostgreSQLError.self) { try push() }
        #expect(error?.description.hasPrefix("1 of ") == true, "\(error?.description ?? "")")
        try server.sql("DROP TRIGGER vanish ON fp_fingerprint")
        let mended = try push()
        #expect(mended.made + mended.known + mended.skipped == 300)
        let check = try ask(server.url) { source in try await source.check((0...255).map { $0 }, against: []) }
        #expect(check.findings == [] && check.shards == 256)
        #expect(try server.sql("SELECT count(*) FROM fp_link") == "300\n")
    }

    @Test func whatIsNotRememberedLeavesNoMarks() throws {
        try fill(300)
        let summary = try ask(server.url) { [store] source in
            try await source.push(store, Self.size, isRemembered: false) { _ in }
        }
        #expect(summary.made == 300)
        #expect(try server.sql("SELECT count(*) FROM fp_request") == "0\n")
        #expect(try push().known == 300)
    }

    // MARK: - Everything, interrupted anywhere

    @Test("interrupted anywhere, nothing is lost and little is sent again", arguments: 1...6)
    func interrupted(seed: Int) throws {
        var draw = SplitMix64(seed: UInt64(seed))
        try fill(1_500)
        for number in 0..<40 { try count("L\(number * 31)") }
        try occupy(["L3", "L700", "L1499"])
        try proxy.tell("cut \(Int.random(in: 1...4, using: &draw))%")
        var (runs, changes) = (0, 0)
        var last = PushSummary()
        while true {
            runs += 1
            do {
                last = try push(proxy.url)
                break
            } catch is PostgreSQLError {}
            try #require(runs < 200, "200 pushes did not come to an end")
            if runs == 60 { try proxy.tell("clear") }
            changes += try disturb(runs, &draw)
        }
        #expect(runs > 1)
        let sent = try rowsSent()
        // Every run repeats at most a batch and the refused links.
        let limit =
            1_600 + runs * (Self.size.batch + 4 * Self.size.piece + 3 + changes) + changes * Self.mostByChange
        #expect(sent <= limit, "\(sent) sent in \(runs) runs with \(changes) changes")
        try expectNothingLost(last)
        // Nothing is left but to report the refused links.
        let again = try push()
        #expect(again.sent == last.refusedCount && again.refusedCount == last.refusedCount)
    }

    /// Creates links at the source that differ from those in the store.
    private func occupy(_ codes: [String]) throws {
        let other = try LinkStore(directory: folder.path + "/other")
        for code in codes {
            try other.apply(.create(LinkCreation(.sample("links.example.com/\(code)", "https://other.example/"))))
        }
        _ = try ask(server.url) { source in try await source.push(other, Self.size) { _ in } }
    }

    /// The number of rows copied by all pushes, including failed ones.
    private func rowsSent() throws -> Int {
        // The sessions that copied must have ended.
        try proxy.tell("cut now")
        let others = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'fingerpost'"
        while try server.sql(others) != "0\n" { usleep(20_000) }
        let rows = try server.sql("SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'fp_import'")
        return Int(rows.filter(\.isNumber)) ?? .max
    }

    /// Changes or creates a link anywhere in the store; returns the number of changes.
    private func disturb(_ run: Int, _ draw: inout SplitMix64) throws -> Int {
        guard run < 12 else { return 0 }
        let code = "L\(Int.random(in: 0..<1_500, using: &draw))"
        switch Int.random(in: 0..<4, using: &draw) {
        case 0: try make("M\(run)")
        case 1: try? change(code, to: "https://changed.example/\(run)")
        case 2: _ = try? store.apply(.delete(.known("links.example.com/\(code)"), at: 3_000))
        default: if try store.link(.known("links.example.com/\(code)"))?.isDeleted == false { try count(code) }
        }
        return 1
    }

    /// Each link of the store is at the source as it is, with its counts, or is among the refused; and the source
    /// passes its check.
    private func expectNothingLost(_ summary: PushSummary) throws {
        let rows = try ask(server.url) { source in try await source.allLinks() }
        let lines = try server.sql("SELECT link, sum(n) FROM fp_tally GROUP BY link").split(separator: "\n")
        let counts = Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let words = line.split(separator: "|").compactMap { UInt64($0) }
                return (words[0], words[1])
            })
        var refused: Set<LinkKey> = []
        for record in try store.records(after: nil, limit: .max) {
            guard let row = rows[record.key] else {
                Issue.record("\(record.key.text) is not at the source")
                continue
            }
            guard row.isDeleted == record.isDeleted, row.hasSameContent(as: record) else {
                refused.insert(record.key)
                continue
            }
            let own = try store.counts(of: record.id, days: 0...20_000).reduce(0) { $0 + $1.count }
            #expect(own == counts[row.id] ?? 0, "the counts of \(record.key.text)")
        }
        #expect(refused.count == summary.refusedCount && refused.isSuperset(of: summary.refused))
        #expect(refused.isSuperset(of: [.known("links.example.com/L3"), .known("links.example.com/L700")]))
        let check = try ask(server.url) { source in try await source.check((0...255).map { $0 }, against: []) }
        #expect(check.findings == [] && check.shards == 256)
    }
}

extension Source {
    /// All links, deleted ones as well.
    fileprivate func allLinks() async throws -> [LinkKey: LinkRecord] {
        let rows = try await connected().run([
            Statement("SELECT domain, code, shard, version, format, body FROM fp_link")
        ])[0]
        var links: [LinkKey: LinkRecord] = [:]
        for row in 0..<rows.count {
            let key = LinkKey.known("\(try rows.text(row, 0))/\(try rows.text(row, 1))")
            links[key] =
                ReplicaRow(
                    key: key, shard: try rows.shard(row, 2), version: try rows.number(row, 3), format: 1,
                    body: rows.bytes(row, 5)
                ).record
        }
        return links
    }
}
