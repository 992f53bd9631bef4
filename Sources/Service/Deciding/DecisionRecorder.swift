import ByteText
import Libevent
import Routing

/// What one worker keeps of its decisions: counts, and lines of the decision log where there is one.
final class DecisionRecorder {
    private let ownCounters: Confined<DecisionCounters>
    private let log: DecisionLog?
    private unowned let worker: Worker

    init(_ ruleSet: RuleSet, log: DecisionLog?, worker: Worker) {
        ownCounters = Confined(DecisionCounters(ruleSet))
        self.log = log
        self.worker = worker
    }

    private(set) var counters: DecisionCounters {
        @inline(__always) _read { yield ownCounters.value }
        @inline(__always) _modify { yield &ownCounters.value }
    }

    /// Begins to count by another rule set; gives what was counted by the one before.
    func replace(with ruleSet: RuleSet, _ facts: LoggedFacts?) -> DecisionCounters {
        defer { counters = DecisionCounters(ruleSet) }
        if let facts { log?.facts = facts }
        return counters
    }

    /// Takes note of the decision that the evaluator has just made.
    func record(
        _ decision: Decision, of request: borrowing ClickRequest, by evaluator: Evaluator,
        in arena: borrowing ByteArena, nanoseconds: UInt64
    ) {
        counters.count(decision.kind, site: evaluator.lastSite, rule: decision.rule, nanoseconds: nanoseconds)
        log?.record(
            decision, of: request, by: evaluator, in: arena,
            DecisionLog.Circumstances(
                id: worker.identifiers.current, listener: worker.currentListener, clock: worker.wallClock,
                nanoseconds: nanoseconds))
    }
}
