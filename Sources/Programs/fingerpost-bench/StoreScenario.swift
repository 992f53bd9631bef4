import ArgumentParser
import ByteText
import CAllocationCounter
import CStoreBaseline
import DecisionCache
import Glibc
import LinkStore
import Links
import Routing
import Rules

/// Compares the link store with a C program on the same LMDB file in one run: lookups, loads, bytes per link.
struct Store: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Compares the link store with a C program on the same file.",
        discussion: """
            Rounds of both sides alternate, and the ratio is that of the two rounds of a pair, so that other load \
            affects both. Needs twice 500 bytes of disk per link.
            """)

    @Option(help: "The number of links.")
    var links = 1_000_000

    @Option(help: "The number of links to load into the full store.")
    var more = 100_000

    @Option(help: "The number of pairs of rounds.")
    var pairs = 15

    @Option(help: "The directory to create the files in.")
    var directory = "/tmp"

    func run() throws {
        guard links > 0, more > 0, pairs > 0 else { throw ValidationError("the counts must be above zero") }
        guard store_baseline_start() == 0 else { throw ValidationError("the C program can't be started") }
        defer { store_baseline_end() }
        let bench = try StoreBench(in: directory)
        try bench.loadEmpty(links)
        try bench.find(links: links, pairs: pairs)
        try bench.serve(links: links, rounds: pairs)
        try bench.count(links: min(links, 20_000), rounds: pairs)
        try bench.loadFull(from: links, count: more, times: 3)
    }
}

/// The measurements, and their files.
private struct StoreBench: ~Copyable {
    private static let long =
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fitem%2F1%3Fpromo%3D42&apn=com.example.android"
    private let folder: String

    init(in directory: String) throws {
        var template = Array("\(directory)/fingerpost-bench-XXXXXX".utf8CString)
        // Safe: mkdtemp replaces the last six characters of the template in place.
        let made: String? = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe mkdtemp(buffer.baseAddress!).map { unsafe String(cString: $0) }
        }
        guard let made else { throw ValidationError("\(directory): can't create a directory in it") }
        folder = made
    }

    deinit {
        // Safe: the paths are read only within the calls.
        for name in ["links.mdb", "links.mdb-lock", "c.mdb", "c.mdb-lock"] { _ = unsafe unlink("\(folder)/\(name)") }
        _ = unsafe rmdir(folder)
    }

    /// Links by their numbers, identical to those of the C program.
    private static func records(from first: Int, count: Int) -> [LinkRecord] {
        (first..<(first + count)).map { number in
            var state = UInt64(number)
            var record = LinkRecord(key: key(number), longLink: long, created: Int64(number + 1_000))
            // Safe: the state is a local.
            record.fingerprint = LinkFingerprint(high: unsafe store_random(&state), low: 0)
            return record
        }
    }

    private static func key(_ number: Int) -> LinkKey {
        var bytes = [UInt8](repeating: 0, count: store_key_count)
        // Safe: the buffer has the size of a key.
        unsafe store_key(UInt64(number), &bytes)
        guard let key = LinkKey(String(decoding: bytes, as: UTF8.self)) else { fatalError("an invalid key") }
        return key
    }

    /// Loads an empty store, with links in key order.
    borrowing func loadEmpty(_ count: Int) throws {
        let clock = ContinuousClock()
        var seconds = 0.0
        let store = try LinkStore(directory: folder)
        var start = 0
        while start < count {
            let size = min(Self.loadSize, count - start)
            let records = Self.records(from: start, count: size)
            let time = try clock.measure {
                guard try store.apply(.load(records)).refusals.isEmpty else {
                    throw ValidationError("a link was refused")
                }
            }
            seconds += time / .seconds(1)
            start += size
        }
        let extent = try store.extent()
        print(
            "store load-empty links=\(count) links_per_s=\(Int(Double(count) / seconds)) "
                + "disk_bytes_per_link=\(extent.usedBytes / count)")
        fflush(nil)
    }

    /// The number of links per load transaction.
    private static var loadSize: Int { 1_000_000 }

    /// Random lookups, each in its own read transaction. Both sides build the key, find the record and copy the long link.
    borrowing func find(links: Int, pairs: Int) throws {
        let mappedBefore = Self.mappedBytes()
        let store = try LinkStore(directory: folder)
        var reader = try store.makeReader()
        // Safe: the path is read only within the call.
        guard unsafe store_baseline_open("\(folder)/links.mdb") == 0 else {
            throw ValidationError("the C program can't open the file")
        }
        let count = 200_000
        var arena = ByteArena()
        var swiftTimes: [Double] = []
        var cTimes: [Double] = []
        var allocations: UInt64 = 0
        for pair in 0...pairs {
            let seed = UInt64(pair) &* 0x1234_5678_9ABC_DEF1
            let before = allocation_count()
            let swift = Self.find(&reader, &arena, seed: seed, links: links, count: count)
            allocations = allocation_count() - before
            let c = store_baseline_find(seed, UInt64(links), UInt64(count))
            guard let swift, c > 0 else { throw ValidationError("a link was not found") }
            // The first pair warms up both maps.
            if pair > 0 {
                swiftTimes.append(swift)
                cTimes.append(c)
            }
        }
        store_baseline_open(nil)
        let ratios = zip(swiftTimes, cTimes).map { $0 / $1 }.sorted()
        print(
            "store find links=\(links) ns=\(rounded(median(swiftTimes))) c_ns=\(rounded(median(cTimes))) "
                + "ratio=\(rounded(median(ratios))) spread=\(rounded(ratios[0]))...\(rounded(ratios[ratios.count - 1])) "
                + "allocations=\(Double(allocations) / Double(count)) "
                + "memory_bytes_per_link=\((Self.mappedBytes() - mappedBefore) / links)")
        fflush(nil)
    }

    /// Nanoseconds per lookup, or `nil` if a link is missing.
    private static func find(
        _ reader: inout LinkReader, _ arena: inout ByteArena, seed: UInt64, links: Int, count: Int
    ) -> Double? {
        var state = seed
        var key = InlineArray<28, UInt8>(repeating: 0)
        var found = 0
        let clock = ContinuousClock()
        let time = clock.measure {
            for _ in 0..<count {
                arena.reset()
                // Safe: the state is a local, and the array has the size of a key.
                var span = key.mutableSpan
                unsafe span.withUnsafeMutableBufferPointer {
                    unsafe store_key(store_random(&state) % UInt64(links), $0.baseAddress)
                }
                if case .found = reader.find(arena.append(key.span), at: 0, in: &arena) { found += 1 }
            }
        }
        return found == count ? time / .nanoseconds(1) / Double(count) : nil
    }

    /// Random clicks, counted and synced to disk. Measures the CPU time of the whole process, including the writer
    /// thread. A round corresponds to a second of heavy traffic.
    borrowing func count(links: Int, rounds: Int) throws {
        let store = try LinkStore(directory: folder)
        var reader = try store.makeReader()
        let clicks = 20_000
        var state: UInt64 = 7
        var times: [Double] = []
        for round in 0...rounds {
            let start = Self.processNanoseconds
            for _ in 0..<clicks {
                // Safe: the state is a local.
                let id = unsafe store_random(&state) % UInt64(links) + 1
                reader.countClick(id: id, .appOpen, .android, at: 1_000)
            }
            reader.flush()
            store.settle()
            // The first round creates the counters.
            if round > 0 { times.append((Self.processNanoseconds - start) / Double(clicks)) }
        }
        print("store count links=\(links) clicks=\(clicks) cpu_ns=\(rounded(median(times)))")
        fflush(nil)
    }

    /// The CPU time used by this process.
    private static var processNanoseconds: Double {
        var time = timespec()
        // Safe: the system writes only to a local.
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// Complete decisions with the shipped rules: for the long link, and for random short links of the store that expand to it.
    borrowing func serve(links: Int, rounds: Int) throws {
        try serve("serve", links: links, step: 1, rounds: rounds, caches: .off)
        // Repeated clicks, with the daemon's caches.
        try serve("serve-again", links: 64, step: max(1, links / 64), rounds: rounds, caches: .serving)
    }

    /// Serves every `step`th of the given number of links.
    private borrowing func serve(_ name: String, links: Int, step: Int, rounds: Int, caches: CachePolicy) throws {
        let evaluator = CachingEvaluator(
            try Evaluator(
                RuleSet(try RuleDirectory.load(path: "rules")),
                shortLinks: try BenchLinks(try LinkStore(directory: folder))), caches)
        var longTimes: [Double] = []
        var shortTimes: [Double] = []
        var allocations: UInt64 = 0
        for round in 0...rounds {
            let long = Self.decide(evaluator, links: nil, step: 1, seed: 0)
            let before = allocation_count()
            let short = Self.decide(
                evaluator, links: links, step: step, seed: UInt64(round) &* 0x1234_5678_9ABC_DEF1)
            allocations = allocation_count() - before
            guard let long, let short else { throw ValidationError("a link was not decided") }
            if round > 0 {
                longTimes.append(long)
                shortTimes.append(short)
            }
        }
        let more = zip(shortTimes, longTimes).map { $0 - $1 }.sorted()
        print(
            "store \(name) links=\(links) long_ns=\(rounded(median(longTimes))) short_ns=\(rounded(median(shortTimes))) "
                + "more_ns=\(rounded(median(more))) spread=\(rounded(more[0]))...\(rounded(more[more.count - 1])) "
                + "allocations=\(Double(allocations) / 50_000)")
        fflush(nil)
    }

    /// Nanoseconds of this thread's CPU time per decision, or `nil` if one fails.
    private static func decide(_ evaluator: CachingEvaluator, links: Int?, step: Int, seed: UInt64) -> Double? {
        let agent =
            "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.122 "
            + "Mobile Safari/537.36"
        var state = seed
        var arena = ByteArena()
        var request = ClickRequest()
        var key = InlineArray<28, UInt8>(repeating: 0)
        var failures = 0
        let count = 50_000
        let start = ThreadTime.nanoseconds
        for _ in 0..<count {
            arena.reset()
            request.reset()
            if let links {
                var span = key.mutableSpan
                // Safe: the state is a local, and the array has the size of a key.
                unsafe span.withUnsafeMutableBufferPointer {
                    unsafe store_key(store_random(&state) % UInt64(links) * UInt64(step), $0.baseAddress)
                }
                arena.append("https://")
                arena.append(key.span)
            } else {
                arena.append(long)
            }
            request.link = arena.piece(from: 0)
            request.userAgent = arena.append(agent)
            request.time = 1_000
            if evaluator.decide(request, in: &arena).decision.kind == .error { failures += 1 }
        }
        return failures == 0 ? (ThreadTime.nanoseconds - start) / Double(count) : nil
    }

    /// Loads more links into the full store. The C program loads the same links into a copy of it.
    borrowing func loadFull(from first: Int, count: Int, times: Int) throws {
        try copyStore()
        // Safe: the path is read only within the call.
        guard unsafe store_baseline_open("\(folder)/c.mdb") == 0 else {
            throw ValidationError("the C program can't open its copy")
        }
        let store = try LinkStore(directory: folder)
        let clock = ContinuousClock()
        var ratios: [Double] = []
        var rates: [Double] = []
        for round in 0..<times {
            let start = first + round * count
            let records = Self.records(from: start, count: count)
            let swift =
                try clock.measure { try store.apply(.load(records)) } / .seconds(1)
            var record = [UInt8](repeating: 1, count: 40 + Self.long.utf8.count + 16)
            for index in 0..<4 { record[4 + index] = UInt8(truncatingIfNeeded: Self.long.utf8.count >> (8 * index)) }
            // Safe: the record is read only within the call.
            let c = unsafe store_baseline_load(UInt64(start), UInt64(count), record, record.count)
            guard c > 0 else { throw ValidationError("the C program can't load") }
            rates.append(Double(count) / swift)
            ratios.append(c / swift)
        }
        store_baseline_open(nil)
        ratios.sort()
        print(
            "store load-full links=\(first) more=\(count) links_per_s=\(Int(median(rates))) "
                + "of_c=\(rounded(median(ratios))) spread=\(rounded(ratios[0]))...\(rounded(ratios[times - 1]))")
        fflush(nil)
    }

    private borrowing func copyStore() throws {
        let store = try LinkStore(directory: folder)
        try store.backUp(to: "\(folder)/c.mdb")
    }

    /// The file-backed resident memory of this process: touched pages of the map. These pages are shared by all
    /// processes and reclaimable.
    private static func mappedBytes() -> Int {
        guard let status = try? FileText.bytes("/proc/self/status") else { return 0 }
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("RssFile:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}

/// The store, as used by the evaluator. The daemon's own implementation also keeps its views.
private final class BenchLinks: ShortLinks {
    private var reader: LinkReader

    init(_ store: LinkStore) throws(StoreError) {
        reader = try store.makeReader()
        reader.keepsView = true
    }

    func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        guard case .found(let longLink, let id, _) = reader.find(key, at: time, in: &arena) else {
            return .refused(.unknownLink)
        }
        return .found(longLink: longLink, id: id)
    }
}
