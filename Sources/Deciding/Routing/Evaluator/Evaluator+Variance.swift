import ByteText
import Expressions

/// What a cache must know of an answer that may be kept.
extension Evaluator {
    /// Settles how long caches may keep the answer: what the link says counts, then what a rule says, then what the site says.
    ///
    /// A rule's `no-store` is overruled by neither, and nothing is kept that carries a code. A link and a site speak of redirects:
    /// a page is kept where a rule says so.
    func decideCaching(_ decision: inout Decision, site: Int) {
        if decision.kind == .error || decision.cache == .noStore { return }
        if decision.carriesAction {
            decision.cache = .noStore
        } else if let seconds = cacheSecondsOfLink {
            guard seconds > 0 else { return decision.cache = .noStore }
            if decision.page == nil || decision.cache != nil { decision.cache = .seconds(seconds) }
        } else if decision.cache == nil, decision.page == nil {
            decision.cache = ruleSet.compiledSites[site].cacheSeconds.map { .seconds($0) }
        }
    }

    /// What the decision of a rule depends on besides the address and the device.
    ///
    /// The first rule that matches decides, so every rule that comes before it counts, matched or not, and so does the
    /// rule itself: by another client's country, language or header field another rule might have matched. A rule whose
    /// condition says no by the address and the device alone does not count: it says no to every client that a cache
    /// could serve the answer to. Whether the index has left a rule out for this client is no reason: it may have done so
    /// by the very facts that differ. So the rules are searched once more, as if those facts were unknown.
    ///
    /// For answers that may be kept alone. Costs as much as deciding does where any rule asks for such facts, and nothing
    /// where none does.
    func variance(ofDecisionBy rule: Int, site: Int, in arena: borrowing ByteArena) -> AnswerVariance {
        guard ruleSet.hasVariance else { return AnswerVariance() }
        let withheld = facts.withholdVaryingFacts()
        defer { facts.restoreVaryingFacts(withheld) }
        var variance = ruleSet.compiledRules[rule].variance
        addVariance(of: ruleSet.compiledSites[site].index, upTo: rule, to: &variance, facts, in: arena)
        addVariance(of: ruleSet.sharedIndex, upTo: rule, to: &variance, facts, in: arena)
        return variance
    }

    private func addVariance(
        of index: RuleIndex, upTo last: Int, to variance: inout AnswerVariance, _ facts: borrowing FactTable,
        in arena: borrowing ByteArena
    ) {
        var candidates = RuleCandidates()
        index.gather(facts, arena, &candidates)
        while let rule = candidates.nextRule(of: index), rule < last {
            let compiled = ruleSet.compiledRules[rule]
            guard !compiled.variance.isEmpty else { continue }
            let condition = candidates.rest(of: rule, in: index) ?? compiled.condition
            if condition?.use({ $0.evaluate(facts, arena, conditionPatterns) }) == .no { continue }
            variance.formUnion(compiled.variance)
        }
    }
}
