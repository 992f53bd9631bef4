import ArgumentParser
import ByteText
import CAllocationCounter
import DecisionCache
import Glibc
import LogFormats
import Replay
import Routing
import Rules
import Threads

/// Measures `replay`, and GoAccess on the same file and cores.
struct ReplayBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Lines per second of replay with and without caches, and of GoAccess.",
        discussion: """
            Generates click logs, or uses the given one, and replays them with the shipped rules for a full report. `first` \
            caches nothing: each line costs as much as a new one; `decisions` only counts decisions. In the log of `unique` \
            nearly every click has its own link. CPU time is that of the whole process; other programs hardly affect it. \
            GoAccess is skipped if it is not installed. Run it at the top of the repository.
            """)

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Option(help: "The number of lines to generate.")
    var lines = 2_000_000

    @Option(help: "The number of cores for multi-core runs (default: all).")
    var workers: Int = Processors.count

    @Option(help: "Run only the measurement with this name, such as 'replay first'.")
    var only: String?

    @Option(help: "The host of the clicks.")
    var host = "example.page.link"

    @Argument(help: "A log in combined format (default: a generated one).")
    var log: String?

    func run() throws {
        let ruleSet = RuleSet(try RuleDirectory.load(path: "rules"))
        if let log { return try measure(log, "replay", ruleSet) }
        for (name, isUnique) in [("replay", false), ("replay unique", true)] {
            let path = try makeLog(isUnique: isUnique)
            // Safe: the string's bytes are valid for the duration of the call.
            defer { unsafe unlink(path) }
            try measure(path, name, ruleSet)
        }
    }

    private func measure(_ path: String, _ name: String, _ ruleSet: RuleSet) throws {
        let plan = ReportPlan(ruleSet, sources: [path])
        for count in workers > 1 ? [1, workers] : [1] {
            try report(name) { try replay(path, $0, ruleSet, workers: count) { try ReportVisitor(plan) } }
            try report("\(name) first") {
                try replay(path, $0, ruleSet, workers: count, caches: false) { try ReportVisitor(plan) }
            }
            try report("\(name) decisions") { try replay(path, $0, ruleSet, workers: count) { DecisionTally() } }
        }
        try report("\(name) by goaccess") { try goAccess(path, $0) }
    }

    /// Reports a selected measurement.
    private func report(_ name: String, _ measure: (String) throws -> ReplayMeasurement?) throws {
        guard only ?? name == name, let measurement = try measure(name) else { return }
        print(measurement.text(json: json))
        fflush(nil)
    }

    private func makeLog(isUnique: Bool) throws -> String {
        let path = "/tmp/fingerpost-bench-\(getpid()).log"
        // Safe: the string's bytes are valid for the duration of the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ValidationError("\(path) can't be written") }
        defer { close(descriptor) }
        let agents = try AgentPool(file: TrafficOptions.labelledAgents)
        var source = ClickSource(seed: 1, links: .ofSiteFile, agents: agents)
        var log = ClickLog(seed: 1)
        var bytes: [UInt8] = []
        var left = lines
        while left > 0 {
            bytes.removeAll(keepingCapacity: true)
            for number in 0..<min(left, 10_000) {
                // Even in unique traffic, one in twenty clicks is a repeat.
                let isNew = isUnique && number % 20 > 0
                let click = isNew ? Click(target: source.newLongLink(), agent: source.agent()) : source.mixed()
                log.append(click, to: &bytes)
            }
            left -= 10_000
            // Safe: the pointer is read only within the call, for the number of bytes in the array.
            let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            guard count == bytes.count else { throw ValidationError("\(path) can't be written") }
        }
        return path
    }

    private func replay<Visitor: ReplayVisitor>(
        _ path: String, _ name: String, _ ruleSet: RuleSet, workers: Int, caches: Bool = true,
        _ makeVisitor: @Sendable () throws -> Visitor
    ) throws -> ReplayMeasurement {
        var settings = ReplaySettings(inputs: [.file(path)], format: .combined, host: host, workers: workers)
        settings.caches = caches
        let before = (time: ProcessTime.nanoseconds(RUSAGE_SELF), allocations: Self.allocations)
        let result = try Replay.run(settings, ruleSet, makeVisitor: makeVisitor)
        let counts = result.caches
        return ReplayMeasurement(
            name: name, cores: workers, lines: result.counts.lines,
            seconds: result.seconds, processorSeconds: (ProcessTime.nanoseconds(RUSAGE_SELF) - before.time) / 1e9,
            allocations: Double(Self.allocations - before.allocations) / Double(max(1, result.counts.lines)),
            rememberedDevices: caches ? 100 * counts.cachedDevices / max(1, counts.devices) : nil)
    }

    private static var allocations: UInt64 { allocation_count() + allocation_count_of_others() }

    /// Runs GoAccess on the same file and discards its report. Returns `nil` if it is not installed.
    private func goAccess(_ path: String, _ name: String) throws -> ReplayMeasurement? {
        let before = ProcessTime.nanoseconds(RUSAGE_CHILDREN)
        let clock = ContinuousClock()
        var status: Int32 = 0
        let wall = clock.measure {
            let command = "goaccess '\(path)' --log-format=COMBINED --no-progress -o json > /dev/null 2>&1"
            // Safe: the string's bytes are valid for the duration of the call.
            status = unsafe system(command)
        }
        guard status == 0 else { return nil }
        return ReplayMeasurement(
            name: name, cores: 1, lines: try lineCount(path), seconds: wall / .seconds(1),
            processorSeconds: (ProcessTime.nanoseconds(RUSAGE_CHILDREN) - before) / 1e9)
    }

    private func lineCount(_ path: String) throws -> Int {
        log == nil ? lines : try FileText.bytes(path).count { $0 == 0x0A }
    }
}

/// The time of a replay.
struct ReplayMeasurement: ReportLine {
    var name: String
    var cores: Int
    var lines: Int
    var seconds: Double
    var processorSeconds: Double
    /// Allocations per line.
    var allocations: Double?
    /// The hit rate of the cache of devices, in percent.
    var rememberedDevices: Int?

    private var rate: Int { Int(Double(lines) / seconds) }
    private var ratePerCore: Int { Int(Double(lines) / processorSeconds) }

    func text(json: Bool) -> String {
        guard json else {
            var text = "\(name) cores=\(cores)  \(rate) lines/s  \(ratePerCore) lines/s of processor time"
            if let allocations {
                text += "  \((allocations * 1000).rounded() / 1000) allocations"
            }
            if let rememberedDevices { text += "  remembered: \(rememberedDevices) % of devices" }
            return text
        }
        var object = JSONObject()
        object.append("name", .string("\(name) cores=\(cores)"))
        object.append("ns", JSONNumber(processorSeconds * 1e9 / Double(lines)).map { .number($0) } ?? .null)
        object.append("allocations", allocations.flatMap { JSONNumber($0) }.map { .number($0) } ?? .null)
        object.append("lines", .number(JSONNumber(lines)))
        object.append("lines_per_second", .number(JSONNumber(rate)))
        object.append("lines_per_processor_second", .number(JSONNumber(ratePerCore)))
        return JSONValue.object(object).text
    }
}

/// The CPU time of this process, or of its children.
enum ProcessTime {
    static func nanoseconds(_ who: __rusage_who) -> Double {
        var usage = rusage()
        // Safe: the pointer is written only within the call.
        unsafe getrusage(__rusage_who_t(who.rawValue), &usage)
        func nanoseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1e9 + Double(time.tv_usec) * 1e3 }
        return nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)
    }
}
