import Libevent
import Threads

/// Exports spans to a collector, on its own thread: a slow or unreachable collector costs spans, but never delays a click.
///
/// The number of waiting spans is bounded by the rings of the workers. A batch that is not accepted is retried for a minute,
/// with increasing delay.
package final class SpanExporter: Sendable {
    private struct State: Sendable {
        var isStopped = false
        var hasEnded = true
        var counts = SpanCounts()
    }

    /// The maximum number of spans per request.
    static let mostSpans = 512
    /// The interval between batches, in milliseconds; earlier if a ring is half full.
    private static let pause: Int32 = 1_000
    /// The time for which a batch is retried, in seconds.
    private static let longestTry = 60
    /// The maximum pause before a retry, in seconds.
    private static let longestPause = 16
    /// How long shutdown waits, in seconds.
    private static let lastMoment = 3

    /// The ring of each worker.
    package let rings: [LogRing]
    private let bell: Bell
    private let collector: SpanCollector
    private let state = Locked(State())
    private let report: @Sendable (String) -> Void

    /// - Parameter counts: The counters of the exporter that this one replaces.
    package init(
        _ collector: SpanCollector, workers: Int, counts: SpanCounts = SpanCounts(),
        report: @escaping @Sendable (String) -> Void
    ) throws {
        let bell = try Bell()
        state.withLock { $0.counts = counts }
        (self.bell, self.collector, self.report) = (bell, collector, report)
        rings = (0..<workers).map { _ in LogRing(bell: bell) }
    }

    /// The counters so far.
    package var counts: SpanCounts {
        var counts = state.withLock(\.counts)
        counts.dropped += UInt64(rings.reduce(0) { $0 + $1.droppedLines })
        return counts
    }

    /// Starts the thread.
    package func start() {
        state.withLock { $0.hasEnded = false }
        SystemThread(name: "traces") { [self] in
            run()
            state.withLock { $0.hasEnded = true }
        }.detach()
    }

    /// Sends the remaining spans once, and ends the thread.
    package func stop() {
        state.withLock { $0.isStopped = true }
        bell.ring()
        _ = state.wait(seconds: Self.lastMoment) { $0.hasEnded ? true : nil }
    }

    private var isStopped: Bool { state.withLock(\.isStopped) }
    private var hasSpans: Bool { rings.contains { $0.count > 0 } }

    private func run() {
        var wasFailing = false
        while true {
            let isLast = isStopped
            let spans = take()
            var rest = spans[...]
            while !rest.isEmpty {
                let batch = rest.prefix(Self.mostSpans)
                rest = rest.dropFirst(batch.count)
                export(batch, wasFailing: &wasFailing)
            }
            if isLast { return }
            bell.sleep { hasSpans || isStopped }
            // Spans are sent in batches.
            if !isStopped { bell.wait(milliseconds: Self.pause) }
        }
    }

    /// Takes the waiting spans.
    private func take() -> [[UInt8]] {
        var spans: [[UInt8]] = []
        for ring in rings {
            var bytes: [UInt8] = []
            var left = ring.count
            while left > 0 {
                let count = unsafe ring.consume(atMost: left) { piece in
                    // Safe: the piece is copied within the call.
                    unsafe bytes.append(contentsOf: piece)
                    return piece.count
                }
                left -= count
            }
            spans += bytes.split(separator: 0x0A).map(Array.init)
        }
        return spans
    }

    /// Sends a batch until it is accepted, refused, or dropped.
    private func export(_ batch: ArraySlice<[UInt8]>, wasFailing: inout Bool) {
        let end = MonotonicClock.milliseconds + Int64(Self.longestTry) * 1_000
        var pause = 1
        while true {
            switch collector.send(batch) {
            case .accepted(let rejected):
                let count = UInt64(batch.count)
                state.withLock { state in
                    state.counts.exported += count - min(rejected, count)
                    state.counts.rejected += min(rejected, count)
                }
                if wasFailing { report("traces: \(collector.address): accepts spans again") }
                wasFailing = false
                return
            case .refused(let reason):
                state.withLock { $0.counts.rejected += UInt64(batch.count) }
                fail(reason, &wasFailing)
                return
            case .later(let reason, let after):
                fail(reason, &wasFailing)
                let wait = max(after ?? 0, Int.random(in: max(1, pause / 2)...pause))
                let isOver = isStopped || MonotonicClock.milliseconds + Int64(wait) * 1_000 > end
                if isOver || state.wait(seconds: wait, until: { $0.isStopped ? true : nil }) != nil {
                    state.withLock { $0.counts.failed += UInt64(batch.count) }
                    return
                }
                pause = min(Self.longestPause, pause * 2)
            }
        }
    }

    /// Reports the first of several failures.
    private func fail(_ reason: String, _ wasFailing: inout Bool) {
        if !wasFailing {
            report("traces: \(collector.address): \(reason); spans are retried, then dropped and counted")
        }
        wasFailing = true
    }
}

/// The span counters.
package struct SpanCounts: Sendable, Equatable {
    /// Accepted by the collector.
    package var exported: UInt64 = 0
    /// Rejected by the collector.
    package var rejected: UInt64 = 0
    /// Dropped after retries, because no collector responded in time.
    package var failed: UInt64 = 0
    /// Dropped for lack of room, while the collector was slow or unreachable.
    package var dropped: UInt64 = 0

    package init() {}
}
