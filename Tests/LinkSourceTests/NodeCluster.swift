import Foundation
import Glibc
import LinkSource
import LinkStore
import PostgreSQL
import TestSupport
import Testing
import Threads

/// A server and the nodes that follow it.
final class NodeCluster {
    let server: PostgreSQLServer
    /// The proxy between each node and the server; empty if there are none.
    private(set) var proxies: [WireProxy] = []
    private(set) var nodes: [TestNode] = []

    convenience init(nodes count: Int, _ options: PostgreSQLServer.Options = PostgreSQLServer.Options()) throws {
        try self.init(try PostgreSQLServer(options))
        for number in 0..<count { nodes.append(try TestNode("node\(number)", server.url)) }
    }

    /// Nodes that each reach the server through a proxy.
    ///
    /// - Parameter stale: A standby that the proxies may read from.
    convenience init(proxied count: Int, _ server: PostgreSQLServer? = nil, stale: PostgreSQLServer? = nil) throws {
        try self.init(try server ?? PostgreSQLServer())
        for number in 0..<count {
            let proxy = try WireProxy(self.server, stale: stale, seed: number + 1)
            proxies.append(proxy)
            nodes.append(try TestNode("node\(number)", proxy.url))
        }
    }

    /// Nodes that use whichever of the two servers is primary.
    convenience init(nodes count: Int, _ server: PostgreSQLServer, or standby: PostgreSQLServer) throws {
        try self.init(server)
        let hosts = "127.0.0.1:\(server.port),127.0.0.1:\(standby.port)"
        let url = "postgresql://\(PostgreSQLServer.user)@\(hosts)/postgres?target_session_attrs=read-write"
        for number in 0..<count { nodes.append(try TestNode("node\(number)", url)) }
    }

    private init(_ server: PostgreSQLServer) throws {
        self.server = server
        try withSource { source in _ = try await source.prepare() }
    }

    /// The sum of all numbers in both count tables.
    static let sumOfCounts =
        "SELECT CAST(coalesce(sum(n), 0) AS bigint) FROM (SELECT n FROM fp_count UNION ALL SELECT n FROM fp_tally) AS c"

    /// Queries the source as a command does.
    func withSource<Value: Sendable>(
        _ body: @escaping @Sendable (isolated Source) async throws -> Value
    ) throws -> Value {
        let source = try Source(ConnectionParameters(server.url))
        defer { source.close() }
        return try source.wait(body)
    }

    deinit { nodes.forEach { $0.stop() } }

    /// Seconds since 1970.
    var now: Int64 { Int64(time(nil)) }

    /// Waits until all nodes have the same links, and none is missing.
    func waitUntilEqual() {
        let limit = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < limit {
            let states = nodes.map { (try? $0.store.positions().map { [$0.cursor, $0.digest, $0.live] }) ?? [] }
            if nodes.allSatisfy({ $0.condition.isComplete && $0.condition.lag == 0 }), Set(states).count == 1 { return }
            usleep(20_000)
        }
        Issue.record("the nodes did not become equal")
    }

    /// Waits until all nodes count in incarnations that the source has accepted.
    func waitUntilCounting() throws {
        try wait("the nodes count") { try nodes.allSatisfy { try $0.store.unsent(limit: 1)?.isKnown == true } }
    }

    /// The number of shards resynced for a reason, at all nodes.
    func shardsAfresh(_ reason: AfreshReason) -> UInt64 {
        nodes.reduce(0) { $0 + ($1.condition.shardsAfresh[reason] ?? 0) }
    }

    /// The total number of versions assigned by the source.
    func versionsGiven(_ server: PostgreSQLServer? = nil) throws -> Int {
        let sum = try (server ?? self.server).sql("SELECT sum(head) FROM fp_shard")
        return Int(sum.filter(\.isNumber)) ?? 0
    }

    /// Waits until a condition holds.
    func wait(_ what: Comment, until condition: () throws -> Bool) rethrows {
        let limit = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < limit {
            if try condition() { return }
            usleep(10_000)
        }
        Issue.record(what)
    }

    /// Repeats an operation until it succeeds.
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
    /// The number of beats without the process that had the store before its incarnation ends.
    var formerIncarnationBeats = 0
    private(set) var running: SourceNode?
    private let lines = Locked<[String]>([])
    /// Reads the password for each connection.
    private let password: (@Sendable () throws -> String)?

    /// A node whose store is a copy of this one's, with the same name or another.
    func copy(named name: String, isStarted: Bool = true) throws -> TestNode {
        let copy = try TestNode(name, url, isStarted: false)
        copy.formerIncarnationBeats = 2
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasPrefix("links") {
            try FileManager.default.copyItem(atPath: "\(folder.path)/\(file)", toPath: "\(copy.folder.path)/\(file)")
        }
        if isStarted { try copy.start() }
        return copy
    }

    init(
        _ name: String, _ url: String, password: (@Sendable () throws -> String)? = nil, isStarted: Bool = true
    ) throws {
        self.name = name
        self.url = url
        self.password = password
        folder = try ScratchFolder()
        if isStarted { try start() }
    }

    var node: SourceNode { running! }
    var store: LinkStore { node.store }
    var condition: SourceCondition { node.condition }
    /// The lines that it has reported.
    var said: [String] { lines.withLock(\.self) }

    func start() throws {
        let store = try openStore()
        var options = SourceOptions(try ConnectionParameters(url), node: name)
        options.sharedSecrets = [SharedSecret(.lists), SharedSecret(.pages)]
        options.secretsInterval = .milliseconds(100)
        options.password = password
        options.countsInterval = .milliseconds(500)
        options.formerIncarnationBeats = formerIncarnationBeats
        let node = try SourceNode(options, store: store) { [lines] line in lines.withLock { $0.append(line) } }
        node.start()
        running = node
    }

    /// A stopped node releases its store only when the system's thread pool runs its last jobs, which takes a while
    /// when many tests run.
    func openStore() throws -> LinkStore {
        let limit = ContinuousClock.now + .seconds(60)
        while true {
            do throws(StoreError) { return try LinkStore(directory: folder.path) } catch {
                guard case .alreadyOpen = error, ContinuousClock.now < limit else { throw error }
                usleep(20_000)
            }
        }
    }

    func stop() {
        running?.stop()
        running = nil
    }

    func apply(_ change: LinkChange) throws -> LinkResult { try begin(change).wait { $0 }.get() }

    /// Begins a change whose result can be awaited.
    func begin(_ change: LinkChange) -> Locked<Result<LinkResult, StoreError>?> {
        let answer = Locked<Result<LinkResult, StoreError>?>(nil)
        node.submit(change) { result in answer.withLock { $0 = result } }
        return answer
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

    /// Counts, and waits until that is durable.
    func count(_ counts: [LinkCount]) {
        let isCounted = Locked(false)
        node.submit(.count(counts)) { _ in isCounted.withLock { $0 = true } }
        isCounted.wait { $0 ? () : nil }
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
