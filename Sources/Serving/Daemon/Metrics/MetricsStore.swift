import Libevent
import Routing
import Server
import Threads

/// The counts of all workers: the newest copy of each worker's, and the totals of older rule sets.
///
/// A worker stores its counts on request, and for the last time before it adopts other rules. As each copy replaces the
/// one before, a sum never counts twice and never falls, whatever happens in between.
final class MetricsStore: Sendable {
    struct State: Sendable {
        /// By the index of the worker.
        var requests: [Int: WorkerCounters] = [:]
        var decisions: [Int: DecisionCounters] = [:]
        var shadows: [Int: ShadowCounters] = [:]
        /// Of rule sets that were replaced.
        var retired: [DecisionCounters] = []
        var past = DecisionTotals()
    }

    private let state = Locked(State())

    /// Stores a worker's current counts.
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

    /// Adds the final counts of a worker for a rule set, without processing them: the worker's clicks are waiting.
    func retire(_ decisions: DecisionCounters, ofWorker worker: Int) {
        state.withLock { state in
            state.decisions[worker] = nil
            state.retired.append(decisions)
        }
    }

    /// Adds the retired counts up by name, so that their rule sets can be freed. For threads that may take time.
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

    /// Forgets the counts of all other pairs, so that their rule sets can be freed. For threads that may take time.
    func forgetShadows(but pair: ShadowPair?) {
        state.withLock { $0.shadows = $0.shadows.filter { $0.value.pair === pair } }
    }

    /// The sums over all workers of clicks that were decided twice, by one pair of rule sets: each pair begins at zero.
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
