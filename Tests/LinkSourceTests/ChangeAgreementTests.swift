import Foundation
import LinkSource
import LinkStore
import TestSupport
import Testing
import Threads

/// Changes have the same results in a store and at a source.
@Suite("Agreement of stores and sources", serverIsInstalled, .timeLimit(.minutes(20)))
struct ChangeAgreementTests {
    /// A link that is enabled again is found before the link that the same input created in the meantime.
    @Test func theOldestEnabledLinkOfAnInputIsFound() throws {
        let cluster = try NodeCluster(nodes: 2)
        let scratch = try ScratchFolder()
        let store = try LinkStore(directory: scratch.path)
        let nodes = cluster.nodes
        try expectOldest(on: "a.example.com", at: cluster.now) { _, change in try store.apply(change) }
        try expectOldest(on: "b.example.com", at: cluster.now) { _, change in try nodes[0].apply(change) }
        try expectOldest(on: "c.example.com", at: cluster.now) { step, change in
            let result = try nodes[step % 2].apply(change)
            for node in nodes { try node.waitUntilItHas(result.link) }
            return result
        }
    }

    /// - Parameter apply: Applies a change, by its number.
    private func expectOldest(
        on domain: String, at now: Int64, _ apply: (_ step: Int, LinkChange) throws -> LinkResult
    ) throws {
        func create(_ code: String) -> LinkChange {
            var creation = LinkCreation(
                LinkRecord(key: .known("\(domain)/\(code)"), longLink: "https://a.b/", created: now))
            creation.record.fingerprint = LinkFingerprint(high: 1, low: 2)
            creation.findsExisting = true
            return .create(creation)
        }
        func change(_ code: String, isDisabled: Bool) -> LinkChange {
            var patch = LinkPatch()
            patch.isDisabled = isDisabled
            return .update(.known("\(domain)/\(code)"), patch, at: now)
        }
        let steps: [(change: LinkChange, code: String)] = [
            (create("X"), "X"), (change("X", isDisabled: true), "X"), (create("Y"), "Y"),
            (change("X", isDisabled: false), "X"), (create("Z"), "X"), (change("X", isDisabled: true), "X"),
            (create("Z"), "Y"), (.delete(.known("\(domain)/Y"), at: now), "Y"), (create("Z"), "Z"),
            (change("X", isDisabled: false), "X"), (create("Z"), "X"),
        ]
        for (number, step) in steps.enumerated() {
            #expect(try apply(number, step.change).link.key.code == step.code, "\(domain), step \(number)")
        }
    }

    /// Random changes, in many sequences at once so that transactions contain changes of several. Variables repeat a
    /// run with its seed, or run more sequences.
    @Test func randomChangesHaveEqualResults() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["FINGERPOST_CHANGES_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64.max)
        let count = environment["FINGERPOST_CHANGES_SEQUENCES"].flatMap { Int($0) } ?? 200
        let cluster = try NodeCluster(nodes: 1)
        let scratch = try ScratchFolder()
        let store = try LinkStore(directory: scratch.path)
        var runs = (0..<count).map { ComparedRun(RandomChanges(seed: seed, number: $0, now: cluster.now)) }
        for start in stride(from: 0, to: count, by: 200) {
            let some = start..<min(start + 200, count)
            for _ in 0..<16 {
                for index in some { runs[index].begin(store, cluster.nodes[0]) }
                for index in some { runs[index].end() }
            }
        }
        for index in runs.indices { try runs[index].compareLinks(store, cluster.nodes[0].store) }
        let differences = runs.compactMap(\.difference)
        for difference in differences.prefix(5) { Issue.record("seed \(seed): \(difference)") }
        #expect(differences.count == 0, "seed \(seed): \(differences.count) of \(count) sequences differ")
        // Another digest at the source would be found by the follower.
        cluster.waitUntilEqual()
        #expect(cluster.nodes[0].condition.shardsAfresh.values.reduce(0, +) == 0, "seed \(seed)")
        #expect(try store.check().findings == [], "seed \(seed)")
    }
}

/// A sequence of changes to a store and to a source, up to the first difference.
private struct ComparedRun {
    private typealias Answer = Locked<Result<LinkResult, StoreError>?>

    private var changes: RandomChanges
    private var atStore = KnownRevisions()
    private var atSource = KnownRevisions()
    private var current: (change: LinkChange, store: Answer, source: Answer)?
    private var former: [LinkChange] = []
    private(set) var difference: String?

    init(_ changes: RandomChanges) { self.changes = changes }

    mutating func begin(_ store: LinkStore, _ node: TestNode) {
        guard difference == nil else { return }
        let change = changes.next()
        let answer = Answer(nil)
        store.submit(atStore.change(change)) { result in answer.withLock { $0 = result } }
        current = (change, answer, node.begin(atSource.change(change)))
    }

    mutating func end() {
        guard let (change, store, source) = current else { return }
        current = nil
        let one = atStore.result(store.wait { $0 }, of: change)
        let other = atSource.result(source.wait { $0 }, of: change)
        if one != other { note(change, one, other) }
        former.append(change)
    }

    mutating func compareLinks(_ store: LinkStore, _ replica: LinkStore) throws {
        guard difference == nil else { return }
        for key in changes.keys {
            let one = try store.link(key).map(atStore.placed)
            let other = try replica.link(key).map(atSource.placed)
            if one != other, difference == nil { note(nil, one as Any, other as Any) }
        }
    }

    private mutating func note(_ change: LinkChange?, _ store: Any, _ source: Any) {
        difference = """
            \(changes.domains[0]) differs after \(former.count) changes:
            \(former.map { "  \($0.brief)" }.joined(separator: "\n"))
            last: \(change?.brief ?? "links")
            store: \(store)
            source: \(source)
            """
    }
}
