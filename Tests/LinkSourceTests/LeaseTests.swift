import ByteText
import LinkSource
import LinkStore
import TestSupport
import Testing
import Threads

/// Links with a maximum number of clicks, which all nodes share.
@Suite("Portions of clicks", serverIsInstalled, .timeLimit(.minutes(20)))
struct LeaseTests {
    private static let maximum: UInt64 = 50

    private func limitedLink(_ cluster: NodeCluster) throws -> LinkRecord {
        var record = LinkRecord.sample("links.example.com/limited")
        record.maximumClicks = Self.maximum
        let made = try cluster.nodes[0].apply(.create(LinkCreation(record))).link
        for node in cluster.nodes { try node.waitUntilItHas(made) }
        return made
    }

    /// A click as a worker handles it: finds the link, requests a lease if needed, and counts.
    private func click(_ node: TestNode, _ reader: inout LinkReader, _ record: LinkRecord) -> Bool {
        for _ in 0..<20 {
            var arena = ByteArena()
            switch reader.find(arena.append(record.key.text), at: nil, in: &arena) {
            case .found(_, let id, _):
                reader.countClick(id: id, nil, .other, at: 100_000)
                return true
            case .unleased(let id, let maximum):
                let isAnswered = Locked(false)
                node.node.lease(id, maximum: maximum) { isAnswered.withLock { $0 = true } }
                isAnswered.wait { $0 ? () : nil }
            case .usedUp: return false
            default: Issue.record("neither found nor used up")
            }
        }
        Issue.record("no portion was granted")
        return false
    }

    @Test func allNodesTogetherNeverExceedTheMaximum() throws {
        let cluster = try NodeCluster(nodes: 3)
        let record = try limitedLink(cluster)
        var allowed: [UInt64] = [0, 0, 0]
        for (index, node) in cluster.nodes.enumerated() {
            var reader = try node.store.makeReader()
            // The first node takes some, so that the others find fewer left.
            for _ in 0..<(index == 0 ? 20 : 90) where click(node, &reader, record) { allowed[index] += 1 }
            reader.flush()
        }
        #expect(allowed[0] == 20)
        #expect(allowed.reduce(0, +) <= Self.maximum)
        #expect(allowed.reduce(0, +) >= 40)
        // The nodes have counted exactly the clicks that they allowed.
        let counted = NodeCluster.sumOfCounts
        try cluster.wait("the counts are at the source") {
            try cluster.server.sql(counted) == "\(allowed.reduce(0, +))\n"
        }
    }

    /// Regression: a click waited as long as a frozen connection was tried: ten seconds.
    @Test func noClickWaitsForASourceThatIsFrozen() throws {
        let cluster = try NodeCluster(proxied: 1, try PostgreSQLServer())
        let record = try limitedLink(cluster)
        let id = try #require(try cluster.nodes[0].store.link(record.key)).id
        try cluster.proxies[0].tell("freeze")
        for _ in 0..<3 {
            let isAnswered = Locked(false)
            let begin = ContinuousClock.now
            cluster.nodes[0].node.lease(id, maximum: Self.maximum) { isAnswered.withLock { $0 = true } }
            isAnswered.wait { $0 ? () : nil }
            #expect(ContinuousClock.now - begin < .seconds(4))
        }
        try cluster.proxies[0].tell("thaw")
        var reader = try cluster.nodes[0].store.makeReader()
        cluster.wait("a portion is granted again") {
            var arena = ByteArena()
            let answer = reader.find(arena.append(record.key.text), at: nil, in: &arena)
            if case .found = answer { return true }
            guard case .unleased = answer else { return false }
            cluster.nodes[0].node.lease(id, maximum: Self.maximum) {}
            return false
        }
    }
}
