import Clicks
import Telemetry
import Glibc
import Libevent
import LogFormats
import Routing
import Server
import Settings
import Threads

/// Candidate rules, which are compared with the active ones (``ShadowEvaluator``). All methods are called on threads that may
/// block, one call at a time.
extension SharedState {
    /// Replaces the candidate rules; removes them if `nil`. They are compared once they are loaded.
    func tryOut(_ candidate: ShadowCandidate?) {
        current.withLock { current in
            current.candidate = candidate
            current.shadow = candidate.map(ShadowStatus.init)
        }
        server?.runInAll { [self] worker in use(nil, nil, in: worker) }
        metrics.forgetShadows(but: nil)
    }

    /// Loads the candidate again and evaluates it in the workers. If it can't be used, the last good one is kept; the active
    /// rules are replaced regardless.
    func loadShadow() {
        guard let candidate = current.withLock(\.candidate) else { return }
        let (second, loaded) = (Int64(time(nil)), candidate.load())
        let isTrying = current.withLock { current in
            switch loaded {
            case .success(let ruleSet):
                current.shadow?.ruleSet = ruleSet
                current.shadow?.record.succeed(ruleSet.hash, at: second)
            case .failure(let fault): current.shadow?.record.fail(fault.lines, at: second)
            }
            return current.shadow?.ruleSet != nil
        }
        switch loaded {
        case .success(let ruleSet): report("shadow: \(ruleSet.hash)")
        case .failure:
            let rest = isTrying ? "still trying the last good ones" : "none are tried"
            report("shadow: the rules can't be used; \(rest)")
        }
        pairShadow()
    }

    /// Makes the workers compare the candidate with the active rules, unless they already do. Counters restart at zero.
    func pairShadow() {
        let (live, status, candidate) = current.withLock { ($0.ruleSet, $0.shadow, $0.candidate) }
        guard let candidate, let ruleSet = status?.ruleSet else { return }
        if let pair = status?.pair, pair.live === live, pair.candidate.hash == ruleSet.hash { return }
        let next = live.hash == ruleSet.hash ? nil : ShadowPair(live: live, candidate: ruleSet)
        let evaluators = next.flatMap { pair in
            try? PerWorker(workers) { try ShadowEvaluator(pair, share: candidate.share) }
        }
        if next == nil {
            report("shadow: the candidate rules equal the active ones: nothing is compared")
        } else if evaluators == nil {
            report("shadow: not enough memory for the patterns of the candidate rules; none are evaluated")
        }
        let pair = evaluators == nil ? nil : next
        current.withLock { $0.shadow?.pair = pair }
        let facts = logs?.eventRing == nil ? nil : LoggedFacts(live, ruleSet)
        server?.runInAll { [self] worker in use(evaluators?[worker], facts, in: worker) }
        metrics.forgetShadows(but: pair)
        // The old rules are freed here, not between two clicks.
        withExtendedLifetime(status) {}
    }

    private func use(_ shadow: ShadowEvaluator?, _ facts: LoggedFacts?, in worker: Worker) {
        let ring = facts == nil ? nil : logs?.decisionRing(of: worker.index)
        shadow?.attach(to: worker, ring.flatMap { ring in facts.map { DecisionLog(ring, $0) } })
        deciders[worker].use(shadow)
    }
}
