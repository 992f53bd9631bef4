import Clicks
import Telemetry
import Libevent
import Routing
import Server
import Threads

/// The counters of all workers: the latest copy of each worker's, and the totals of previous rule sets.
///
/// A worker stores its counters on request, and for the last time before it adopts other rules. Since each copy replaces the
/// previous one, a sum never counts twice and never decreases, whatever happens in between.
final class MetricsStore: Sendable {
    struct State: Sendable {
        /// By worker index.
        var requests: [Int: WorkerCounters] = [:]
        var decisions: [Int: DecisionCounters] = [:]
        var shadows: [Int: ShadowCounters] = [:]
        /// The counters of replaced rule sets.
        var retired: [DecisionCounters] = []
        var past = DecisionTotals()
    }

    private let state = Locked(State())

    /// Stores a worker's current counters.
    func update(
        _ requests: WorkerCounters, _ decisions: DecisionCounters?, _ shadow: ShadowCounters? = nil,
        ofWorker worker: Int
    ) {
        state.withLock { state in
            state.requests[worker] = requests
            state.decisions[worker] = decisions
            state.shadows[worker] = shadow
        }
    }

    /// Adds a worker's final counters for a rule set, without processing them, since the worker's clicks are waiting.
    func retire(_ decisions: DecisionCounters, ofWorker worker: Int) {
        state.withLock { state in
            state.decisions[worker] = nil
            state.retired.append(decisions)
        }
    }

    /// Sums the retired counters by name, so that their rule sets can be freed. Only for threads that may block.
    func settle() {
        state.withLock { $0.settle() }
    }

    /// The sums over all workers.
    func totals() -> (requests: WorkerCounters, decisions: DecisionTotals) {
        let state = state.withLock { state in
            state.settle()
            return state
        }
        var requests = WorkerCounters()
        for counters in state.requests.values { requests.add(counters) }
        var decisions = state.past
        for counters in state.decisions.values { decisions.add(counters) }
        return (requests, decisions)
    }

    /// Drops the counters of all other pairs, so that their rule sets can be freed. Only for threads that may block.
    func forgetShadows(but pair: ShadowPair?) {
        state.withLock { $0.shadows = $0.shadows.filter { $0.value.pair === pair } }
    }

    /// The shadow counters of one pair of rule sets, summed over all workers. They start at zero for each pair.
    func shadowTotals(of pair: ShadowPair) -> ShadowCounters {
        var sum = ShadowCounters(pair)
        for counters in state.withLock(\.shadows).values where counters.pair === pair { sum.add(counters) }
        return sum
    }
}

extension MetricsStore.State {
    fileprivate mutating func settle() {
        for counters in retired { past.add(counters) }
        retired = []
    }
}
