import Glibc
import LinkStore
import TestSupport
import Testing
import Threads

@testable import LinkSource

/// What remains at the source of nodes that no longer exist.
@Suite(
    "Forgotten nodes", serverIsInstalled, .timeLimit(.minutes(20)),
    .enabled(if: WireProxy.isInstalled, "skipped: python3 is not installed"))
struct ForgottenNodeTests {
    /// The number of rows that name a node, in any table.
    private func rows(naming node: String, _ cluster: NodeCluster) throws -> [String: String] {
        let tables = try cluster.server.sql(
            "SELECT table_name FROM information_schema.columns WHERE column_name = 'node' AND table_name LIKE 'fp_%'")
        return try Dictionary(
            uniqueKeysWithValues: tables.split(separator: "\n").map { table in
                (String(table), try cluster.server.sql("SELECT count(*) FROM \(table) WHERE node = '\(node)'"))
            })
    }

    private func granted(_ cluster: NodeCluster) throws -> String {
        try cluster.server.sql("SELECT granted FROM fp_lease").filter(\.isNumber)
    }

    private func lease(_ link: LinkRecord, at node: TestNode) {
        let isAnswered = Locked(false)
        node.node.lease(link.id, maximum: 50) { isAnswered.withLock { $0 = true } }
        isAnswered.wait { $0 ? () : nil }
    }

    /// A dead machine that had counted, and had a portion of a link's clicks.
    @Test func nothingOfADeadNodeIsLeft() throws {
        let cluster = try NodeCluster(proxied: 2)
        try cluster.waitUntilCounting()
        let (alive, dead) = (cluster.nodes[0], cluster.nodes[1])
        var record = LinkRecord.sample("links.example.com/limited")
        record.maximumClicks = 50
        let link = try alive.apply(.create(LinkCreation(record))).link
        try dead.waitUntilItHas(link)
        dead.count([LinkCount(id: link.id, day: 10_000, event: .click, platform: .ios, count: 3)])
        try cluster.wait("the counts are sent") { try dead.store.unsentCounts(limit: 1).isEmpty }
        lease(link, at: dead)
        #expect(try granted(cluster) == "6", "an eighth")
        // From now on it can send nothing, not even what it sends when it stops.
        try cluster.proxies[1].tell("refuse")
        try cluster.proxies[1].tell("cut now")
        dead.stop()
        #expect(try rows(naming: "node1", cluster).values.contains { $0 != "0\n" })
        try cluster.server.sql("UPDATE fp_node SET seen = now() - INTERVAL '1 hour' WHERE node = 'node1'")
        #expect(try cluster.withSource { try await $0.forget(node: "node1", isForced: false) } == .forgotten)

        let left = try rows(naming: "node1", cluster)
        #expect(left.count >= 3 && left.values.allSatisfy { $0 == "0\n" }, "\(left)")
        #expect(try cluster.counts(of: link.id).map(\.count) == [3])
        #expect(try cluster.server.sql("SELECT count(*) FROM fp_tally WHERE incarnation <> 0") == "0\n")
        // Its portion counts as used: the others get the rest, and no more.
        #expect(try granted(cluster) == "6")
        for _ in 0..<60 { lease(link, at: alive) }
        #expect(try granted(cluster) == "50")
        // The row of the portions goes with the link.
        try alive.delete(link.key)
        #expect(try cluster.withSource { try await $0.collect(before: 4_000) } == 1)
        #expect(try granted(cluster) == "")
    }

    /// Regression: each start without the source left a row behind forever.
    @Test func marksAgainstCountingTwiceAreRemovedWithOldLinks() throws {
        let cluster = try NodeCluster(nodes: 0)
        try cluster.server.sql(
            """
            INSERT INTO fp_incarnation VALUES (-1, 'node1', 2, 3999), (-2, 'node1', 2, 4000), (-3, 'node1', 1, 3999),
            (-4, 'pushed ab', 2, 3999)
            """)
        #expect(try cluster.withSource { try await $0.collect(before: 4_000) } == 0)
        let left = "SELECT incarnation FROM fp_incarnation WHERE incarnation < 0 ORDER BY incarnation"
        #expect(try cluster.server.sql(left) == "-4\n-3\n-2\n")
    }
}
