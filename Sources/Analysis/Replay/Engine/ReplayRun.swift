import DecisionCache
import LinkCatalog
import LogFormats
import Routing
import Synchronization
import Threads

/// The state shared by the workers of a replay.
final class ReplayRun<Sums: Sendable>: Sendable {
    private struct State {
        var sums: [Sums] = []
        var tallies: [Int32: ReadingTally] = [:]
        var samples = BadLineSamples()
        var caches = CacheCounts()
        var numbers = LineNumbers()
        var missing: [String: Int] = [:]
        var bytes: Int64 = 0
        var lines = 0
        var failure: (any Error)?
    }

    let workers: Int
    private let settings: ReplaySettings
    private let source: BlockSource
    private let state = Locked(State())
    private let hasFailed = Stop()
    private let isInterrupted: @Sendable () -> Bool
    private let progress: @Sendable (ReplayProgress) -> Void
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant

    init(
        _ settings: ReplaySettings, isInterrupted: @escaping @Sendable () -> Bool,
        progress: @escaping @Sendable (ReplayProgress) -> Void
    ) throws(ReplayFault) {
        self.settings = settings
        self.isInterrupted = isInterrupted
        self.progress = progress
        workers = settings.follows ? 1 : max(1, settings.workers)
        start = clock.now
        let stop = hasFailed
        source = try BlockSource(settings, isInterrupted: { isInterrupted() || stop.isSet })
    }

    /// Processes blocks until there are no more. An error stops all workers.
    func work<Visitor: ReplayVisitor>(_ ruleSet: RuleSet, _ makeVisitor: () throws -> Visitor)
    where Visitor.Sums == Sums {
        do {
            let links = settings.shortLinks?()
            let evaluator = CachingEvaluator(
                try Evaluator(ruleSet, shortLinks: links),
                settings.caches ? .logs(workers: workers) : .uncachedLogs)
            let lane = ReplayLane(evaluator, settings, try makeVisitor())
            try work(links) { try ReplayWorker(lane, settings) }
        } catch { fail(error) }
    }

    /// Processes blocks as ``work(_:_:)`` does, each line with the rules and links of its time.
    func work<Visitor: ReplayVisitor>(
        _ past: PastState, _ makeVisitor: @escaping (RuleSet, PastLinks?) throws -> Visitor
    ) where Visitor.Sums == Sums {
        do {
            let lanes = PastLanes(past, settings, makeVisitor)
            let first = try lanes.lane(of: past.latest)
            try work(nil) { try ReplayWorker(first, settings, past: lanes) }
        } catch { fail(error) }
    }

    private func work<Visitor: ReplayVisitor>(
        _ links: (any ShortLinks)?, _ makeWorker: () throws -> ReplayWorker<Visitor>
    ) throws where Visitor.Sums == Sums {
        var worker = try makeWorker()
        var block = LineBlock()
        while try source.next(&block) {
            // A block takes a few milliseconds; waiting for the next one may take long.
            links?.beginLooking()
            let lines = worker.visit(block)
            links?.endLooking()
            record(lines, of: block)
        }
        let result = worker.finish()
        state.withLock { state in
            state.sums += result.sums
            for (input, tally) in result.tallies { state.tallies[input, default: ReadingTally()].add(tally) }
            state.samples.add(result.samples)
            state.caches.add(result.caches)
            state.missing.merge(result.missing, uniquingKeysWith: +)
        }
    }

    private func fail(_ error: any Error) {
        hasFailed.set()
        state.withLock { $0.failure = $0.failure ?? error }
    }

    private func record(_ lines: Int, of block: borrowing LineBlock) {
        let (number, input, bytes) = (block.number, block.input, block.bytesOfFile)
        state.withLock { state in
            state.numbers.record(lines, inBlock: number, ofInput: input)
            state.lines += lines
            state.bytes += bytes
            progress(
                ReplayProgress(
                    bytesRead: state.bytes, bytesInAll: source.size, lines: state.lines, seconds: seconds))
        }
    }

    private var seconds: Double { start.duration(to: clock.now) / .seconds(1) }

    func result() throws -> ReplayResult<Sums> {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            var counts = LineCounts()
            for tally in state.tallies.values { counts.add(tally.counts) }
            let readings = source.readings.enumerated().map { index, reading in
                InputReading(reading, state.tallies[Int32(index)] ?? ReadingTally())
            }
            return ReplayResult(
                sums: state.sums, counts: counts, selection: settings.selection,
                badLines: state.samples.lines(of: settings.inputs, state.numbers),
                lineNumbers: state.numbers, readings: readings, seconds: seconds,
                wasInterrupted: isInterrupted() && !settings.follows, caches: state.caches,
                missingRuleSets: state.missing)
        }
    }
}

/// A flag that any thread can set once.
private final class Stop: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}

/// The progress of a replay.
public struct ReplayProgress: Sendable {
    /// The number of bytes read from the inputs, before decompression.
    public var bytesRead: Int64
    /// The size of all inputs; `nil` if an input's size is unknown, for example that of standard input.
    public var bytesInAll: Int64?
    /// Lines that were read.
    public var lines: Int
    /// Seconds since the start.
    public var seconds: Double

    /// Lines per second.
    public var rate: Double { seconds > 0 ? Double(lines) / seconds : 0 }

    /// The estimated remaining time in seconds, at the average rate so far.
    public var secondsLeft: Double? {
        guard let bytesInAll, bytesRead > 0, seconds > 0 else { return nil }
        return max(0, Double(bytesInAll - bytesRead)) * seconds / Double(bytesRead)
    }
}
