import LinkSource
import LinkStore
import TestSupport
import Testing
import Threads

/// Requests of apps after an installation, which all nodes of a source answer once in total.
@Suite("Claims at a source", serverIsInstalled, .timeLimit(.minutes(20)))
struct ClaimTests {
    private func claim(_ number: UInt64, at time: Int64, isOnce: Bool = true) -> LinkChange {
        let count = LinkCount(id: 5, day: 20_000, event: .installClaim, platform: .android, count: 1)
        return .claim(
            InstallClaim(
                token: LinkFingerprint(high: number, low: 1), end: 4_000_000_000, time: time, count: count,
                isOnce: isOnce))
    }

    @Test func whatOneNodeHasNotedTheOthersKnow() throws {
        let cluster = try NodeCluster(nodes: 3)
        cluster.waitUntilEqual()
        #expect(try cluster.nodes[0].apply(claim(1, at: 10)) == .claimed(since: 10))
        for node in cluster.nodes { #expect(try node.apply(claim(1, at: 99)) == .claimed(since: 10)) }
        #expect(try cluster.nodes[2].apply(claim(2, at: 99)) == .claimed(since: 99))
        let counted = NodeCluster.sumOfCounts
        try cluster.wait("each token is counted once") { try cluster.server.sql(counted) == "2\n" }
    }

    /// Many nodes claim the same tokens concurrently, in different orders.
    @Test func oneOfManyIsFirst() throws {
        let cluster = try NodeCluster(nodes: 3)
        cluster.waitUntilEqual()
        let answers = try withClaims(at: cluster.nodes, tokens: 1...200)
        for token in 1...200 {
            #expect(Set(answers.map { $0[token - 1] }).count == 1, "token \(token) has one first time at all nodes")
        }
        let counted = NodeCluster.sumOfCounts
        try cluster.wait("each token is counted once") { try cluster.server.sql(counted) == "200\n" }
    }

    /// Makes each node claim all tokens at its own time without waiting in between; returns the results.
    private func withClaims(at nodes: [TestNode], tokens: ClosedRange<UInt64>) throws -> [[Int64]] {
        let pending = nodes.enumerated().map { index, node in
            let order = index.isMultiple(of: 2) ? Array(tokens) : tokens.reversed()
            return order.map { token in (token, node.begin(claim(token, at: Int64(1_000 + index)))) }
        }
        return try pending.map { answers in
            try answers.sorted { $0.0 < $1.0 }.map { _, answer in
                guard case .claimed(let since) = try answer.wait(until: { $0 }).get() else { return -1 }
                return since
            }
        }
    }

    /// Without the source, a one-time token is not answered, but one that is valid for days is.
    @Test func theSourceIsAway() throws {
        let cluster = try NodeCluster(nodes: 2)
        cluster.waitUntilEqual()
        #expect(try cluster.nodes[0].apply(claim(1, at: 10)) == .claimed(since: 10))
        cluster.server.stop()
        #expect(throws: StoreError.self) { try cluster.nodes[1].apply(claim(1, at: 99)) }
        #expect(try cluster.nodes[1].apply(claim(3, at: 99, isOnce: false)) == .claimed(since: 99))
        try cluster.server.start()
        cluster.wait("the node is connected again") { cluster.nodes[1].condition.isReachable }
        #expect(try cluster.retrying { try cluster.nodes[1].apply(claim(1, at: 99)) } == .claimed(since: 10))
    }
}
