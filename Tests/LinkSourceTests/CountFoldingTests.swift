import Glibc
import LinkStore
import PostgreSQL
import TestSupport
import Threads
import Testing

@testable import LinkSource

/// Folding the counts of ended nodes and of old days.
@Suite("Folded counts", serverIsInstalled, .timeLimit(.minutes(20)))
struct CountFoldingTests {
    private static let day: UInt32 = 10_000

    private static func clicks(_ count: UInt64, _ id: UInt64, day: UInt32 = day) -> LinkCount {
        LinkCount(id: id, day: day, event: .click, platform: .ios, count: count)
    }

    private func total(_ id: UInt64, _ cluster: NodeCluster) throws -> UInt64 {
        try cluster.counts(of: id).filter { $0.event == .click }.reduce(0) { $0 + $1.count }
    }

    private func waitUntilSent(_ cluster: NodeCluster) throws {
        try cluster.wait("all counts are sent") {
            try cluster.nodes.allSatisfy { try $0.running?.store.unsentCounts(limit: 1).isEmpty ?? true }
        }
    }

    private func fold(_ cluster: NodeCluster, _ retention: CountRetention? = nil) throws {
        try cluster.withSource { source in try await source.foldAll(retention) }
    }

    /// Regression: each start of a node left rows behind forever.
    @Test func startsLeaveNoRowsBehind() throws {
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        let node = cluster.nodes[0]
        for run in UInt64(1)...4 {
            node.count([Self.clicks(10, 7), Self.clicks(run, 8)])
            try waitUntilSent(cluster)
            node.stop()
            try node.start()
        }
        try cluster.wait("the last start has begun an incarnation of its own") {
            try cluster.server.sql("SELECT count(*) FROM fp_incarnation WHERE state = 1") == "0\n"
                && cluster.server.sql("SELECT count(*) FROM fp_tally WHERE incarnation <> 0") == "0\n"
        }
        #expect(try cluster.server.sql("SELECT count(*) FROM fp_tally") == "2\n")
        #expect(try total(7, cluster) == 40 && total(8, cluster) == 10)
    }

    /// A retransmission in flight while its incarnation ended, and an older copy of the store.
    @Test func aSumThatComesLateChangesNothing() throws {
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        let node = cluster.nodes[0]
        node.count([Self.clicks(10, 7)])
        try waitUntilSent(cluster)
        let late = try #require(try node.store.unsent(limit: 1)?.identity.incarnation)
        node.stop()
        try node.start()
        try cluster.wait("it counts in another incarnation") {
            try node.store.unsent(limit: 1)?.identity.incarnation != late
        }
        try cluster.wait("the first one is finished") {
            try cluster.server.sql("SELECT count(*) FROM fp_incarnation WHERE incarnation = \(late) AND state = 0")
                == "0\n"
        }
        for _ in 0..<2 {
            let isAccepted = try cluster.withSource { source in
                try await source.sendLate(TallyRow.rows([Self.clicks(25, 7)]), of: late)
            }
            #expect(!isAccepted)
            try fold(cluster)
            #expect(try total(7, cluster) == 10)
        }
    }

    /// Regression: a copy of a node's store, as of a cloned machine, ended the incarnation in which the node still counted.
    @Test(arguments: ["node0", "other"])
    func aCopyTakesNoClicksAway(name: String) throws {
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        let node = cluster.nodes[0]
        node.count([Self.clicks(10, 7)])
        let own = try #require(try node.store.unsent(limit: 1)?.identity.incarnation)
        let copy = try node.copy(named: name == "node0" ? node.name : name)
        defer { copy.stop() }
        try cluster.wait("the copy counts in an incarnation of its own") {
            try copy.store.unsent(limit: 1)?.identity.incarnation != own
        }
        // Longer than the copy waits for the other process.
        for _ in 0..<10 {
            node.count([Self.clicks(1, 7)])
            copy.count([Self.clicks(1, 7)])
            usleep(1_200_000)
        }
        try cluster.wait("all is counted") { try total(7, cluster) == 30 }
        #expect(!node.said.contains { $0.contains("dropped") } && !copy.said.contains { $0.contains("dropped") })
    }

    @Test func aSumThatIsOvertakenReplacesNoLaterOne() throws {
        let cluster = try NodeCluster(nodes: 0)
        let identity = ReplicaIdentity(source: 1, node: "one", incarnation: 5)
        try cluster.withSource { source in
            try await source.begin(identity)
            _ = try await source.sendLate(TallyRow.rows([Self.clicks(20, 7)]), of: 5)
            _ = try await source.sendLate(TallyRow.rows([Self.clicks(10, 7)]), of: 5)
        }
        #expect(try total(7, cluster) == 20)
    }

    /// A crash leaves its incarnation open, and no process closes it.
    @Test func whatACrashLeftIsFoldedAfterAMonth() throws {
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        let node = cluster.nodes[0]
        node.stop()
        let found = [(UInt64(5), "node0", 31), (6, "node0", 29), (7, "other", 31)]
        for (number, name, days) in found {
            try cluster.withSource { source in
                try await source.begin(ReplicaIdentity(source: 1, node: name, incarnation: number))
                _ = try await source.sendLate(TallyRow.rows([Self.clicks(number, 7)]), of: number)
            }
            let sent = cluster.now - Int64(days) * 86_400
            try cluster.server.sql("UPDATE fp_incarnation SET sent = \(sent) WHERE incarnation = \(number)")
        }
        try node.start()
        // A node that is not listed may be running: it is for `source forget`.
        let left = "SELECT incarnation FROM fp_incarnation WHERE incarnation BETWEEN 5 AND 7 ORDER BY incarnation"
        try cluster.wait("the older one is folded") { try cluster.server.sql(left) == "6\n7\n" }
        #expect(try total(7, cluster) == 18)
    }

    /// Regression: the condition always contained 0.
    @Test func whatIsNotSentIsInTheCondition() throws {
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        cluster.server.stop()
        cluster.nodes[0].count([Self.clicks(10, 7), Self.clicks(1, 8)])
        cluster.wait("two links wait") { cluster.nodes[0].condition.countsUnsent == 2 }
        try cluster.server.start()
        cluster.wait("none waits") { cluster.nodes[0].condition.countsUnsent == 0 }
    }

    /// Two nodes, a restart, and folding: the breakdown is that of all clicks.
    @Test func breakdownsOfAllNodesAreAddedUp() throws {
        let cluster = try NodeCluster(nodes: 2)
        try cluster.waitUntilCounting()
        func count(_ clicks: Int, at node: Int) throws {
            var reader = try cluster.nodes[node].store.makeReader()
            var names = ClickNames()
            names.sites = ["shop"]
            reader.use(names)
            for _ in 0..<clicks {
                var detail = ClickDetail()
                (detail.site, detail.country) = (0, 0x4544)
                reader.countClick(
                    id: 7, .appOpen, .ios, at: Int64(Self.day) * 86_400, detail,
                    host: Array("news.example".utf8).span, key: Array("go.example/a".utf8).span)
            }
            reader.flush()
            cluster.nodes[node].store.settle()
        }
        try count(3, at: 0)
        try count(4, at: 1)
        try waitUntilSent(cluster)
        cluster.nodes[0].stop()
        try cluster.nodes[0].start()
        try count(5, at: 0)
        try waitUntilSent(cluster)
        for _ in 0..<2 {
            #expect(
                breakdown(of: 7, at: cluster.nodes[1]) == [
                    .init(.country, "DE"): .init(clicks: 12, appOpens: 12),
                    .init(.referrer, "news.example"): .init(clicks: 12, appOpens: 12),
                ])
            #expect(clicks(of: [9, 7], at: cluster.nodes[1]) == [0, 12])
            cluster.nodes[0].stop()
            try fold(cluster)
        }
    }

    private func clicks(of ids: [UInt64], at node: TestNode) -> [UInt64]? {
        let found = Locked<[UInt64]??>(nil)
        node.node.counts(of: ids, days: 0...LinkCount.lastDay) { answer in
            let clicks = (try? answer.get())?.map { counts in
                counts.reduce(UInt64(0)) { $1.event == .click ? $0 + $1.count : $0 }
            }
            found.withLock { $0 = .some(clicks) }
        }
        return found.wait { $0 }
    }

    /// Rows of programs before version 2 are folded once no such program runs, and are never counted twice.
    @Test func theOlderTableIsFoldedOnceNoOlderNodeRuns() throws {
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        try waitUntilSent(cluster)
        try cluster.server.sql(
            """
            INSERT INTO fp_count SELECT 7, 10000, 1, 0, 'node0', i, 1 FROM generate_series(1, 2500) AS i;
            INSERT INTO fp_count VALUES (7, 10001, 1, 0, 'older', 9, 3), (7, 10001, 1, 5, 'pushed ab', 1, 4);
            INSERT INTO fp_node VALUES ('older', 9, '1', '', 0, now());
            """)
        let many = (0..<300).map { UInt64($0) }
        #expect(clicks(of: many, at: cluster.nodes[0]) == many.map { $0 == 7 ? 2_503 : 0 }, "in several statements")
        try fold(cluster)
        #expect(try cluster.server.sql("SELECT count(*) FROM fp_count") == "2502\n")
        #expect(try total(7, cluster) == 2_503)
        try cluster.server.sql("UPDATE fp_node SET seen = now() - INTERVAL '1 hour' WHERE node = 'older'")
        try fold(cluster)
        #expect(try cluster.server.sql("SELECT node FROM fp_count ORDER BY node") == "older\npushed ab\n")
        #expect(try total(7, cluster) == 2_503)
        #expect(try cluster.withSource { try await $0.forget(node: "older", isForced: false) } == .forgotten)
        #expect(try cluster.server.sql("SELECT node FROM fp_count") == "pushed ab\n")
        let counts = try cluster.counts(of: 7)
        #expect(counts.reduce(0) { $0 + $1.count } == 2_507)
    }

    /// Counts of a store sent by `source push` are folded once it is a replica; pushing a copy of the store again adds nothing.
    @Test func aPushedStoreIsCountedOnce() throws {
        let cluster = try NodeCluster(nodes: 0)
        let folder = try ScratchFolder()
        let store = try LinkStore(directory: folder.path)
        let link = try store.apply(.create(LinkCreation(.sample("links.example.com/one")))).link
        try store.apply(.count([Self.clicks(9, link.id), Self.clicks(2, link.id, day: 20_000)]))
        for _ in 0..<2 { try cluster.withSource { source in _ = try await source.push(store) { _ in } } }
        let id = try #require(UInt64(try cluster.server.sql("SELECT id FROM fp_link").filter(\.isNumber)))
        #expect(try total(id, cluster) == 11)
        try cluster.withSource { source in try await source.finishPush(of: store) }
        try fold(cluster)
        #expect(try cluster.server.sql("SELECT DISTINCT incarnation FROM fp_tally") == "0\n")
        try store.apply(.count([Self.clicks(1, link.id)]))
        try cluster.withSource { source in _ = try await source.push(store) { _ in } }
        try fold(cluster)
        #expect(try total(id, cluster) == 11)
    }

    /// An interrupted push of a program that had only counts is replaced.
    @Test func aPushedStoreHasItsBreakdowns() throws {
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        let folder = try ScratchFolder()
        let store = try LinkStore(directory: folder.path)
        let link = try store.apply(.create(LinkCreation(.sample("links.example.com/one")))).link
        var reader = try store.makeReader()
        var names = ClickNames()
        names.sites = ["shop"]
        reader.use(names)
        func count(_ country: UInt16, day: UInt32 = Self.day) {
            var detail = ClickDetail()
            (detail.site, detail.country) = (0, country)
            reader.countClick(
                id: link.id, .appOpen, .ios, at: Int64(day) * 86_400, detail, key: Array(link.key.text.utf8).span)
            reader.flush()
            store.settle()
        }
        for country in [0x4544, 0x4544, 0x5246] as [UInt16] { count(country) }
        let secret = try store.apply(.secret("push", [1, 2, 3])).secret
        let node = PushIncarnation.identity(secret).node
        try cluster.server.sql("INSERT INTO fp_count VALUES (7, 10000, 1, 0, '\(node)', 1, 4)")
        for _ in 0..<2 {
            try cluster.withSource { source in _ = try await source.push(store) { _ in } }
            count(0x5246, day: Self.day + 1)
        }
        #expect(try total(7, cluster) == 0)
        let id = try #require(
            UInt64(try cluster.server.sql("SELECT id FROM fp_link WHERE code = 'one'").filter(\.isNumber)))
        let countries = [
            Breakdown.Part(.country, "DE"): Breakdown.Amount(clicks: 2, appOpens: 2),
            .init(.country, "FR"): .init(clicks: 2, appOpens: 2),
        ]
        let ofSite = countries.merging([.init(.link, link.key.text): .init(clicks: 4, appOpens: 4)]) { $1 }
        for _ in 0..<2 {
            #expect(breakdown(of: id, at: cluster.nodes[0]) == countries)
            #expect(breakdown(of: SiteID.id(of: "shop"), at: cluster.nodes[0]) == ofSite)
            #expect(clicks(of: [id, SiteID.id(of: "shop")], at: cluster.nodes[0]) == [4, 4])
            try cluster.withSource { source in try await source.finishPush(of: store) }
            try fold(cluster)
        }
        // It is finished.
        try cluster.withSource { source in _ = try await source.push(store) { _ in } }
        #expect(clicks(of: [id, SiteID.id(of: "shop")], at: cluster.nodes[0]) == [4, 4])
    }

    private func breakdown(of id: UInt64, at node: TestNode) -> [Breakdown.Part: Breakdown.Amount] {
        let found = Locked<Breakdown?>(nil)
        node.node.breakdown(of: id, days: 0...LinkCount.lastDay) { answer in
            found.withLock { $0 = try? answer.get() }
        }
        return found.wait { $0 }.amounts
    }

    @Test func oldDaysAreRolledUp() throws {
        let cluster = try NodeCluster(nodes: 1)
        try cluster.waitUntilCounting()
        let today = UInt32(cluster.now / 86_400)
        cluster.nodes[0].count((0..<100).map { Self.clicks(1, 7, day: today - $0) })
        cluster.nodes[0].count([Self.clicks(5, 8, day: today - 50)])
        try waitUntilSent(cluster)
        cluster.nodes[0].stop()
        try cluster.nodes[0].start()
        try cluster.wait("the counts are folded") {
            try cluster.server.sql("SELECT count(*) FROM fp_tally WHERE incarnation = 0") == "101\n"
        }
        cluster.nodes[0].node.keepCounts(CountRetention(keepDays: 9, rollUp: .year))
        try cluster.wait("old days are sums of years") { try cluster.counts(of: 7).count { $0.period == .day } == 10 }
        let counts = try cluster.counts(of: 7)
        #expect(counts.filter { $0.period == .year }.reduce(0) { $0 + $1.count } == 90)
        #expect(try total(7, cluster) == 100 && total(8, cluster) == 5)
        // Once a day suffices, unless the settings change.
        cluster.nodes[0].count([Self.clicks(5, 8, day: today - 60)])
        try fold(cluster, CountRetention(keepDays: 9, rollUp: .earlier))
        #expect(try cluster.counts(of: 7).map(\.period) == [.earlier] + Array(repeating: .day, count: 10))
    }

    /// Counting, sending, sending late, folding, rolling up, restarting and forgetting, in any order: a link's sums are
    /// those of all clicks sent.
    @Test(arguments: (0..<3).map { _ in UInt64.random(in: 0...UInt64.max) })
    func noOrderOfEventsChangesASum(seed: UInt64) throws {
        let cluster = try NodeCluster(nodes: 0)
        var random = SplitMix64(seed: seed)
        var nodes = (0..<3).map { ModelNode(name: "node\($0)", incarnation: UInt64($0 + 1)) }
        var next: UInt64 = 10
        var expected: [UInt64: UInt64] = [:]
        for node in nodes { try cluster.withSource { try await $0.begin(node.identity) } }
        for _ in 0..<120 {
            let index = Int.random(in: 0..<3, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<4:
                let count = Self.clicks(
                    UInt64.random(in: 1...5, using: &random), UInt64.random(in: 1...4, using: &random),
                    day: UInt32.random(in: 20_000...20_020, using: &random))
                nodes[index].sums[TallyKey(link: count.id, place: count.day), default: 0] += count.count
            case 4..<7:
                let (rows, incarnation) = (nodes[index].rows, nodes[index].incarnation)
                #expect(try cluster.withSource { try await $0.sendLate(rows, of: incarnation) }, "seed \(seed)")
                nodes[index].noteSent(&expected)
            case 7:
                // Sums of an earlier time, or of an ended incarnation, arrive again.
                if let late = nodes[index].sent.randomElement(using: &random) {
                    _ = try cluster.withSource { try await $0.sendLate(late.rows, of: late.incarnation) }
                }
            case 8:
                // A start: everything is sent, and another incarnation begins before the first one ends.
                let (rows, incarnation) = (nodes[index].rows, nodes[index].incarnation)
                _ = try cluster.withSource { try await $0.sendLate(rows, of: incarnation) }
                nodes[index].noteSent(&expected)
                nodes[index].restart(&next)
                let identity = nodes[index].identity
                try cluster.withSource { source in
                    try await source.begin(identity)
                    try await source.end(incarnation)
                }
            case 9: try fold(cluster)
            case 10:
                try fold(
                    cluster,
                    CountRetention(keepDays: 1, rollUp: [.month, .year, .earlier].randomElement(using: &random)!))
            default:
                let node = nodes[index].identity
                try cluster.withSource { try await $0.list(node) }
                #expect(try cluster.withSource { try await $0.forget(node: node.node, isForced: true) } == .forgotten)
                // The node is refused, with everything that it has not sent.
                let rows = nodes[index].rows
                #expect(try !cluster.withSource { try await $0.sendLate(rows, of: node.incarnation) })
                nodes[index].restart(&next)
                let identity = nodes[index].identity
                try cluster.withSource { try await $0.begin(identity) }
            }
            let id = UInt64.random(in: 1...4, using: &random)
            #expect(try total(id, cluster) == expected[id] ?? 0, "seed \(seed)")
        }
    }
}

/// A node from the source's view.
private struct ModelNode {
    let name: String
    var incarnation: UInt64
    /// The counts of this incarnation.
    var sums: [TallyKey: UInt64] = [:]
    private var acknowledged: [TallyKey: UInt64] = [:]
    /// All sums ever sent.
    private(set) var sent: [(rows: [TallyRow], incarnation: UInt64)] = []

    init(name: String, incarnation: UInt64) {
        self.name = name
        self.incarnation = incarnation
    }

    var identity: ReplicaIdentity { ReplicaIdentity(source: 1, node: name, incarnation: incarnation) }

    var rows: [TallyRow] {
        TallyRow.rows(
            sums.map { LinkCount(id: $0.key.link, day: $0.key.place, event: .click, platform: .ios, count: $0.value) })
    }

    mutating func noteSent(_ expected: inout [UInt64: UInt64]) {
        sent.append((rows, incarnation))
        for (key, sum) in sums { expected[key.link, default: 0] += sum - (acknowledged[key] ?? 0) }
        acknowledged = sums
    }

    mutating func restart(_ next: inout UInt64) {
        next += 1
        incarnation = next
        sums = [:]
        acknowledged = [:]
    }
}

extension Source {
    /// Sends sums like a node; returns whether they were accepted.
    func sendLate(_ rows: [TallyRow], of incarnation: UInt64) async throws -> Bool {
        let answers = try await connected().run([
            SourceStatement.begin, SourceStatement.claim(incarnation), SourceStatement.send(rows, of: incarnation),
            SourceStatement.commit,
        ])
        return answers[1].affected == 1
    }

    func begin(_ identity: ReplicaIdentity) async throws {
        _ = try await connected().run([SourceStatement.note(identity, .counting)])
    }

    fileprivate func end(_ incarnation: UInt64) async throws {
        _ = try await connected().run([SourceStatement.finish(incarnation)])
    }

    fileprivate func list(_ identity: ReplicaIdentity) async throws {
        _ = try await connected().run([SourceStatement.recordHeartbeat(identity, program: "", rules: "", lag: 0)])
    }

    /// Folds everything that can be folded.
    func foldAll(_ retention: CountRetention?) async throws {
        var folding = CountFolding()
        folding.use(retention)
        while !folding.isDone { try await folding.step(on: connected()) }
    }
}

extension NodeCluster {
    /// The counts of a link at the source, by its ID.
    func counts(of id: UInt64) throws -> [LinkCount] {
        try withSource { source in
            let counts = SourceStatement.counts(of: [id], 0...LinkCount.lastDay)
            return try await source.connected().run([counts])[0].counts(of: [id]).first ?? []
        }
    }
}
