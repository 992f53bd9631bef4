import Glibc
import LinkStore
import PostgreSQL
import TestSupport
import Testing
import Threads

@testable import LinkSource

/// Garbage collection of deleted links.
@Suite("Collected links", serverIsInstalled, .timeLimit(.minutes(20)))
struct CollectTests {
    private static let tables = ["fp_link", "fp_fingerprint", "fp_lease", "fp_count", "fp_tally"]

    private func rows(_ cluster: NodeCluster) throws -> [String: String] {
        try Dictionary(
            uniqueKeysWithValues: Self.tables.map { table in
                (table, try cluster.server.sql("SELECT count(*) FROM \(table)").filter(\.isNumber))
            })
    }

    private func creation(_ number: Int) -> LinkCreation {
        var creation = LinkCreation(.sample("links.example.com/n\(number)"))
        creation.record.fingerprint = LinkFingerprint(high: 1, low: UInt64(number))
        creation.record.maximumClicks = 5
        creation.findsExisting = true
        return creation
    }

    private func wait(_ answers: [Locked<Result<LinkResult, StoreError>?>]) throws -> [LinkRecord] {
        try answers.map { try $0.wait { $0 }.get().link }
    }

    /// Regression: fingerprints and leases of links that were created and deleted stayed forever.
    @Test func linksThatWereMadeAndDeletedLeaveNoRowBehind() throws {
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        let node = cluster.nodes[0]
        let kept = try node.apply(.create(creation(0))).link
        for start in stride(from: 1, to: 10_001, by: 1_000) {
            let links = try wait((start..<start + 1_000).map { node.begin(.create(creation($0))) })
            let counts = links.map { LinkCount(id: $0.id, day: 10_000, event: .click, platform: .ios, count: 1) }
            node.node.submit(.count(counts)) { _ in }
            let isLeased = Locked(0)
            for link in links.prefix(100) { node.node.lease(link.id, maximum: 5) { isLeased.withLock { $0 += 1 } } }
            isLeased.wait { $0 == 100 ? () : nil }
            _ = try wait(links.map { node.begin(.delete($0.key, at: 3_000)) })
        }
        node.node.lease(kept.id, maximum: 5) {}
        try cluster.wait("all counts are sent") { try node.store.unsentCounts(limit: 1).isEmpty }
        try cluster.wait("the lease of the link that stays") { try rows(cluster)["fp_lease"] == "1001" }
        #expect(try rows(cluster)["fp_tally"] == "10000" && rows(cluster)["fp_fingerprint"] == "10001")
        #expect(try cluster.withSource { try await $0.collect(before: 4_000) } == 10_000)
        let left = ["fp_link": "1", "fp_fingerprint": "1", "fp_lease": "1", "fp_count": "0", "fp_tally": "0"]
        #expect(try rows(cluster) == left)
        // The rest is intact: the same input finds the existing link, and creates the others again.
        #expect(try node.apply(.create(creation(0))) == .link(kept, isNew: false))
        let again = try node.apply(.create(creation(7))).link
        #expect(try node.apply(.create(creation(7))) == .link(again, isNew: false))
        cluster.waitUntilEqual()
        node.stop()
    }

    /// Fingerprints of deleted links are removed although the links' codes are kept; those of a push in progress stay.
    @Test func aFingerprintGoesWithItsLink() throws {
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        let node = cluster.nodes[0]
        let link = try node.apply(.create(creation(1))).link
        try node.delete(link.key)
        try cluster.server.sql(
            "INSERT INTO fp_import VALUES (1, 0, 0, 'links.example.com', 'x', false, 1, 0, 1, '', NULL)")
        #expect(try cluster.withSource { try await $0.collect(before: 0) } == 0)
        #expect(try rows(cluster)["fp_fingerprint"] == "1")
        try cluster.server.sql("DELETE FROM fp_import")
        #expect(try cluster.withSource { try await $0.collect(before: 0) } == 0)
        #expect(try rows(cluster)["fp_fingerprint"] == "0" && rows(cluster)["fp_link"] == "1")
        var second = creation(1)
        second.record.key = .known("links.example.com/second")
        let made = try node.apply(.create(second)).link
        #expect(try node.apply(.create(creation(1))) == .link(made, isNew: false))
    }

    @Test func aNodeThatRunsIsNotForgotten() throws {
        let cluster = try NodeCluster(nodes: 2)
        try cluster.waitUntilCounting()
        let (one, two) = (cluster.nodes[0], cluster.nodes[1])
        func forget(_ name: String, isForced: Bool = false) throws -> NodeRemoval {
            try cluster.withSource { try await $0.forget(node: name, isForced: isForced) }
        }
        let names = "SELECT node FROM fp_node ORDER BY node"
        try cluster.wait("both are listed") { try cluster.server.sql(names) == "node0\nnode1\n" }
        #expect(try forget("node7") == .unknown(["node0", "node1"]))
        guard case .isRunning(0..<60) = try forget("node0") else {
            Issue.record("a node was forgotten that runs")
            return
        }
        let link = try one.make("links.example.com/one", "https://www.example.com/1")
        for node in [one, two] {
            node.node.submit(.count([LinkCount(id: link.id, day: 1, event: .click, platform: .ios, count: 4)])) { _ in }
        }
        try cluster.wait("the counts are sent") { try cluster.counts(of: link.id).reduce(0) { $0 + $1.count } == 8 }
        two.stop()
        try cluster.server.sql("UPDATE fp_node SET seen = now() - INTERVAL '1 hour' WHERE node = 'node1'")
        #expect(try forget("node1") == .forgotten)
        #expect(try cluster.server.sql(names) == "node0\n")
        #expect(try cluster.counts(of: link.id).map(\.count) == [8])
        #expect(try cluster.server.sql("SELECT count(*) FROM fp_incarnation WHERE node = 'node1'") == "0\n")
        // A node that returns is not lost, but it counts from 0.
        try two.start()
        cluster.wait("it has caught up") { two.condition.hasCaughtUp }
        two.node.submit(.count([LinkCount(id: link.id, day: 1, event: .click, platform: .ios, count: 1)])) { _ in }
        try cluster.wait("its counts are there again") {
            try cluster.counts(of: link.id).reduce(0) { $0 + $1.count } == 9
        }
        // Forgotten by force while it runs, it continues.
        #expect(try forget("node0", isForced: true) == .forgotten)
        try cluster.wait("it is listed again") { try cluster.server.sql(names).contains("node0") }
        usleep(1_500_000)
        one.node.submit(.count([LinkCount(id: link.id, day: 2, event: .click, platform: .ios, count: 1)])) { _ in }
        cluster.wait("it reports the loss") { one.said.contains { $0.contains("was forgotten") } }
        one.node.submit(.count([LinkCount(id: link.id, day: 2, event: .click, platform: .ios, count: 1)])) { _ in }
        try cluster.wait("it counts again") { try cluster.counts(of: link.id).reduce(0) { $0 + $1.count } >= 10 }
    }
}
