import Glibc
import LinkSource
import LinkStore
import PostgreSQL
import TestSupport
import Testing
import Threads

/// A server, and nodes that follow it.
final class NodeCluster {
    let server: PostgreSQLServer
    private(set) var nodes: [TestNode] = []

    init(nodes count: Int, _ options: PostgreSQLServer.Options = PostgreSQLServer.Options()) throws {
        server = try PostgreSQLServer(options)
        let source = try Source(ConnectionParameters(server.url))
        defer { source.close() }
        _ = try source.wait { source in try await source.prepare() }
        for number in 0..<count { nodes.append(try TestNode("node\(number)", server.url)) }
    }

    deinit { nodes.forEach { $0.stop() } }

    /// Seconds since 1970.
    var now: Int64 { Int64(time(nil)) }

    /// Waits until all nodes have the same, and nothing is missing.
    func waitUntilEqual() {
        let limit = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < limit {
            let states = nodes.map { (try? $0.store.positions().map { [$0.cursor, $0.digest, $0.live] }) ?? [] }
            if nodes.allSatisfy({ $0.condition.isComplete && $0.condition.lag == 0 }), Set(states).count == 1 { return }
            usleep(20_000)
        }
        Issue.record("the nodes did not become equal")
    }

    /// Does something again until it succeeds.
    func retrying<Value>(_ body: () throws -> Value) throws -> Value {
        let limit = ContinuousClock.now + .seconds(20)
        while true {
            do { return try body() } catch {
                guard ContinuousClock.now < limit else { throw error }
                usleep(100_000)
            }
        }
    }
}

/// A node with a store in a scratch folder, which can be stopped and started again.
final class TestNode {
    let name: String
    private let url: String
    private let folder: ScratchFolder
    private(set) var running: SourceNode?

    init(_ name: String, _ url: String) throws {
        self.name = name
        self.url = url
        folder = try ScratchFolder()
        try start()
    }

    var node: SourceNode { running! }
    var store: LinkStore { node.store }
    var condition: SourceCondition { node.condition }

    func start() throws {
        let store = try LinkStore(directory: folder.path)
        let node = try SourceNode(SourceOptions(ConnectionParameters(url), node: name), store: store) { _ in }
        node.start()
        running = node
    }

    func stop() {
        running?.stop()
        running = nil
    }

    func apply(_ change: LinkChange) throws -> LinkResult {
        let answer = Locked<Result<LinkResult, StoreError>?>(nil)
        node.submit(change) { result in answer.withLock { $0 = result } }
        return try answer.wait { $0 }.get()
    }

    func make(_ key: String, _ longLink: String) throws -> LinkRecord {
        try apply(.create(LinkCreation(.sample(key, longLink)))).link
    }

    func change(
        _ key: LinkKey, if condition: RevisionCondition = .any, _ fill: (inout LinkPatch) -> Void
    ) throws -> LinkRecord {
        var patch = LinkPatch()
        fill(&patch)
        return try apply(.update(key, patch, if: condition, at: 2_000)).link
    }

    func delete(_ key: LinkKey) throws { _ = try apply(.delete(key, at: 3_000)) }

    func waitUntilItHas(_ record: LinkRecord) throws {
        let answer = Locked<Bool?>(nil)
        node.wait(for: [LinkVersion(record)], patience: .seconds(10)) { has in answer.withLock { $0 = has } }
        #expect(answer.wait { $0 })
    }
}

extension LinkKey {
    static func known(_ text: String) -> LinkKey { LinkKey(text)! }
}

extension LinkRecord {
    static func sample(_ key: String, _ longLink: String = "https://www.example.com/") -> LinkRecord {
        LinkRecord(key: .known(key), longLink: longLink, created: 1_000)
    }
}
