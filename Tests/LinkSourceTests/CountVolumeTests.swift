import Foundation
import LinkSource
import LinkStore
import TestSupport
import Testing

/// The disk space and WAL that click counts take at the source.
///
/// `FINGERPOST_COUNTED_LINKS=200000` turns it into a benchmark whose result is printed.
@Suite("Volume of counts", serverIsInstalled, .timeLimit(.minutes(20)))
struct CountVolumeTests {
    /// Counts of typical clicks: each link is clicked once; half of the clicks go to the app, half to the store.
    private static func clicks(_ ids: [UInt64], day: UInt32) -> [LinkCount] {
        ids.enumerated().flatMap { index, id in
            let platform: LinkCount.Platform = index.isMultiple(of: 2) ? .android : .ios
            return [LinkCount.Event.click, index.isMultiple(of: 2) ? .appOpen : .storeVisit].map {
                LinkCount(id: id, day: day, event: $0, platform: platform, count: 1)
            }
        }
    }

    private static func count(_ counts: [LinkCount], at node: TestNode) {
        for start in stride(from: 0, to: counts.count, by: 20_000) {
            node.count(Array(counts[start..<min(start + 20_000, counts.count)]))
        }
    }

    private static func tables(_ server: PostgreSQLServer) throws -> [Int] {
        try server.sql(
            """
            SELECT coalesce(sum(pg_total_relation_size(oid)), 0), pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')
            FROM pg_class WHERE relname IN ('fp_count', 'fp_tally')
            """
        ).split { !$0.isNumber }.compactMap { Int($0) }
    }

    @Test func aClickOnALinkTakesFewBytes() throws {
        let variable = ProcessInfo.processInfo.environment["FINGERPOST_COUNTED_LINKS"]
        let links = variable.flatMap { Int($0) } ?? 4_000
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        let ids = (0..<links).map { _ in LinkBody.makeID() }.sorted()
        try cluster.server.sql("CHECKPOINT")
        let before = try Self.tables(cluster.server)
        // A minute's clicks arrive in parts.
        for part in 0..<4 {
            let some = stride(from: part, to: links, by: 4).map { ids[$0] }
            Self.count(Self.clicks(some, day: 20_000), at: cluster.nodes[0])
        }
        try cluster.wait("all counts are sent") { try cluster.nodes[0].store.unsentCounts(limit: 1).isEmpty }
        let after = try Self.tables(cluster.server)
        defer { report(cluster, links, after) }
        print("\(links) links: \(after[0] - before[0]) bytes of tables, \(after[1] - before[1]) bytes of the log")
        #expect(after[0] - before[0] < 160 * links + 100_000)
    }

    private static let names: ClickNames = {
        var names = ClickNames()
        names.rules = ["open-app-android", "open-app-ios", "web"]
        names.inApps = ["", "instagram", "facebook", "tiktok", "gmail", "whatsapp"]
        names.browsers = ["", "chrome", "safari", "samsung", "firefox", "edge"]
        return names
    }()

    /// The properties of a typical click: few countries have most of them, and a third has a referrer.
    private static func detail(_ random: inout SplitMix64) -> (detail: ClickDetail, host: String) {
        /// Each number is half as likely as the one before.
        func rank(_ most: Int) -> Int {
            min(most, UInt32.random(in: 1...UInt32.max, using: &random).leadingZeroBitCount)
        }
        func letters(_ text: String) -> UInt32 { text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
        let place = rank(9)
        var detail = ClickDetail()
        detail.site = 0
        detail.country = UInt16(letters(["US", "DE", "IN", "BR", "GB", "FR", "JP", "ID", "MX", "TR"][place]))
        detail.language = letters(["en", "de", "hi", "pt", "en", "fr", "ja", "id", "es", "tr"][place])
        detail.inApp = UInt8(rank(5))
        detail.browser = UInt8(1 + rank(4))
        detail.rule = UInt16(1 + rank(2))
        let hasReferrer = UInt8.random(in: 0..<3, using: &random) == 0
        return (detail, hasReferrer ? "news\(rank(20)).example.com" : "")
    }

    /// Five clicks on each link, with all properties: the default of a site.
    private static func click(_ ids: [UInt64], day: UInt32, at node: TestNode) throws {
        var random = SplitMix64(seed: 1)
        var reader = try node.store.makeReader()
        reader.use(names)
        for id in ids {
            let platform: LinkCount.Platform = id.isMultiple(of: 2) ? .android : .ios
            for click in 0..<5 {
                let (detail, host) = detail(&random)
                reader.countClick(
                    id: id, click.isMultiple(of: 2) ? .appOpen : .storeVisit, platform, at: Int64(day) * 86_400,
                    detail, host: Array(host.utf8).span,
                    key: Array("go.example/\(id)".utf8).span)
            }
        }
        reader.flush()
        node.store.settle()
    }

    @Test func breakdownsTakeFewBytes() throws {
        let variable = ProcessInfo.processInfo.environment["FINGERPOST_COUNTED_LINKS"]
        let links = variable.flatMap { Int($0) } ?? 2_000
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        let ids = (0..<links).map { _ in LinkBody.makeID() }.sorted()
        try cluster.server.sql("CHECKPOINT")
        let before = try Self.tables(cluster.server)
        try Self.click(ids, day: 20_000, at: cluster.nodes[0])
        try cluster.wait("all counts are sent") { try cluster.nodes[0].store.unsentCounts(limit: 1).isEmpty }
        let after = try Self.tables(cluster.server)
        defer { report(cluster, links + 1, after) }
        let average = "SELECT CAST(avg(length(parts)) AS integer) FROM fp_tally"
        let parts = try cluster.server.sql(average).filter(\.isNumber)
        print(
            "\(links) links, 5 clicks each with breakdowns of \(parts) bytes: \(after[0] - before[0]) bytes of tables, "
                + "\(after[1] - before[1]) bytes of the log")
        #expect(Int(parts).map { $0 > 100 } ?? false && after[0] - before[0] < 700 * links + 200_000)
    }

    /// Prints the bytes that folding a day's rows adds to the WAL, and those of the remaining rows.
    private func report(_ cluster: NodeCluster, _ links: Int, _ sent: [Int]) {
        do {
            cluster.nodes[0].stop()
            try cluster.nodes[0].start()
            let rows = "SELECT count(*) FROM fp_tally WHERE incarnation = 0"
            let limit = ContinuousClock.now + .seconds(links / 1_000 + 20)
            while try cluster.server.sql(rows) != "\(links)\n", ContinuousClock.now < limit { usleep(100_000) }
            let folded = try Self.tables(cluster.server)
            try cluster.server.sql("VACUUM FULL fp_tally")
            let left = try Self.tables(cluster.server)
            print("\(links) links: folding \(folded[1] - sent[1]) bytes of the log, \(left[0]) bytes of tables left")
        } catch { Issue.record(error) }
    }
}
