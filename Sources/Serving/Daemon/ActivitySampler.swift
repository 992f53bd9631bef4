import Libevent
import Routing
import Server
import Threads

/// Samples what the workers have counted, once a second, for rates. No thread waits for another: a worker that is late is in the
/// next sample.
final class ActivitySampler: Sendable {
    private struct State: Sendable {
        /// What each worker has stored last.
        var ofWorkers: [ActivitySample]
        var windows = RateWindows()
    }

    private let state: Locked<State>

    init(workers: Int) {
        state = Locked(State(ofWorkers: Array(repeating: ActivitySample(), count: workers)))
    }

    /// Adds up what the workers have stored since the last call, and asks them again.
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

    /// The rates of the last ten seconds, and of the last minute; none before the second sample.
    var rates: [RateWindows.Rates] {
        state.withLock { state in [10_000, RateWindows.longest].compactMap { state.windows.rates(over: $0) } }
    }
}

extension ActivitySample {
    fileprivate init(_ counters: WorkerCounters, _ kinds: [UInt64]?) {
        (requests, failed) = counters.responses(of: ListenerKind.allCases)
        clicks = counters.responses(of: [.front, .edge]).all
        shed = counters.shedCount
        if let kinds { decisions = kinds }
    }
}
