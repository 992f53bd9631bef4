package import ByteText
import Expressions
import Links

/// Tries the rules in order: the site's own first, then the shared rules. The first match decides.
extension Evaluator {
    func applyRules(
        to click: inout EvaluatedClick, _ decision: inout Decision, _ request: borrowing ClickRequest,
        in arena: inout ByteArena
    ) throws(LinkFault) {
        var beside = BesideDecision()
        guard let rule = firstDeciding(click.link.site, &beside, facts, in: arena) else {
            throw LinkFault(.noRuleMatched)
        }
        try decide(by: rule, beside, &decision, &click, request, in: &arena)
        decideCaching(&decision, site: click.link.site)
        if case .seconds = decision.cache {
            decision.variance = variance(ofDecisionBy: rule, site: click.link.site, in: arena)
        }
    }

    /// The first rule that matches and decides: of the site's own, or else of the shared rules.
    private func firstDeciding(
        _ site: Int, _ beside: inout BesideDecision, _ facts: borrowing FactTable, in arena: borrowing ByteArena
    ) -> Int? {
        let own = withSite(site) { site in
            site.lentIndex.use { firstDeciding($0, &candidates, &beside, facts, in: arena) }
        }
        return own ?? ruleSet.lentSharedIndex.use { firstDeciding($0, &candidates, &beside, facts, in: arena) }
    }

    /// The first deciding rule of an index. The settings of matching rules that do not decide are merged.
    private func firstDeciding(
        _ index: RuleIndex, _ candidates: inout RuleCandidates, _ beside: inout BesideDecision,
        _ facts: borrowing FactTable, in arena: borrowing ByteArena
    ) -> Int? {
        candidates.removeAll()
        index.gather(facts, arena, &candidates)
        while let rule = candidates.nextRule(of: index) {
            let condition = candidates.rest(of: rule, in: index) ?? ruleSet.compiledRules[rule].condition
            guard matches(rule, condition, facts, in: arena) else { continue }
            if beside.merge(ruleSet.compiledRules[rule].action) { return rule }
            findings.beside.append(rule)
        }
        return nil
    }

    /// Reads a click once and then tries the rules on it repeatedly, to measure the cost of the rules alone.
    ///
    /// Returns the deciding rule, or `nil` if the link is refused or no rule decides.
    package func tryRules(
        _ request: borrowing ClickRequest, times: Int, in arena: inout ByteArena
    ) -> Int? {
        guard let site = decide(request, in: &arena).site else { return nil }
        var decided: Int?
        for _ in 0..<times {
            findings.forgetRules()
            var beside = BesideDecision()
            decided = firstDeciding(site, &beside, facts, in: arena)
        }
        return decided
    }

    /// Whether a rule's condition holds and its action can be built. A rule for which this is unknown does not match,
    /// and is recorded. A rule whose condition fails does not match either.
    ///
    /// - Parameter condition: The condition to evaluate; `nil` if it always holds.
    private func matches(
        _ rule: Int, _ condition: Lent<Condition>?, _ facts: borrowing FactTable, in arena: borrowing ByteArena
    ) -> Bool {
        switch verdict(of: condition, facts, in: arena) {
        case .yes where !lacks(rule, facts):
            return true
        case .yes, .unknown:
            findings.undecided.append(rule)
            return false
        case .no, .error:
            return false
        }
    }

    private func verdict(
        of condition: Lent<Condition>?, _ facts: borrowing FactTable, in arena: borrowing ByteArena
    ) -> Verdict {
        condition?.use { $0.evaluate(facts, arena, conditionPatterns) } ?? .yes
    }

    /// Whether a rule's templates insert an unknown fact.
    func lacks(_ rule: Int, _ facts: borrowing FactTable) -> Bool {
        for fact in ruleSet.compiledRules[rule].inserted {
            if case .unknown = facts[fact] { return true }
        }
        return false
    }

    /// The unknown facts that a rule's templates insert.
    func lacking(_ rule: Int, _ facts: borrowing FactTable) -> [FactName] {
        var names: [FactName] = []
        for fact in ruleSet.compiledRules[rule].inserted {
            if case .unknown = facts[fact], let name = FactName(rawValue: fact) { names.append(name) }
        }
        return names
    }
}
