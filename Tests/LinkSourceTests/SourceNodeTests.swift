import LinkSource
import LinkStore
import PostgreSQL
import TestSupport
import Testing
import Threads

/// Nodes in one process, each with its own store, with a real server.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct SourceNodeTests {
    @Test func aLinkMadeThroughOneNodeReachesTheOthers() throws {
        let cluster = try NodeCluster(nodes: 3)
        let made = try cluster.nodes[0].make("links.example.com/one", "https://www.example.com/1")
        #expect(made.revision > 0)
        for node in cluster.nodes { try node.waitUntilItHas(made) }
        for node in cluster.nodes { #expect(try node.store.link(made.key) == made) }
        let changed = try cluster.nodes[1].change(made.key) { $0.name = "renamed" }
        try cluster.nodes[2].waitUntilItHas(changed)
        #expect(try cluster.nodes[2].store.link(made.key)?.name == "renamed")
        try cluster.nodes[2].delete(made.key)
        cluster.waitUntilEqual()
        #expect(try cluster.nodes[0].store.link(made.key)?.isDeleted == true)
        #expect(throws: StoreError.deleted) { try cluster.nodes[1].make("links.example.com/one", "https://x.example/") }
    }

    @Test func everyNodeHasTheHistoryAndTheOneThatMadeTheChangeItsClient() throws {
        let cluster = try NodeCluster(nodes: 2)
        let made = try cluster.nodes[0].make("links.example.com/one", "https://www.example.com/1")
        for node in cluster.nodes { try node.waitUntilItHas(made) }
        let changed = try cluster.nodes[1].change(made.key) { ($0.name, $0.author) = ("renamed", "ann") }
        for node in cluster.nodes { try node.waitUntilItHas(changed) }
        let histories = try cluster.nodes.map { try $0.store.history(of: made.key) }
        for history in histories { #expect(history.revisions.map(\.former) == [made] && history.link == changed) }
        #expect(histories[0].revisions[0].author == nil)
        // The follower may deliver the row before its writer does.
        #expect([nil, "ann"].contains(histories[1].revisions[0].author))
    }

    @Test func aStaleRevisionIsRefusedOnEveryNode() throws {
        let cluster = try NodeCluster(nodes: 2)
        let made = try cluster.nodes[0].make("links.example.com/one", "https://www.example.com/1")
        let changed = try cluster.nodes[1].change(made.key) { $0.name = "second" }
        #expect(throws: StoreError.conflict(revision: changed.revision)) {
            try cluster.nodes[0].change(made.key, if: .oneOf([made.revision])) { $0.name = "third" }
        }
    }

    @Test func theSameInputFindsTheSameLinkThroughEveryNode() throws {
        let cluster = try NodeCluster(nodes: 2)
        var creation = LinkCreation(.sample("links.example.com/first"))
        creation.record.fingerprint = LinkFingerprint(high: 1, low: 2)
        creation.findsExisting = true
        let first = try cluster.nodes[0].apply(.create(creation))
        creation.record.key = .known("links.example.com/second")
        let second = try cluster.nodes[1].apply(.create(creation))
        #expect(first == .link(first.link, isNew: true))
        #expect(second == .link(first.link, isNew: false))
    }

    /// A history of requests, clicks and faults found a node that answered a repeated request with the kept answer, and
    /// then had no such link for 130 ms.
    @Test func aNodeHasTheLinksThatItReturns() throws {
        let cluster = try NodeCluster(nodes: 2)
        for number in 1...20 {
            var creation = LinkCreation(.sample("links.example.com/kept\(number)"))
            let (mark, input) = (UInt64(2 * number), UInt64(2 * number + 1))
            creation.request = RequestMark(
                key: LinkFingerprint(high: 3, low: mark), content: LinkFingerprint(high: 5, low: mark),
                time: cluster.now)
            _ = try cluster.nodes[0].apply(.create(creation))
            let kept = try cluster.nodes[1].apply(.create(creation)).link
            #expect(try cluster.nodes[1].store.link(kept.key) == kept)

            var similar = LinkCreation(.sample("links.example.com/found\(number)"))
            similar.record.fingerprint = LinkFingerprint(high: 1, low: input)
            similar.findsExisting = true
            _ = try cluster.nodes[0].apply(.create(similar))
            let found = try cluster.nodes[1].apply(.create(similar)).link
            #expect(try cluster.nodes[1].store.link(found.key) == found)
        }
    }

    @Test func aRequestTakesEffectOnceThroughWhicheverNode() throws {
        let cluster = try NodeCluster(nodes: 2)
        var creation = LinkCreation(.sample("links.example.com/first"))
        let key = LinkFingerprint(high: 3, low: 4)
        creation.request = RequestMark(key: key, content: LinkFingerprint(high: 5, low: 6), time: cluster.now)
        let first = try cluster.nodes[0].apply(.create(creation))
        creation.record.key = .known("links.example.com/second")
        #expect(try cluster.nodes[1].apply(.create(creation)) == first)
        creation.request?.content = LinkFingerprint(high: 7, low: 8)
        #expect(throws: StoreError.otherRequest) { try cluster.nodes[1].apply(.create(creation)) }
    }

    @Test func aTakenCodeGivesWayToTheNext() throws {
        let cluster = try NodeCluster(nodes: 2)
        _ = try cluster.nodes[0].make("links.example.com/taken", "https://www.example.com/")
        var creation = LinkCreation(.sample("links.example.com/taken"))
        creation.otherKeys = [.known("links.example.com/free")]
        #expect(try cluster.nodes[1].apply(.create(creation)).link.key.code == "free")
    }

    /// The store of a node finds codes in any case, and changes in one transaction see each other.
    @Test func aCodeInAnotherCaseIsRefusedOnEveryNode() throws {
        let cluster = try NodeCluster(nodes: 2)
        func creation(_ key: String, others: [String] = [], ignoresCase: Bool = true) -> LinkChange {
            var creation = LinkCreation(.sample(key))
            (creation.otherKeys, creation.ignoresCase) = (others.map(LinkKey.known), ignoresCase)
            return .create(creation)
        }
        let made = try cluster.nodes[0].apply(creation("links.example.com/Sale")).link
        for node in cluster.nodes { try node.waitUntilItHas(made) }
        for node in cluster.nodes {
            #expect(throws: StoreError.existsInOtherCase(code: "Sale")) {
                try node.apply(creation("links.example.com/SALE"))
            }
            #expect(try node.store.otherSpelling(of: .known("links.example.com/sale"))?.key == made.key)
        }
        let other = try cluster.nodes[1].apply(creation("links.example.com/sale", others: ["links.example.com/free"]))
        #expect(other.link.key.code == "free")
        let pair = LinkChange.all([creation("links.example.com/new"), creation("links.example.com/NEW")])
        #expect(throws: StoreError.existsInOtherCase(code: "new")) { try cluster.nodes[0].apply(pair) }
        #expect(
            try cluster.nodes[1].apply(creation("links.example.com/sale", ignoresCase: false)).link.key.code == "sale")
    }

    @Test func aNodeThatWasAwayCatchesUp() throws {
        let cluster = try NodeCluster(nodes: 2)
        cluster.nodes[1].stop()
        for number in 0..<300 {
            _ = try cluster.nodes[0].make("links.example.com/L\(number)", "https://e.example/\(number)")
        }
        try cluster.nodes[1].start()
        cluster.waitUntilEqual()
        #expect(cluster.nodes[1].condition.isComplete)
    }

    @Test func withoutTheSourceWritesFailSoonAndReadsGoOn() throws {
        let cluster = try NodeCluster(nodes: 1)
        let node = cluster.nodes[0]
        let made = try node.make("links.example.com/one", "https://www.example.com/1")
        cluster.server.kill()
        let start = ContinuousClock.now
        #expect { try node.make("links.example.com/two", "https://www.example.com/2") } throws: { error in
            guard case .sourceAway? = error as? StoreError else { return false }
            return true
        }
        #expect(ContinuousClock.now - start < .seconds(8))
        #expect(try node.store.link(made.key) == made)
        try cluster.server.start()
        _ = try cluster.retrying { try node.make("links.example.com/two", "https://www.example.com/2") }
        #expect(node.condition.isReachable)
    }

    @Test func allNodesHaveTheSecretOfTheFirst() throws {
        let cluster = try NodeCluster(nodes: 2)
        try cluster.wait("both have the same secret") {
            let secrets = try cluster.nodes.map { try $0.store.secret("page-tokens") }
            return secrets[0] != nil && secrets[0] == secrets[1]
        }
        let before = try cluster.nodes[0].store.secret("page-tokens")
        cluster.nodes[0].stop()
        try cluster.nodes[0].start()
        cluster.waitUntilEqual()
        #expect(try cluster.nodes[0].store.secret("page-tokens") == before)
    }
}
