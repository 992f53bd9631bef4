import ArgumentParser
import ByteText
import CAllocationCounter
import Devices

/// The cost of classifying user agents: on average, at worst, and for adversarial agents.
struct DevicesScenario {
    private let classifier = DeviceClassifier()
    private let agents: [[UInt8]]
    private let measurer: Measurer

    /// - Parameter files: Files of user agents, one per line, or tables with `ua` as the first column.
    init(files: [String], _ measurer: Measurer) throws {
        self.measurer = measurer
        var agents = files.isEmpty ? Self.sample.map { Array($0.utf8) } : []
        for file in files {
            let rows = try FileText.rows(file)
            let isTable = rows.first?.first.map { $0.elementsEqual("ua".utf8) } ?? false
            agents += rows.dropFirst(isTable ? 1 : 0).map { Array($0[0]) }
        }
        guard !agents.isEmpty else { throw ValidationError("\(files.joined(separator: ", ")): no user agents") }
        self.agents = agents
    }

    func run(_ report: (any ReportLine) -> Void) {
        if measurer.turns != nil { return count() }
        report(mean())
        report(worst())
        for kilobytes in [1, 4, 16] { report(hostile(kilobytes)) }
    }

    /// Classifies all agents in sequence, so that each finds the caches as the previous ones left them.
    ///
    /// A round is long enough to be preempted, so the thread's CPU time is measured.
    private func mean() -> Measurement {
        var arena = ByteArena(capacity: agents.reduce(1024) { $0 + $1.count })
        let ranges = agents.map { arena.append($0.span) }
        let mark = arena.count
        var times: [Double] = []
        var allocations: UInt64 = 0
        for _ in 0..<15 {
            let before = (time: ThreadTime.nanoseconds, allocations: allocation_count())
            for range in ranges {
                arena.truncate(to: mark)
                _ = classify(range, in: &arena)
            }
            allocations = allocation_count() - before.allocations
            times.append((ThreadTime.nanoseconds - before.time) / Double(ranges.count))
        }
        times.sort()
        return Measurement(
            name: "devices mean", nanoseconds: times[0], median: times[times.count / 2],
            allocations: Double(allocations) / Double(ranges.count), more: [("agents", ranges.count)])
    }

    /// Classifies the requested number of agents, for tools that count instructions.
    private func count() {
        var arena = ByteArena(capacity: agents.reduce(1024) { $0 + $1.count })
        let ranges = agents.map { arena.append($0.span) }
        let mark = arena.count
        _ = measurer.measure("devices mean", count: ranges.count) { turns in
            for turn in 0..<turns {
                arena.truncate(to: mark)
                _ = classify(ranges[turn % ranges.count], in: &arena)
            }
        }
    }

    /// The 99th percentile over all agents of each agent's best time in nine runs.
    private func worst() -> Measurement {
        var arena = ByteArena()
        var allocations: UInt64 = 0
        let times = agents.map { best(of: 9, $0.span, &arena, &allocations) }.sorted()
        return Measurement(
            name: "devices 99th percentile", nanoseconds: times[times.count * 99 / 100], median: times[times.count / 2],
            allocations: Double(allocations) / Double(times.count), more: [("over_1_us", times.count { $0 > 1_000 })])
    }

    /// The most expensive byte for an agent that consists only of it. Comparing sizes shows whether the cost is linear.
    private func hostile(_ kilobytes: Int) -> Measurement {
        var arena = ByteArena(capacity: 32_768)
        var allocations: UInt64 = 0
        let times = (UInt8.min...UInt8.max).map { byte in
            let agent = [UInt8](repeating: byte, count: kilobytes * 1024)
            return best(of: 9, agent.span, &arena, &allocations)
        }
        let slowest = times.indices.max { times[$0] < times[$1] } ?? 0
        return Measurement(
            name: "devices hostile", nanoseconds: times[slowest], median: times.sorted()[times.count / 2],
            allocations: Double(allocations) / Double(times.count), more: [("kilobytes", kilobytes), ("byte", slowest)])
    }

    private func best(
        of rounds: Int, _ agent: Span<UInt8>, _ arena: inout ByteArena, _ allocations: inout UInt64
    ) -> Double {
        arena.reset()
        let range = arena.append(agent)
        let clock = ContinuousClock()
        var best = Duration.seconds(1)
        for _ in 0..<rounds {
            arena.truncate(to: agent.count)
            let before = allocation_count()
            best = min(best, clock.measure { _ = classify(range, in: &arena) })
            allocations += allocation_count() - before
        }
        return best / .nanoseconds(1)
    }

    /// Classifies like the daemon if no rule uses the browser version.
    private func classify(_ agent: TextRange, in arena: inout ByteArena) -> Device {
        classifier.classify(userAgent: agent, findsBrowserVersion: false, in: &arena)
    }

    private static let sample = [
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 "
            + "Mobile/15E148 Safari/604.1",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
        "Mozilla/5.0 (Linux; Android 14; SM-S928B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) "
            + "Version/4.0 Chrome/128.0.6613.88 Mobile Safari/537.36 Instagram 345.0.0.48.95 Android (34/14; 560dpi; "
            + "1440x3120; samsung; SM-S928B; e3q; qcom; de_DE; 634108168)",
        "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    ]
}
