import ByteText
import Glibc
import LinkStore
import TestSupport
import Testing
import Threads

@testable import LinkSource

/// Operational problems of many nodes: nodes that stop, slow lines, servers that refuse, copied stores.
@Suite(
    "Trouble at the source", serverIsInstalled, .timeLimit(.minutes(20)),
    .enabled(if: WireProxy.isInstalled, "skipped: python3 is not installed"))
struct SourceTroubleTests {
    /// Regression: a paused machine kept its locks forever, and the writes of all other nodes waited.
    @Test func aNodeThatStopsWithLocksKeepsThemForSeconds() throws {
        let cluster = try NodeCluster(proxied: 2)
        let link = try cluster.nodes[0].make("links.example.com/one", "https://www.example.com/1")
        cluster.waitUntilEqual()
        // The locks are taken, but the response and everything after it is delayed.
        try cluster.proxies[0].tell("delay 6000")
        let stopped = cluster.nodes[0].begin(.update(link.key, LinkPatch(), if: .any, at: 2_000))
        try cluster.wait("the locks are held") {
            try cluster.server.sql(
                "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE '%JOIN fp_link%'"
            ) != "0\n"
        }
        try cluster.proxies[0].tell("freeze")
        let start = ContinuousClock.now
        let changed = try cluster.retrying { try cluster.nodes[1].change(link.key) { $0.name = "changed" } }
        #expect(ContinuousClock.now - start < .seconds(18))
        #expect(changed.name == "changed")
        try cluster.proxies[0].tell("clear")
        try cluster.proxies[0].tell("cut now")
        _ = stopped.wait { $0 }
        cluster.waitUntilEqual()
    }

    /// Regression: a look read up to 60,000 rows within ten seconds; on a slower line, a new node never got any links.
    @Test func aSlowLineTakesAsLongAsItTakes() throws {
        let server = try PostgreSQLServer()
        let first = try NodeCluster(proxied: 1, server)
        let text = "https://www.example.com/" + String(repeating: "x", count: 500)
        let many = (0..<1_500).map {
            LinkChange.create(LinkCreation(.sample("links.example.com/n\($0)", "\(text)\($0)")))
        }
        _ = try first.nodes[0].apply(.each(many))
        let proxy = try WireProxy(server)
        try proxy.tell("rate 60000")
        let node = try TestNode("slow", proxy.url)
        defer { node.stop() }
        let limit = ContinuousClock.now + .seconds(90)
        while !node.condition.isComplete, ContinuousClock.now < limit { usleep(50_000) }
        #expect(node.condition.isComplete && node.condition.rowsFollowed >= 1_500)
        #expect(try node.store.positions().map(\.digest) == first.nodes[0].store.positions().map(\.digest))
    }

    /// Regression: a write at a server that follows another one took ten seconds, and nothing was reported.
    @Test func aReadOnlyServerRefusesAtOnceAndIsReported() throws {
        let cluster = try NodeCluster(nodes: 1)
        let node = cluster.nodes[0]
        _ = try node.make("links.example.com/one", "https://www.example.com/1")
        func set(_ value: String) throws {
            try cluster.server.sql("ALTER SYSTEM SET default_transaction_read_only = \(value)")
            try cluster.server.sql("SELECT pg_reload_conf()")
        }
        try set("on")
        try cluster.wait("it is read-only") { try cluster.server.sql("SHOW default_transaction_read_only") == "on\n" }
        let start = ContinuousClock.now
        #expect(throws: StoreError.self) { try node.make("links.example.com/two", "https://www.example.com/2") }
        #expect(ContinuousClock.now - start < .seconds(3))
        #expect(node.condition.isReachable && node.condition.writeFault?.contains("read-only") == true)
        #expect(node.condition.changesRefused[.readOnly] == 1)
        #expect(node.said.contains { $0.contains("changes are refused") && $0.contains("read-only") })
        try set("off")
        _ = try cluster.retrying { try node.make("links.example.com/two", "https://www.example.com/2") }
        #expect(node.condition.writeFault == nil)
    }

    /// Regression: only the first fault of an outage was reported, but not that the password had expired since.
    @Test func eachNewReasonIsReported() throws {
        let cluster = try NodeCluster(proxied: 1)
        let node = cluster.nodes[0]
        cluster.waitUntilEqual()
        let before = node.said.count
        try cluster.proxies[0].tell("refuse")
        try cluster.proxies[0].tell("cut now")
        cluster.wait("it is away") { node.said.count > before }
        let first = node.said.count
        cluster.server.stop()
        try cluster.proxies[0].tell("accept")
        cluster.wait("another reason is reported") {
            Set(node.said.dropFirst(before)).count > first - before || node.said.count > first
        }
        // But no line repeatedly.
        usleep(3_000_000)
        let lines = node.said.dropFirst(before)
        #expect(lines.count <= 6 && Set(lines).count == lines.count, "\(lines)")
        try cluster.server.start()
        cluster.wait("it is back") { node.condition.isReachable }
    }

    /// Regression: with a node's clock a day ahead, a repeated request created a second link.
    @Test func whatIsKeptForATimeIsKeptByTheSourcesClock() throws {
        let cluster = try NodeCluster(nodes: 1)
        for (number, skew) in [0, 200_000, -200_000].enumerated() {
            var creation = LinkCreation(.sample("links.example.com/n\(number)"))
            creation.request = RequestMark(
                key: LinkFingerprint(high: 3, low: UInt64(number)), content: LinkFingerprint(high: 5, low: 6),
                time: cluster.now + Int64(skew))
            let made = try cluster.nodes[0].apply(.create(creation)).link
            creation.record.key = .known("links.example.com/again\(number)")
            #expect(try cluster.nodes[0].apply(.create(creation)).link.key == made.key)
        }
        let left = try cluster.server.sql(
            "SELECT min(expires - extract(epoch FROM now()))::bigint, max(expires - extract(epoch FROM now()))::bigint "
                + "FROM fp_request WHERE answer IS NOT NULL")
        let seconds = left.split { !$0.isNumber }.compactMap { Int($0) }
        #expect(seconds.count == 2 && seconds.allSatisfy { (86_300...86_400).contains($0) }, "\(left)")
        #expect(abs(cluster.nodes[0].condition.clockOffset) <= 1)
    }

    /// Regression: two nodes with copies of a store kept adding to the same sums, and the source kept the larger: 110
    /// of 210 clicks.
    @Test func eachProcessCountsForItself() throws {
        let cluster = try NodeCluster(nodes: 1)
        let node = cluster.nodes[0]
        let link = try node.make("links.example.com/one", "https://www.example.com/1")
        var incarnations: Set<UInt64?> = []
        for run in 1...3 {
            node.count([LinkCount(id: link.id, day: 10_000, event: .click, platform: .other, count: 10)])
            try cluster.wait("the counts are at the source") {
                try cluster.server.sql(NodeCluster.sumOfCounts) == "\(run * 10)\n"
            }
            #expect(incarnations.insert(try node.store.replicaIdentity()?.incarnation).inserted)
            node.stop()
            try node.start()
            cluster.waitUntilEqual()
            // The renewal follows the first counts sent, of which there are none.
            usleep(2_500_000)
        }
    }

    @Test func aNameThatIsUsedTwiceIsReported() throws {
        let cluster = try NodeCluster(nodes: 1)
        let other = try TestNode("node0", cluster.server.url)
        defer { other.stop() }
        cluster.wait("one of them has noticed") {
            [cluster.nodes[0], other].contains {
                $0.said.contains { $0.contains("another process uses the node name node0") }
            }
        }
    }

    /// Regression: a node offline for a week reported ready at once, and served deleted links.
    @Test func aNodeThatWasAwayIsReadyOnceItHasCaughtUp() throws {
        let cluster = try NodeCluster(proxied: 2)
        let link = try cluster.nodes[0].make("links.example.com/one", "https://www.example.com/1")
        cluster.waitUntilEqual()
        #expect(cluster.nodes[1].node.isReady)
        cluster.nodes[1].stop()
        try cluster.nodes[0].delete(link.key)
        try cluster.proxies[1].tell("delay 300")
        try cluster.nodes[1].start()
        #expect(cluster.nodes[1].condition.isComplete && !cluster.nodes[1].node.isReady)
        cluster.wait("it is ready") { cluster.nodes[1].node.isReady }
        #expect(try cluster.nodes[1].store.link(link.key)?.isDeleted == true)
        cluster.nodes[1].stop()
        try cluster.proxies[1].tell("clear")
        try cluster.proxies[1].tell("refuse")
        try cluster.nodes[1].start()
        let start = ContinuousClock.now
        #expect(!cluster.nodes[1].node.isReady)
        cluster.wait("it is ready without the source") { cluster.nodes[1].node.isReady }
        #expect((.seconds(5)..<(.seconds(15))).contains(ContinuousClock.now - start))
    }

    /// Regression: any client could make a node query its source a thousand times a second with a nonexistent version.
    @Test func aVersionThatCannotBeIsNotWaitedFor() throws {
        let cluster = try NodeCluster(nodes: 1)
        let link = try cluster.nodes[0].make("links.example.com/one", "https://www.example.com/1")
        try cluster.nodes[0].waitUntilItHas(link)
        var version = LinkVersion(link)
        version.number += 10_000_000
        let answer = Locked<Bool?>(nil)
        let start = ContinuousClock.now
        cluster.nodes[0].node.wait(for: [version], patience: .seconds(10)) { has in answer.withLock { $0 = has } }
        #expect(answer.wait { $0 } == false && ContinuousClock.now - start < .seconds(2))
    }

    /// Regression: the password was read on start: after it was rotated, lost connections stayed lost.
    @Test func aRotatedPasswordIsUsed() throws {
        var options = PostgreSQLServer.Options()
        options.access = ["host all node 127.0.0.1/32 scram-sha-256"]
        let server = try PostgreSQLServer(options)
        let cluster = try NodeCluster(proxied: 0, server)
        try server.sql("CREATE ROLE node LOGIN SUPERUSER PASSWORD 'first'")
        let password = Locked("first")
        let url = "postgresql://node@127.0.0.1:\(server.port)/postgres"
        let node = try TestNode("node0", url, password: { password.withLock(\.self) })
        defer { node.stop() }
        cluster.wait("it is complete") { node.condition.isComplete }
        try server.sql("ALTER ROLE node PASSWORD 'second'")
        try server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'node'")
        cluster.wait("the old password is refused") { node.said.contains { $0.contains("password") } }
        password.withLock { $0 = "second" }
        cluster.wait("the new one is used") { node.condition.isReachable }
        #expect(!node.said.contains { $0.contains("first") || $0.contains("second") })
    }
}

@Suite("how often a node looks at its source")
struct LookPauseTests {
    /// Regression: with a snapshot held for hours, three idle nodes used 85 % of a core of the source.
    @Test func whatALookCostsIsLeftToOthers() {
        #expect(SourceNode.pause(afterWorkOf: 3) == .zero)
        #expect(SourceNode.pause(afterWorkOf: 100) == .milliseconds(400))
        #expect(SourceNode.pause(afterWorkOf: 100_000) == .seconds(5))
    }
}

@Suite("how many rows a look reads")
struct LookBudgetTests {
    @Test func itFollowsTheLine() {
        var budget = LookBudget()
        for _ in 0..<10 { budget.adapt(rows: budget.rows, bytes: 400 * budget.rows, in: .milliseconds(100)) }
        #expect(budget.rows == 60_000)
        budget.adapt(rows: 60_000, bytes: 24_000_000, in: .seconds(30))
        #expect(budget.rows == 2_000)
        budget.adapt(rows: 2_000, bytes: 800_000, in: .seconds(400))
        #expect(budget.rows == 50)
        // A few rows that arrive quickly are no measure of the line.
        budget.adapt(rows: 3, bytes: 1_200, in: .milliseconds(1))
        #expect(budget.rows == 50)
        budget.adapt(rows: 50, bytes: 50 * 16_000, in: .milliseconds(100))
        #expect(budget.rows == 100)
        for _ in 0..<20 { budget.adapt(rows: budget.rows, bytes: 16_000 * budget.rows, in: .milliseconds(100)) }
        #expect(budget.rows * 16_000 <= 34 << 20)
    }
}
