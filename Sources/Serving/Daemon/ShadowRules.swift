import Clicks
import Glibc
import LogFormats
import Routing
import Telemetry
import Threads

/// Candidate rules, which are compared with the active ones (``ShadowEvaluator``). All methods are called on threads that may
/// block, one call at a time; ``status`` is readable from any thread.
final class ShadowRules: Sendable {
    private struct State {
        /// The candidate rules, or `nil` if there are none.
        var candidate: ShadowCandidate?
        var status: ShadowStatus?

        init(_ candidate: ShadowCandidate?) {
            (self.candidate, status) = (candidate, candidate.map(ShadowStatus.init))
        }
    }

    private let state: Locked<State>
    private let deciders: WorkerDeciders
    private let report: @Sendable (String) -> Void

    init(_ candidate: ShadowCandidate?, _ deciders: WorkerDeciders) {
        state = Locked(State(candidate))
        (self.deciders, report) = (deciders, deciders.records.report)
    }

    /// The status of the candidate rules, or `nil` if there are none.
    var status: ShadowStatus? { state.withLock(\.status) }

    /// Replaces the candidate rules; removes them if `nil`. They are compared once they are loaded.
    func tryOut(_ candidate: ShadowCandidate?) {
        state.withLock { $0 = State(candidate) }
        deciders.use(nil, nil)
        deciders.metrics.forgetShadows(but: nil)
    }

    /// Loads the candidate again and evaluates it in the workers. If it can't be used, the last good one is kept; the active
    /// rules are replaced regardless.
    func load(besides live: RuleSet) {
        guard let candidate = state.withLock(\.candidate) else { return }
        let (second, loaded) = (Int64(time(nil)), candidate.load())
        let isTrying = state.withLock { state in
            switch loaded {
            case .success(let ruleSet):
                state.status?.ruleSet = ruleSet
                state.status?.record.succeed(ruleSet.hash, at: second)
            case .failure(let fault): state.status?.record.fail(fault.lines, at: second)
            }
            return state.status?.ruleSet != nil
        }
        switch loaded {
        case .success(let ruleSet): report("shadow: \(ruleSet.hash)")
        case .failure:
            let rest = isTrying ? "still trying the last good ones" : "none are tried"
            report("shadow: the rules can't be used; \(rest)")
        }
        pair(with: live)
    }

    /// Makes the workers compare the candidate with the active rules, unless they already do. Counters restart at zero.
    func pair(with live: RuleSet) {
        let (status, candidate) = state.withLock { ($0.status, $0.candidate) }
        guard let candidate, let ruleSet = status?.ruleSet else { return }
        if let pair = status?.pair, pair.live === live, pair.candidate.hash == ruleSet.hash { return }
        let next = live.hash == ruleSet.hash ? nil : ShadowPair(live: live, candidate: ruleSet)
        let evaluators = next.flatMap { pair in
            try? PerWorker(deciders.count) { try ShadowEvaluator(pair, share: candidate.share) }
        }
        if next == nil {
            report("shadow: the candidate rules equal the active ones: nothing is compared")
        } else if evaluators == nil {
            report("shadow: not enough memory for the patterns of the candidate rules; none are evaluated")
        }
        let pair = evaluators == nil ? nil : next
        state.withLock { $0.status?.pair = pair }
        let facts = deciders.records.logs?.eventRing == nil ? nil : LoggedFacts(live, ruleSet)
        deciders.use(evaluators, facts)
        deciders.metrics.forgetShadows(but: pair)
        // The old rules are freed here, not between two clicks.
        withExtendedLifetime(status) {}
    }
}
