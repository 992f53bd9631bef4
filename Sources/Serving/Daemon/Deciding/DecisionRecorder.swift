import LogFormats
import Server
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
        _read { yield ownCounters.value }
        _modify { yield &ownCounters.value }
    }

    /// Begins to count by another rule set; gives what was counted by the one before.
    func replace(with ruleSet: RuleSet, _ facts: LoggedFacts?) -> DecisionCounters {
        defer { counters = DecisionCounters(ruleSet) }
        if let facts { log?.facts = facts }
        return counters
    }

    /// Counts and logs what was decided.
    func record(
        _ outcome: Outcome, of request: borrowing ClickRequest, by ruleSet: RuleSet,
        in arena: borrowing ByteArena, nanoseconds: UInt64
    ) {
        counters.count(
            outcome.decision.kind, site: outcome.site, rule: outcome.decision.rule, nanoseconds: nanoseconds)
        log?.record(
            outcome, of: request, by: ruleSet, in: arena,
            DecisionLineWriter.Circumstances(
                id: worker.requestIdentifier, listener: worker.currentListener.name, clock: worker.wallClock,
                nanoseconds: nanoseconds))
    }
}
