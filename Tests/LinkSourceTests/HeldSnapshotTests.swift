import Glibc
import LinkStore
import TestSupport
import Testing
import Threads

@testable import LinkSource

/// A long transaction at the source, such as a dump, so that dead row versions can't be removed.
@Suite("a snapshot held at the source", serverIsInstalled, .serialized, .timeLimit(.minutes(20)))
struct HeldSnapshotTests {
    /// A session that holds a snapshot until it is ended.
    private final class Holder {
        private let server: PostgreSQLServer
        private let thread: SystemThread

        init(_ server: PostgreSQLServer) throws {
            self.server = server
            thread = SystemThread(name: "snapshot") {
                _ = try? server.sql(
                    "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM fp_source; SELECT pg_sleep(600)")
            }
            let limit = ContinuousClock.now + .seconds(20)
            while try server.sql(Self.sessions("count(*)")) != "1\n", ContinuousClock.now < limit { usleep(10_000) }
        }

        private static func sessions(_ what: String) -> String {
            "SELECT \(what) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' OR query LIKE '%; SELECT pg_sleep(600)' "
                + "AND backend_xmin IS NOT NULL AND pid <> pg_backend_pid()"
        }

        func end() {
            _ = try? server.sql(Self.sessions("pg_terminate_backend(pid)"))
            thread.end()
        }
    }

    /// Leaves many dead versions of each shard's row behind.
    private func leaveVersions(_ count: Int, at server: PostgreSQLServer) throws {
        try server.sql("DO $$ BEGIN FOR i IN 1..\(count) LOOP UPDATE fp_shard SET floor = floor; END LOOP; END $$")
    }

    private func scans(_ server: PostgreSQLServer) throws -> Int {
        // A server publishes its statistics within a second.
        usleep(1_500_000)
        let text = try server.sql(
            "SELECT seq_scan + coalesce(idx_scan, 0) FROM pg_stat_user_tables WHERE relname = 'fp_shard'")
        return Int(text.filter(\.isNumber)) ?? 0
    }

    /// Regression: after 240,000 changes, three idle nodes used 85 % of a core; after 360,000, a change took 1.7 s to be seen.
    @Test func looksDoNotReadWhatWasLeftBehind() throws {
        let cluster = try NodeCluster(nodes: 2)
        _ = try cluster.nodes[0].make("links.example.com/one", "https://www.example.com/1")
        cluster.waitUntilEqual()
        let holder = try Holder(cluster.server)
        defer { holder.end() }
        try leaveVersions(800, at: cluster.server)
        cluster.wait("looks have become expensive") { cluster.nodes.allSatisfy { $0.condition.headsWork >= 5 } }

        let before = try scans(cluster.server)
        let start = ContinuousClock.now
        usleep(4_000_000)
        let made = try scans(cluster.server) - before
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let work = Double(cluster.nodes.map(\.condition.headsWork).min() ?? 0) / 1_000
        #expect(Double(made) <= 2 * seconds / (20 * work) + 6, "\(made) in \(seconds) s, each of \(work) s")

        var times: [Duration] = []
        for number in 0..<20 {
            let link = try cluster.nodes[0].make("links.example.com/n\(number)", "https://www.example.com/\(number)")
            let start = ContinuousClock.now
            while try cluster.nodes[1].store.link(link.key) == nil, ContinuousClock.now - start < .seconds(5) {
                usleep(1_000)
            }
            times.append(ContinuousClock.now - start)
        }
        #expect(times.sorted()[10] < .milliseconds(300), "\(times)")
    }

    @Test func nothingIsMissedWithoutTheHeads() throws {
        let cluster = try NodeCluster(nodes: 2)
        cluster.waitUntilEqual()
        let holder = try Holder(cluster.server)
        defer { holder.end() }
        try leaveVersions(400, at: cluster.server)
        cluster.wait("looks have become expensive") { cluster.nodes.allSatisfy { $0.condition.headsWork >= 5 } }
        for round in 0..<5 {
            // More than a page of a quick look, several in a shard, changed and deleted.
            let keys = (0..<3_000).map { LinkKey.known("links.example.com/r\(round)n\($0)") }
            let made = keys.map {
                LinkChange.create(LinkCreation(.sample($0.text, "https://www.example.com/\($0.code)")))
            }
            let other = cluster.nodes[1].begin(.create(LinkCreation(.sample("links.example.com/other\(round)"))))
            _ = try cluster.nodes[0].apply(.each(made))
            _ = try other.wait { $0 }.get()
            _ = try cluster.nodes[round % 2].change(keys[7]) { $0.name = "changed" }
            try cluster.nodes[(round + 1) % 2].delete(keys[8])
        }
        cluster.waitUntilEqual()
        let (live, deleted) = (5 * 3_000, 5)
        #expect(try cluster.server.sql("SELECT count(*) FROM fp_link WHERE NOT deleted") == "\(live)\n")
        #expect(try cluster.server.sql("SELECT count(*) FROM fp_link WHERE deleted") == "\(deleted)\n")
        for node in cluster.nodes {
            #expect(try node.store.positions().reduce(0) { $0 + $1.live } == UInt64(live))
            #expect(node.condition.shardsAfresh.isEmpty)
        }

        // Changes that only the heads show are found, too.
        _ = try cluster.withSource { source in try await source.recover() }
        cluster.wait("the epoch is seen") {
            cluster.nodes.allSatisfy { node in (try? node.store.positions().allSatisfy { $0.epoch == 1 }) ?? false }
        }
        _ = try cluster.nodes[0].make("links.example.com/after", "https://www.example.com/")
        cluster.waitUntilEqual()
        let isAdded = try cluster.withSource { source in
            try await source.addToken(name: "shop", digest: "sha256:1", options: [])
        }
        #expect(isAdded)
        try cluster.wait("the token is seen") {
            try cluster.nodes.allSatisfy { try $0.store.sourceTokens().contains("shop") }
        }
    }

    @Test func theOldestTransactionIsSeenByWhoMaySeeIt() throws {
        let cluster = try NodeCluster(nodes: 1)
        let server = cluster.server
        try server.sql("CREATE ROLE plain LOGIN")
        try server.sql("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO plain")
        let holder = try Holder(server)
        defer { holder.end() }
        let plain = try TestNode("plain", "postgresql://plain@127.0.0.1:\(server.port)/postgres")
        defer { plain.stop() }
        cluster.wait("a superuser sees it") { cluster.nodes[0].condition.oldestSnapshot ?? 0 >= 1 }
        #expect(plain.condition.oldestSnapshot == nil)
        try server.sql("GRANT pg_read_all_stats TO plain")
        cluster.wait("another role sees it once it may") { plain.condition.oldestSnapshot ?? 0 >= 1 }
        // Like an engine without the table.
        try server.sql("REVOKE SELECT ON pg_catalog.pg_stat_activity FROM PUBLIC")
        cluster.wait("nothing is known") { plain.condition.oldestSnapshot == nil }
        usleep(4_000_000)
        let age = try server.sql("SELECT now() - seen < '5 s' FROM fp_node WHERE node = 'plain'")
        #expect(age == "t\n" && plain.condition.isReachable)
        #expect(!plain.said.contains { $0.contains("pg_stat_activity") })
        let status = try cluster.withSource { source in try await source.status() }
        #expect(status.oldestSnapshot ?? 0 >= 1 && status.nodes.count == 2)
    }

    @Test func theHeadsTakeATwentiethOfACore() {
        #expect(SourceNode.headsPause(afterWorkOf: 4) == .zero)
        #expect(SourceNode.headsPause(afterWorkOf: 5) == .milliseconds(100))
        #expect(SourceNode.headsPause(afterWorkOf: 100) == .seconds(2))
        #expect(SourceNode.headsPause(afterWorkOf: 100_000) == .seconds(30))
    }
}
