package import ByteText
import Expressions
import Links

/// Trying the rules in their order: the site's own first, then those of all sites; the first match wins.
extension Evaluator {
    func applyRules(to click: consuming Click, in arena: inout ByteArena) throws(LinkFault) -> Decision {
        let site = ruleSet.compiledSites[click.link.site]
        var beside = BesideDecision()
        guard
            let rule = firstDeciding(site.index, &beside, in: arena)
                ?? firstDeciding(ruleSet.sharedIndex, &beside, in: arena)
        else { throw LinkFault(.noRuleMatched) }
        return try decision(of: rule, beside, click, in: &arena)
    }

    /// The first rule that matches and decides; those that match and only set what stands beside it are taken in.
    private func firstDeciding(
        _ index: RuleIndex, _ beside: inout BesideDecision, in arena: borrowing ByteArena
    ) -> Int? {
        var candidates = index.candidates(facts, arena)
        while let rule = candidates.nextRule(of: index) {
            guard matches(rule, in: arena) else { continue }
            beside.take(ruleSet.rules[rule].action)
            if ruleSet.rules[rule].action.outcome != nil { return rule }
        }
        return nil
    }

    /// Reads a click once and then tries the rules on it again and again: what a decision costs in rules alone.
    ///
    /// For measuring. Gives the deciding rule, or nil where the link is refused or no rule decides.
    package func tryRules(
        _ request: borrowing ClickRequest, times: Int, in arena: inout ByteArena
    ) -> Int? {
        _ = decide(request, in: &arena)
        guard let site = lastSite else { return nil }
        var decided: Int?
        for _ in 0..<times {
            undecided.removeAll(keepingCapacity: true)
            var beside = BesideDecision()
            decided =
                firstDeciding(ruleSet.compiledSites[site].index, &beside, in: arena)
                ?? firstDeciding(ruleSet.sharedIndex, &beside, in: arena)
        }
        return decided
    }

    /// Whether a rule's condition holds. One that is unknown does not, and is noted; one that fails does not either.
    private func matches(_ index: Int, in arena: borrowing ByteArena) -> Bool {
        guard let program = ruleSet.rules[index].program else { return true }
        switch program.evaluate(facts, arena, conditionPatterns) {
        case .yes:
            return true
        case .unknown:
            undecided.append(index)
            return false
        case .no, .error:
            return false
        }
    }
}

/// What rules set beside the decision: of each the first that a matching rule states.
struct BesideDecision {
    var page: Page?
    var status: Int?
    var cache: ActionDefinition.CachePolicy?

    mutating func take(_ action: ActionDefinition) {
        if page == nil { page = action.page }
        if status == nil { status = action.status }
        if cache == nil { cache = action.cache }
    }
}
