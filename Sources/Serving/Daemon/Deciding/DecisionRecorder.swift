import ByteText
import Libevent
import LogFormats
import Routing
import Server

/// Records one worker's decisions: counts, lines of the decision log if there is one, and events if somebody is told of them.
final class DecisionRecorder {
    private let ownCounters: Confined<DecisionCounters>
    /// Where lines of decisions go; nil for nowhere.
    var log: DecisionLog?
    /// Where events of clicks go; nil for nowhere.
    var events: EventLog?
    /// The decisions by rule sets that were replaced, by kind.
    private var kindsBefore = DecisionCounters.noKinds
    private unowned let worker: Worker
    /// What has spans of some requests; nil where none are exported.
    var spans: SpanRecorder?

    init(_ ruleSet: RuleSet, worker: Worker) {
        ownCounters = Confined(DecisionCounters(ruleSet))
        self.worker = worker
    }

    /// Counts a click above the limits of its site.
    func countLimited() { worker.countShed(.clickLimit) }

    private(set) var counters: DecisionCounters {
        _read { yield ownCounters.value }
        _modify { yield &ownCounters.value }
    }

    /// All decisions so far by kind, in the order of `DecisionKind`. Adds up the sites.
    var kinds: [UInt64] { zip(kindsBefore, counters.kinds).map { $0 &+ $1 } }

    /// Counts by another rule set from now on; returns the counts of the previous one.
    func replace(with ruleSet: RuleSet, _ facts: LoggedFacts?) -> DecisionCounters {
        kindsBefore = kinds
        defer { counters = DecisionCounters(ruleSet) }
        if let facts { log?.facts = facts }
        return counters
    }

    /// Whether decisions are more than counted: logged, told to others, or noted for spans.
    var logs: Bool { log != nil || events != nil || spans != nil }

    /// Counts a decision. The outcome stays as it is: borrowed it would be copied.
    ///
    /// - Parameter site: The site that answers for the link, also if the link was refused before its rules were tried.
    func count(_ outcome: inout Outcome, of site: Int?, for purpose: RequestPurpose, nanoseconds: UInt64) {
        counters.count(
            outcome.decision.kind, site: site, rule: outcome.decision.rule, for: purpose,
            nanoseconds: nanoseconds)
        if let failure = outcome.decision.error { counters.count(failure) }
    }

    /// Logs a decision, tells of it and notes it, as far as somebody wants that. It is a call of its own, since the request is copied for it.
    func log(
        _ outcome: inout Outcome, of request: borrowing ClickRequest, by ruleSet: RuleSet,
        in arena: borrowing ByteArena, nanoseconds: UInt64
    ) {
        if let spans { spans.note(&outcome, by: ruleSet) }
        guard log != nil || events != nil else { return }
        let circumstances = DecisionLineWriter.Circumstances(
            id: worker.requestIdentifier, listener: worker.currentListener.name, clock: worker.wallClock,
            nanoseconds: nanoseconds, trace: worker.currentTrace)
        if let log { log.record(outcome, of: request, by: ruleSet, in: arena, circumstances) }
        // An event is what happened, and nobody has clicked.
        if let events, request.purpose == .click {
            events.record(outcome, of: request, by: ruleSet, in: arena, circumstances)
        }
    }
}
