import Server
import Libevent
import Routing
import Threads

/// What is known of the counts of all workers: the newest copy of each worker's, and what older rule sets came to.
///
/// A worker notes its counts when it is asked to, and for the last time before it takes other rules. As each noting takes
/// the place of the one before, a sum never counts twice and never falls, whatever comes in between.
final class MetricsStore: Sendable {
    struct State: Sendable {
        /// By the number of the worker.
        var requests: [Int: WorkerCounters] = [:]
        var decisions: [Int: DecisionCounters] = [:]
        /// Of rule sets that were replaced.
        var retired: [DecisionCounters] = []
        var past = DecisionTotals()
    }

    private let state = Locked(State())

    /// Takes a worker's counts as they are now.
    func note(_ requests: WorkerCounters, _ decisions: DecisionCounters?, ofWorker worker: Int) {
        state.withLock { state in
            state.requests[worker] = requests
            state.decisions[worker] = decisions
        }
    }

    /// Takes the last counts that a worker has made by a rule set. Does not look at them: the worker's clicks wait.
    func retire(_ decisions: DecisionCounters, ofWorker worker: Int) {
        state.withLock { state in
            state.decisions[worker] = nil
            state.retired.append(decisions)
        }
    }

    /// Adds up what was retired by name, so that the rule sets it belongs to are let go. For threads that may take time.
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
}

extension MetricsStore.State {
    fileprivate mutating func settle() {
        for counters in retired { past.add(counters) }
        retired = []
    }
}
