import LinkSource
import LinkStore
import TestSupport
import Testing

/// Nodes whose source fails like distributed engines and networks.
@Suite(
    "Faults of the source", serverIsInstalled, .timeLimit(.minutes(20)),
    .enabled(if: WireProxy.isInstalled, "skipped: python3 is not installed"))
struct SourceFaultTests {
    @Test func failedCommitsAreTriedAgain() throws {
        let cluster = try NodeCluster(proxied: 2)
        let node = cluster.nodes[0]
        try cluster.proxies[0].tell("fail-commit 60%")
        var keys: [LinkKey] = []
        for number in 0..<20 {
            keys.append(try node.make("links.example.com/n\(number)", "https://www.example.com/\(number)").key)
        }
        for key in keys { _ = try node.change(key) { $0.name = "changed" } }
        try node.delete(keys[0])
        #expect(try cluster.proxies[0].count("fail-commit") > 20)
        #expect(node.condition.retries > 10)
        try cluster.proxies[0].tell("clear")
        cluster.waitUntilEqual()
        #expect(try cluster.versionsGiven() == 41)
        #expect(try cluster.nodes[1].store.link(keys[1])?.name == "changed")
    }

    @Test(
        "a statement that fails is tried again", arguments: ["40001", "40P01"], ["for update", "insert into fp_link"])
    func failedStatement(state: String, pattern: String) throws {
        let cluster = try NodeCluster(proxied: 1)
        try cluster.proxies[0].tell("fail 5 \(state) \(pattern)")
        _ = try cluster.nodes[0].make("links.example.com/one", "https://www.example.com/")
        #expect(try cluster.proxies[0].count("fail") == 5)
        #expect(try cluster.versionsGiven() == 1)
    }

    /// Whether a change was applied before its response was lost or not, it is applied once, and the caller gets its result.
    @Test(arguments: ["cut-before", "cut-after"])
    func aLostAnswerMakesAChangeOnce(fault: String) throws {
        let cluster = try NodeCluster(proxied: 2)
        let (node, proxy) = (cluster.nodes[0], cluster.proxies[0])
        var made: [LinkRecord] = []
        for number in 0..<10 {
            try proxy.tell("\(fault) 1 update fp_shard")
            made.append(try node.make("links.example.com/n\(number)", "https://www.example.com/\(number)"))
        }
        try proxy.tell("\(fault) 1 update fp_shard")
        made[1] = try node.change(made[1].key, if: .oneOf([made[1].revision])) { $0.name = "changed" }
        try proxy.tell("\(fault) 1 update fp_shard")
        try node.delete(made[0].key)
        #expect(try proxy.count(fault) == 12)
        #expect(try cluster.versionsGiven() == 12)
        cluster.waitUntilEqual()
        for record in made.dropFirst() { #expect(try cluster.nodes[1].store.link(record.key) == record) }
        #expect(try cluster.nodes[1].store.link(made[0].key)?.isDeleted == true)
    }

    @Test func aRequestWhoseAnswersAreLostTakesEffectOnce() throws {
        let cluster = try NodeCluster(proxied: 1)
        let node = cluster.nodes[0]
        try cluster.proxies[0].tell("lose-commit 50%")
        for number in 0..<10 {
            var creation = LinkCreation(.sample("links.example.com/first\(number)"))
            creation.request = RequestMark(
                key: LinkFingerprint(high: 1, low: UInt64(number)), content: LinkFingerprint(high: 5, low: 6),
                time: cluster.now)
            let first = try node.apply(.create(creation))
            creation.record.key = .known("links.example.com/second\(number)")
            #expect(try node.apply(.create(creation)) == first)
        }
        #expect(try cluster.proxies[0].count("lose-commit") > 0)
        #expect(try cluster.versionsGiven() == 10)
    }

    /// A follower may read from a lagging replica of the source: the node keeps the changes it has seen, and resyncs nothing.
    @Test func aStaleSnapshotTakesNothingBack() throws {
        let server = try PostgreSQLServer()
        let standby = try server.standby()
        let cluster = try NodeCluster(proxied: 2, server, stale: standby)
        let made = try cluster.nodes[0].make("links.example.com/one", "https://www.example.com/1")
        cluster.waitUntilEqual()
        try cluster.wait("the standby has the link") { try cluster.versionsGiven(standby) == 1 }
        try standby.sql("SELECT pg_wal_replay_pause()")
        let changed = try cluster.nodes[0].change(made.key) { $0.name = "changed" }
        cluster.waitUntilEqual()
        for proxy in cluster.proxies { try proxy.tell("stale") }
        // Changes after the snapshots; the last one is in none yet.
        var again = changed
        for number in 0..<50 { again = try cluster.nodes[0].change(made.key) { $0.name = "changed \(number)" } }
        let looks = try cluster.proxies.map { try $0.count("stale") }
        cluster.wait("the nodes have looked at the standby") {
            zip(cluster.proxies, looks).allSatisfy { ((try? $0.count("stale")) ?? 0) > $1 + 10 }
        }
        #expect(try cluster.nodes[0].store.link(made.key) == again)
        #expect(try cluster.nodes[1].store.link(made.key) == changed)
        for reason in AfreshReason.allCases { #expect(cluster.shardsAfresh(reason) == 0, "\(reason)") }
        for proxy in cluster.proxies { try proxy.tell("fresh") }
        cluster.waitUntilEqual()
        #expect(try cluster.nodes[1].store.link(made.key) == again)
        for reason in AfreshReason.allCases { #expect(cluster.shardsAfresh(reason) == 0, "\(reason)") }
    }

    @Test func aFarSourceIsOnlySlow() throws {
        let cluster = try NodeCluster(proxied: 2)
        for proxy in cluster.proxies { try proxy.tell("delay 150") }
        let start = ContinuousClock.now
        let made = try cluster.nodes[0].make("links.example.com/one", "https://www.example.com/1")
        // Opening a connection takes several round trips of 300 ms, a change two or three.
        #expect(ContinuousClock.now - start < .seconds(6))
        try cluster.nodes[1].waitUntilItHas(made)
        let changed = try cluster.nodes[1].change(made.key, if: .oneOf([made.revision])) { $0.name = "changed" }
        try cluster.nodes[0].waitUntilItHas(changed)
        #expect(try cluster.nodes[0].store.link(made.key) == changed)
        for reason in AfreshReason.allCases { #expect(cluster.shardsAfresh(reason) == 0, "\(reason)") }
    }
}
