import Glibc
import LinkSource
import LinkStore
import TestSupport
import Testing
import Threads

/// Sources that fail over to a standby, or are restored from a backup.
@Suite("A source that loses its last changes", serverIsInstalled, .timeLimit(.minutes(20)))
struct LostTailTests {
    @Test func aSynchronousStandbyLosesNothing() throws {
        let primary = try PostgreSQLServer()
        let standby = try primary.standby(isSynchronous: true)
        let cluster = try NodeCluster(nodes: 2, primary, or: standby)
        try cluster.wait("the standby is synchronous") {
            try primary.sql("SELECT sync_state FROM pg_stat_replication") == "sync\n"
        }
        let writers = cluster.nodes.map(BackgroundWriter.init)
        cluster.wait("links are made") { writers.allSatisfy { $0.made.count > 100 } }
        primary.kill()
        usleep(300_000)
        try standby.sql("ALTER SYSTEM RESET synchronous_standby_names")
        try standby.promote()
        let before = writers.map { $0.made.count }
        cluster.wait("links are made at the new primary") {
            zip(writers, before).allSatisfy { $0.made.count > $1 + 100 }
        }
        let made = writers.flatMap { $0.stop() }
        cluster.waitUntilEqual()
        for node in cluster.nodes {
            for record in made { #expect(try node.store.link(record.key) == record) }
        }
        for reason in AfreshReason.allCases { #expect(cluster.shardsAfresh(reason) == 0, "\(reason)") }
    }

    /// Nodes that are ahead of the new primary detect it, serve throughout, and converge to it.
    @Test func whatAnAsynchronousStandbyHasLostIsTakenBack() throws {
        let primary = try PostgreSQLServer()
        let standby = try primary.standby()
        let cluster = try NodeCluster(nodes: 2, primary, or: standby)
        let kept = try cluster.nodes[0].make("links.example.com/kept", "https://www.example.com/kept")
        cluster.waitUntilEqual()
        try cluster.wait("the standby has the link") { try cluster.versionsGiven(standby) == 1 }
        try standby.stopReceiving()
        let changed = try cluster.nodes[0].change(kept.key) { $0.name = "lost" }
        let lost = try cluster.nodes[1].make("links.example.com/lost", "https://www.example.com/lost")
        cluster.waitUntilEqual()
        let readers = cluster.nodes.map { BackgroundReader($0, kept.key) }
        primary.kill()
        try standby.promote()
        cluster.wait("what was lost is gone") {
            cluster.nodes.allSatisfy { (try? $0.store.link(lost.key)) == .some(nil) }
        }
        cluster.waitUntilEqual()
        // The first node to detect it raises the epoch of the shards, and the other one finds it raised.
        #expect(cluster.shardsAfresh(.head) + cluster.shardsAfresh(.epoch) == 4 && cluster.shardsAfresh(.head) >= 2)
        for node in cluster.nodes { #expect(try node.store.link(kept.key) == kept) }
        // A client that has read the lost change can't overwrite another one by mistake: its version is never reused.
        #expect(throws: StoreError.self) {
            try cluster.nodes[0].change(kept.key, if: .oneOf([changed.revision])) { $0.name = "stale" }
        }
        let again = try cluster.nodes[1].make("links.example.com/lost", "https://www.example.com/again")
        #expect(again.revision > 1 << 40)
        try cluster.nodes[0].waitUntilItHas(again)
        for reader in readers { #expect(reader.stop() == [changed, kept]) }
    }

    /// Regression: sums acknowledged by the old primary were lost, unless their links were clicked again.
    @Test func countsThatAStandbyLackedAreSentAgain() throws {
        let primary = try PostgreSQLServer()
        let standby = try primary.standby()
        let cluster = try NodeCluster(nodes: 2, primary, or: standby)
        let made = try cluster.nodes[0].make("links.example.com/one", "https://www.example.com/1")
        try cluster.waitUntilCounting()
        try cluster.wait("the standby has the link") { try cluster.versionsGiven(standby) == 1 }
        try standby.stopReceiving()
        _ = try cluster.nodes[0].change(made.key) { $0.name = "lost" }
        for node in cluster.nodes {
            let clicks = LinkCount(id: made.id, day: 20_000, event: .click, platform: .ios, count: 5)
            node.store.submit(.count([clicks])) { _ in }
        }
        cluster.waitUntilEqual()
        try cluster.wait("the counts were acknowledged") {
            try cluster.nodes.allSatisfy {
                try $0.store.unsentCounts(limit: 1).isEmpty && !$0.store.totals(of: made.id).isEmpty
            }
        }
        primary.kill()
        try standby.promote()
        let total = "SELECT CAST(coalesce(sum(n), 0) AS bigint) FROM fp_tally"
        try cluster.wait("the counts are at the new primary") { try standby.sql(total) == "10\n" }
    }

    /// Regression: the source lacked the incarnation of a process started during the lost period, and took the node for
    /// a forgotten one: its unsent counts were lost.
    @Test func anIncarnationThatAStandbyLackedIsNotedAgain() throws {
        let primary = try PostgreSQLServer()
        let standby = try primary.standby()
        let cluster = try NodeCluster(nodes: 2, primary, or: standby)
        let made = try cluster.nodes[0].make("links.example.com/one", "https://www.example.com/1")
        try cluster.waitUntilCounting()
        func incarnation() throws -> UInt64? { try cluster.nodes[1].store.unsent(limit: 1)?.identity.incarnation }
        let former = try incarnation()
        cluster.nodes[1].stop()
        try cluster.wait("the standby has the link") { try cluster.versionsGiven(standby) == 1 }
        try standby.stopReceiving()
        try cluster.nodes[1].start()
        try cluster.wait("the process has registered an incarnation") {
            try incarnation() != former && cluster.nodes[1].store.unsent(limit: 1)?.isKnown == true
        }
        let (store, lacked) = (cluster.nodes[1].store, try incarnation())
        func click(_ count: UInt64) {
            let clicks = LinkCount(id: made.id, day: 20_000, event: .click, platform: .ios, count: count)
            store.submit(.count([clicks])) { _ in }
        }
        click(5)
        try cluster.wait("the counts were acknowledged") {
            try store.unsentCounts(limit: 1).isEmpty && !store.totals(of: made.id).isEmpty
        }
        primary.kill()
        click(3)
        try standby.promote()
        let total = "SELECT CAST(coalesce(sum(n), 0) AS bigint) FROM fp_tally"
        try cluster.wait("the counts are at the new primary") { try standby.sql(total) == "8\n" }
        #expect(try incarnation() == lacked)
    }

    /// A node that was offline while the source lost changes finds its epoch raised.
    @Test func aNodeThatWasAwayFindsTheEpochRaised() throws {
        let primary = try PostgreSQLServer()
        let standby = try primary.standby()
        let cluster = try NodeCluster(nodes: 2, primary, or: standby)
        let made = try cluster.nodes[0].make("links.example.com/one", "https://www.example.com/1")
        cluster.waitUntilEqual()
        try cluster.wait("the standby has the link") { try cluster.versionsGiven(standby) == 1 }
        try standby.stopReceiving()
        _ = try cluster.nodes[0].change(made.key) { $0.name = "lost" }
        cluster.waitUntilEqual()
        cluster.nodes[1].stop()
        primary.kill()
        try standby.promote()
        cluster.wait("a shard is resynced") { cluster.nodes[0].condition.shardsAfresh[.head] == 1 }
        cluster.wait("it is served") { cluster.nodes[0].condition.shardsGathering == 0 }
        let other = try cluster.retrying { try cluster.nodes[0].change(made.key) { $0.name = "other" } }
        try cluster.nodes[1].start()
        cluster.waitUntilEqual()
        #expect(cluster.nodes[1].condition.shardsAfresh == [.epoch: 1])
        #expect(try cluster.nodes[1].store.link(made.key) == other)
    }

    /// Regression: a million links were resynced after `source recovered`, which never ended on a slow line.
    @Test func anEpochWithTheSameLinksIsTakenOver() throws {
        let cluster = try NodeCluster(nodes: 2)
        for number in 0..<20 {
            _ = try cluster.nodes[0].make("links.example.com/n\(number)", "https://www.example.com/")
        }
        try cluster.nodes[1].delete(.known("links.example.com/n3"))
        cluster.waitUntilEqual()
        let rows = cluster.nodes.map(\.condition.rowsFollowed)
        #expect(try cluster.withSource { source in try await source.recover() } == 1)
        cluster.wait("the epoch is taken over") {
            cluster.nodes.allSatisfy { $0.said.contains { $0.contains("no resync needed") } }
        }
        let next = try cluster.retrying {
            try cluster.nodes[0].change(.known("links.example.com/n1")) { $0.name = "next" }
        }
        #expect(next.revision > 1 << 40)
        try cluster.nodes[1].waitUntilItHas(next)
        cluster.waitUntilEqual()
        for reason in AfreshReason.allCases { #expect(cluster.shardsAfresh(reason) == 0, "\(reason)") }
        for (node, before) in zip(cluster.nodes, rows) {
            #expect(node.condition.rowsFollowed <= before + 1)
        }
    }

    @Test(arguments: [false, true])
    func aBackupOfBeforeIsFollowed(isDeclared: Bool) throws {
        let cluster = try NodeCluster(nodes: 2)
        let kept = try cluster.nodes[0].make("links.example.com/kept", "https://www.example.com/kept")
        let backup = try cluster.server.backup()
        _ = try cluster.retrying { try cluster.nodes[0].change(kept.key) { $0.name = "lost" } }
        let lost = try cluster.nodes[1].make("links.example.com/lost", "https://www.example.com/lost")
        cluster.waitUntilEqual()
        try cluster.server.restore(backup)
        if isDeclared { _ = try cluster.withSource { source in try await source.recover() } }
        cluster.wait("the backup is followed") {
            cluster.nodes.allSatisfy { (try? $0.store.link(lost.key)) == .some(nil) }
        }
        cluster.waitUntilEqual()
        for node in cluster.nodes { #expect(try node.store.link(kept.key) == kept) }
        // Versions from before the loss are never reused once it is declared.
        let next = try cluster.retrying { try cluster.nodes[0].change(kept.key) { $0.name = "next" } }
        #expect(next.revision > 1 << 40)
        try cluster.nodes[1].waitUntilItHas(next)
        #expect(try cluster.nodes[1].store.link(kept.key) == next)
        if isDeclared { #expect(cluster.shardsAfresh(.epoch) > 0) }
    }
}

/// Creates links through a node until it is stopped, retrying each until it is created.
private final class BackgroundWriter: Sendable {
    private struct State {
        var made: [LinkRecord] = []
        var isStopping = false
        var hasEnded = false
    }

    private let state = Locked(State())

    init(_ node: TestNode) {
        let (name, running) = (node.name, node.node)
        SystemThread(name: "writer") { [state] in
            var number = 0
            while !state.withLock(\.isStopping) {
                number += 1
                let key = LinkKey.known("links.example.com/\(name)-\(number)")
                let record = LinkRecord(key: key, longLink: "https://www.example.com/\(number)", created: 1_000)
                let answer = Locked<Result<LinkResult, StoreError>?>(nil)
                running.submit(.create(LinkCreation(record))) { result in answer.withLock { $0 = result } }
                if case .success(let result) = answer.wait(until: { $0 }) {
                    state.withLock { $0.made.append(result.link) }
                }
            }
            state.withLock { $0.hasEnded = true }
        }.detach()
    }

    /// The created links, as returned to the caller.
    var made: [LinkRecord] { state.withLock(\.made) }

    func stop() -> [LinkRecord] {
        state.withLock { $0.isStopping = true }
        _ = state.wait(seconds: 30) { $0.hasEnded ? () : nil }
        return made
    }
}

/// Repeatedly reads a link of a node, and keeps each state seen.
private final class BackgroundReader: Sendable {
    private struct State {
        var seen: [LinkRecord?] = []
        var isStopping = false
        var hasEnded = false
    }

    private let state = Locked(State())

    init(_ node: TestNode, _ key: LinkKey) {
        let store = node.store
        SystemThread(name: "reader") { [state] in
            while !state.withLock(\.isStopping) {
                let record = (try? store.link(key)) ?? nil
                state.withLock { if $0.seen.last != .some(record) { $0.seen.append(record) } }
                usleep(500)
            }
            state.withLock { $0.hasEnded = true }
        }.detach()
    }

    /// The states seen, in order; `nil` for a missing link.
    func stop() -> [LinkRecord?] {
        state.withLock { $0.isStopping = true }
        _ = state.wait(seconds: 30) { $0.hasEnded ? () : nil }
        return state.withLock(\.seen)
    }
}
