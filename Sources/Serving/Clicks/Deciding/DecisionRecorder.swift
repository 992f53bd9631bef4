package import Events
package import Telemetry
import ByteText
import Libevent
package import LogFormats
package import Routing
package import Server

/// Records one worker's decisions: counters, the decision log if there is one, and events if enabled.
package final class DecisionRecorder {
    package private(set) var counters: DecisionCounters
    /// The decision log, or `nil` if there is none.
    package var log: DecisionLog?
    /// The receiver of click events, or `nil` if events are disabled.
    package var events: EventLog?
    /// The decisions of previous rule sets, by kind.
    private var kindsBefore = DecisionCounters.noKinds
    private unowned let worker: Worker
    /// The spans of sampled requests, or `nil` if none are exported.
    package var spans: SpanRecorder?

    package init(_ ruleSet: RuleSet, worker: Worker) {
        counters = DecisionCounters(ruleSet)
        self.worker = worker
    }

    /// Counts a click above the limits of its site.
    func countLimited() { worker.countShed(.clickLimit) }

    /// All decisions so far by kind, in the order of `DecisionKind`. Sums over the sites.
    package var kinds: [UInt64] { zip(kindsBefore, counters.kinds).map { $0 &+ $1 } }

    /// Starts counters for another rule set; returns those of the previous one.
    package func replace(with ruleSet: RuleSet, _ facts: LoggedFacts?) -> DecisionCounters {
        kindsBefore = kinds
        defer { counters = DecisionCounters(ruleSet) }
        if let facts { log?.facts = facts }
        return counters
    }

    /// Whether decisions are logged, sent as events or recorded in spans, in addition to being counted.
    var logs: Bool { log != nil || events != nil || spans != nil }

    /// Counts a decision. Does not change the outcome, which is `inout` because a borrowed one would be copied.
    ///
    /// - Parameter site: The link's site, even if the link was refused before its rules were evaluated.
    func count(_ outcome: inout Outcome, of site: Int?, for purpose: RequestPurpose, nanoseconds: UInt64) {
        counters.count(
            outcome.decision.kind, site: site, rule: outcome.decision.rule, for: purpose,
            nanoseconds: nanoseconds)
        if let failure = outcome.decision.error { counters.count(failure, site: site) }
    }

    /// Logs a decision, emits its event and adds it to the span, as far as enabled. A separate call, since the request is
    /// copied for it.
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
        // Only clicks are events, not HEAD requests, prefetches and previews.
        if let events, request.purpose == .click {
            events.record(outcome, of: request, by: ruleSet, in: arena, circumstances)
        }
    }
}
