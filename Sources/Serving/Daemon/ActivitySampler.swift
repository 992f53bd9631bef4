import Clicks
import Libevent
import Routing
import Server
import Telemetry
import Threads

/// Samples the workers' counters once a second to compute rates. No thread waits for another: a late worker's counts go into
/// the next sample.
final class ActivitySampler: Sendable {
    private struct State: Sendable {
        /// The latest sample of each worker.
        var ofWorkers: [ActivitySample]
        var windows = RateWindows()
    }

    private let state: Locked<State>

    init(workers: Int) {
        state = Locked(State(ofWorkers: Array(repeating: ActivitySample(), count: workers)))
    }

    /// Sums the samples stored since the last call and requests new ones.
    func tick(_ server: Server, _ deciders: PerWorker<Decider>) {
        state.withLock { state in
            var sum = ActivitySample()
            for sample in state.ofWorkers { sum.add(sample) }
            state.windows.add(sum, at: MonotonicClock.milliseconds)
        }
        server.post { [state] worker in
            let sample = ActivitySample(worker.counters, deciders[worker].recorder?.kinds)
            state.withLock { $0.ofWorkers[worker.index] = sample }
        }
    }

    /// The rates of the last ten seconds and of the last minute; empty before the second sample.
    var rates: [RateWindows.Rates] {
        state.withLock { state in [10_000, RateWindows.longest].compactMap { state.windows.rates(over: $0) } }
    }
}

extension ActivitySample {
    fileprivate init(_ counters: WorkerCounters, _ kinds: [UInt64]?) {
        self.init()
        (requests, failed) = counters.responses(of: ListenerKind.allCases)
        clicks = counters.responses(of: [.front, .edge]).all
        shed = counters.shedCount
        if let kinds { decisions = kinds }
    }
}
