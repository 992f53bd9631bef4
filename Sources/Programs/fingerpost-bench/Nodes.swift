import ArgumentParser
import ByteText
import Foundation
import Libevent
import LinkSource
import LinkStore
import PostgreSQL
import Threads

/// Measures many nodes that follow one source, in this process. Each node has its own store, loop and connections.
struct Nodes: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures nodes that follow a source.",
        discussion: """
            The source must be empty: `Tests/Smoke/nodes` starts one, and also measures bare statements. Rates are over the wall \
            clock, and are comparable only within one run.
            """)

    @Option(help: "An empty source, postgresql://user@host/database.")
    var source: String

    @Option(help: "The number of links to load and follow.")
    var links = 200_000

    @Option(help: "The number of changes to time on their way to another node.")
    var changes = 400

    private static let domain = "links.example.com"

    func run() throws {
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "fingerpost-nodes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let address = try ConnectionParameters(source)
        let tables = try Source(address)
        _ = try tables.wait { source in try await source.prepare() }
        let cluster = BenchCluster(address, folder)

        let own = try LinkStore(directory: folder.appending(path: "own").path())
        for start in stride(from: 0, to: links, by: 20_000) {
            let records = (start..<min(start + 20_000, links)).map { Self.record("L\($0)") }
            try own.apply(.load(records))
        }
        let pushing = try Self.seconds { _ = try tables.wait { source in try await source.push(own) { _ in } } }
        print("load by COPY: \(Self.rate(links, pushing)) links/s")

        let first = try cluster.node("a")
        let following = Self.seconds { cluster.waitUntilComplete(first) }
        print("follow from the start, all indexes: \(Self.rate(links, following)) rows/s (\(links) in \(following) s)")

        let snapshot = folder.appending(path: "b").path()
        try FileManager.default.createDirectory(atPath: snapshot, withIntermediateDirectories: true)
        let copying = try Self.seconds {
            try first.store.backUp(to: snapshot + "/links.mdb")
            cluster.waitUntilComplete(try cluster.node("b"))
        }
        print("start from a peer's copy: \(Self.rate(links, copying)) rows/s")

        try batches(first)
        for outstanding in [1, 8, 64] { try writes(first, outstanding) }
        try latencies(cluster, load: 0)
        try latencies(cluster, load: 1_000)
        cluster.stop()
        let poked = BenchCluster(address, folder, pokes: true)
        for name in ["c", "d"] { poked.waitUntilComplete(try poked.node(name)) }
        try latencies(poked, load: 0)
        try latencies(poked, load: 1_000)
        poked.stop()
        tables.close()
    }

    /// Batches of 100 with one request each, serially: the speed of loading without COPY.
    private func batches(_ node: SourceNode) throws {
        let count = min(links, 20_000)
        let seconds = try Self.seconds {
            for start in stride(from: 0, to: count, by: 100) {
                let changes = (start..<start + 100).map { LinkChange.create(LinkCreation(Self.record("B\($0)"))) }
                _ = try BenchCluster.apply(.each(changes), to: node)
            }
        }
        print("load by batches of 100: \(Self.rate(count, seconds)) links/s")
    }

    /// Single creations, with the given number in flight.
    private func writes(_ node: SourceNode, _ outstanding: Int) throws {
        let made = Locked(0)
        let limit = ContinuousClock.now + .seconds(4)
        let threads = (0..<outstanding).map { writer in
            SystemThread(name: "writer") {
                var number = 0
                while ContinuousClock.now < limit {
                    number += 1
                    let record = Self.record("W\(outstanding)-\(writer)-\(number)")
                    guard (try? BenchCluster.apply(.create(LinkCreation(record)), to: node)) != nil else { continue }
                    made.withLock { $0 += 1 }
                }
            }
        }
        threads.forEach { $0.end() }
        print("creations, \(outstanding) at a time: \(Self.rate(made.withLock(\.self), 4)) commits acknowledged/s")
    }

    /// Latency from the acknowledgement of a change until a click on another node observes it.
    private func latencies(_ cluster: BenchCluster, load: Int) throws {
        let (writer, follower) = (cluster.nodes[0], cluster.nodes[1])
        let series = writer.options.pokes ? "poked-\(load)" : "\(load)"
        let isOver = Locked(false)
        let pressure = SystemThread(name: "load") {
            var number = 0
            while load > 0, !isOver.withLock(\.self) {
                let changes = (0..<load / 50).map {
                    LinkChange.create(LinkCreation(Self.record("P\(series)-\(number)-\($0)")))
                }
                number += 1
                _ = try? BenchCluster.apply(.each(changes), to: writer)
                usleep(20_000)
            }
        }
        var times: [Double] = []
        for number in 0..<changes {
            usleep(UInt32.random(in: 0...150_000))
            let record = Self.record("T\(series)-\(number)")
            _ = try BenchCluster.apply(.create(LinkCreation(record)), to: writer)
            let start = ContinuousClock.now
            while try follower.store.link(record.key) == nil, ContinuousClock.now - start < .seconds(10) { usleep(500) }
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        isOver.withLock { $0 = true }
        pressure.end()
        times.sort()
        let p50 = times[times.count / 2].rounded()
        let p99 = times[times.count * 99 / 100].rounded()
        let how = writer.options.pokes ? ", poked" : ""
        print("change to another node\(how), \(load) other changes/s: p50 \(p50) ms, p99 \(p99) ms")
    }

    private static func record(_ code: String) -> LinkRecord {
        let link = "https://links.example.com/?link=https%3A%2F%2Fwww.example.com%2F\(code)&apn=com.example.android"
        guard let key = LinkKey(domain: domain, code: code) else { preconditionFailure("the code is a path") }
        return LinkRecord(key: key, longLink: link, created: 1_700_000_000)
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        return (ContinuousClock.now - start) / .seconds(1)
    }

    private static func rate(_ count: Int, _ seconds: Double) -> Int { Int(Double(count) / seconds) }
}

/// Nodes in one process.
private final class BenchCluster {
    private let address: ConnectionParameters
    private let folder: URL
    private let pokes: Bool
    private(set) var nodes: [SourceNode] = []

    init(_ address: ConnectionParameters, _ folder: URL, pokes: Bool = false) {
        self.pokes = pokes
        self.address = address
        self.folder = folder
    }

    func node(_ name: String) throws -> SourceNode {
        let store = try LinkStore(directory: folder.appending(path: name).path())
        var options = SourceOptions(address, node: name)
        options.pokes = pokes
        let node = try SourceNode(options, store: store) { _ in }
        node.start()
        nodes.append(node)
        return node
    }

    func waitUntilComplete(_ node: SourceNode) {
        while !node.condition.isComplete || node.condition.lag > 0 || node.condition.lastSuccess == nil {
            usleep(2_000)
        }
    }

    func stop() {
        nodes.forEach { $0.stop() }
        nodes = []
    }

    static func apply(_ change: LinkChange, to node: SourceNode) throws -> LinkResult {
        let answer = Locked<Result<LinkResult, StoreError>?>(nil)
        node.submit(change) { result in answer.withLock { $0 = result } }
        return try answer.wait { $0 }.get()
    }
}
