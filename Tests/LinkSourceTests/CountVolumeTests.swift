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
