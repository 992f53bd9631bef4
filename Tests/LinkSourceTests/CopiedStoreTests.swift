import Glibc
import LinkStore
import TestSupport
import Testing

@testable import LinkSource

/// Clicks counted while the source is away, by processes whose stores have a common past.
@Suite("Counts of copied stores", serverIsInstalled, .timeLimit(.minutes(20)))
struct CopiedStoreTests {
    private static func clicks(_ count: UInt64, _ id: UInt64 = 7) -> [LinkCount] {
        [LinkCount(id: id, day: 10_000, event: .click, platform: .ios, count: count)]
    }

    /// Waits for a number of clicks at the source, which remains when everything is folded.
    private func expect(_ clicks: UInt64, in cluster: NodeCluster) throws {
        var total: UInt64 = 0
        try cluster.wait("\(clicks) clicks are counted") {
            total = try cluster.counts(of: 7).reduce(0) { $0 + $1.count }
            return total == clicks
        }
        // Long enough for another send, and for closing incarnations.
        usleep(1_500_000)
        try cluster.withSource { try await $0.foldAll(nil) }
        #expect(try cluster.counts(of: 7).reduce(0) { $0 + $1.count } == clicks, "was \(total)")
    }

    private func unsent(_ node: TestNode) throws -> UnsentCounts { try #require(try node.store.unsent(limit: 100)) }

    /// Regression: both counted in the original's incarnation until the source was back, and it kept the larger sum of
    /// each link and day: of 647 clicks it had 612.
    @Test(arguments: ["node0", "other"], [false, true])
    func aCopyStartedWhileTheSourceIsAwayTakesNoClicksAway(name: String, isRestarted: Bool) throws {
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        let node = cluster.nodes[0]
        node.count(Self.clicks(10))
        cluster.server.stop()
        node.count(Self.clicks(5))
        if isRestarted {
            node.stop()
            try node.start()
            node.count(Self.clicks(3))
        }
        let copy = try node.copy(named: name, isStarted: false)
        // Else the copy may close the original's incarnation before the original has reached the source.
        copy.formerIncarnationBeats = 20
        try copy.start()
        defer { copy.stop() }
        for _ in 0..<3 {
            node.count(Self.clicks(1))
            copy.count(Self.clicks(2))
        }
        try cluster.server.start()
        try expect(isRestarted ? 27 : 24, in: cluster)
        node.count(Self.clicks(1))
        copy.count(Self.clicks(1))
        try expect(isRestarted ? 29 : 26, in: cluster)
        // After the restart the original may have closed its incarnation before the copy sends the same sums.
        if !isRestarted { for line in node.said + copy.said { #expect(!line.contains("dropped")) } }
    }

    @Test func startsWhileTheSourceIsAwayLoseNothing() throws {
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        let node = cluster.nodes[0]
        node.count(Self.clicks(10))
        cluster.server.kill()
        for run in UInt64(1)...4 {
            node.count(Self.clicks(run))
            node.stop()
            try node.start()
        }
        #expect(try node.store.totals(of: 7) == [], "each start counts from 0")
        cluster.wait("four sums wait") { node.condition.countsUnsent == 4 }
        try cluster.server.start()
        try expect(20, in: cluster)
        cluster.wait("none waits") { node.condition.countsUnsent == 0 }
        try cluster.wait("the registered ones are closed") {
            try cluster.server.sql("SELECT count(*) FROM fp_incarnation WHERE incarnation > 0 AND state = 0") == "1\n"
        }
    }

    /// Each step is repeated, or never followed, as after a crash.
    @Test func aCrashBetweenTheStepsLosesNothing() throws {
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        let node = cluster.nodes[0]
        node.stop()
        // Incarnations that are registered first or not, with sums that are sent but not acknowledged or not.
        for (isKnown, isSent) in [(true, true), (false, true), (true, false), (false, false)] {
            let store = try node.openStore()
            var identity = try #require(try store.replicaIdentity())
            identity.incarnation = isKnown ? LinkBody.makeID() : ProvisionalIncarnation.number()
            if isKnown || isSent { try cluster.withSource { [identity] in try await $0.begin(identity) } }
            try store.become(identity, isKnown: isKnown)
            try store.apply(.count(Self.clicks(3)))
            guard isSent else { continue }
            try cluster.withSource { [identity] in
                _ = try await $0.sendLate(TallyRow.rows(Self.clicks(3)), of: identity.incarnation)
            }
        }
        try node.start()
        try expect(12, in: cluster)
        #expect(!node.said.contains { $0.contains("dropped") })
    }

    /// A copy with sums of an incarnation that its process has closed since adds nothing, whether the source has
    /// forgotten the incarnation or not.
    @Test(arguments: [false, true])
    func aCopyThatReturnsLateAddsNothing(isProvisional: Bool) throws {
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        let node = cluster.nodes[0]
        cluster.server.stop()
        if isProvisional {
            node.stop()
            try node.start()
        }
        node.count(Self.clicks(5))
        let counted = try unsent(node).identity.incarnation
        #expect(ProvisionalIncarnation.contains(counted) == isProvisional)
        let copy = try node.copy(named: "other", isStarted: false)
        defer { copy.stop() }
        node.count(Self.clicks(2))
        try cluster.server.start()
        try expect(7, in: cluster)
        node.stop()
        try node.start()
        try cluster.wait("its incarnation is closed") {
            try cluster.server.sql(
                "SELECT count(*) FROM fp_incarnation WHERE incarnation = \(Int64(bitPattern: counted)) AND state = 0")
                == "0\n"
        }
        try expect(7, in: cluster)
        try copy.start()
        cluster.wait("it drops them") { copy.said.contains { $0.contains("dropped") } }
        copy.count(Self.clicks(1))
        try expect(8, in: cluster)
    }
}
