import ByteText
import Expressions

/// The caching properties of a response.
extension Evaluator {
    /// Determines how long caches may keep the response: as set by the link, or else by a rule, or else by the site.
    ///
    /// A rule's `no-store` can't be overridden, and a response that carries a code is never cached. The values of a
    /// link and a site apply to redirects only: a page is cached only if a rule allows it.
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

    /// The request properties, besides the address and the device, that the decision of a rule depends on.
    ///
    /// The first matching rule decides, so the result covers that rule and every rule before it, matched or not: with
    /// another client's country, language or header field an earlier rule might have matched. A rule whose condition is
    /// false by the address and the device alone is left out, because it is false for every client that a cache could
    /// serve the response to. That the index has excluded a rule for this client is not sufficient, because the index
    /// may have done so by the very facts that vary. Therefore the rules are searched again with those facts unknown.
    ///
    /// Only for responses that may be cached. If any rule reads such facts, this costs as much as the decision itself;
    /// otherwise nothing.
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
