public import ByteText
import Expressions
import Links

extension Evaluator {
    /// Decides a click like ``decide(_:device:knowing:in:)``, and then evaluates every rule's condition again over the
    /// same facts, recording the tests. Allocates; for diagnosis.
    ///
    /// The array is empty if the link is refused before any rule is tried. If the click is redirected instead, it
    /// contains only the site's redirect, or is empty if the link itself contains the address for late clicks.
    public func explain(
        _ request: borrowing ClickRequest, in arena: inout ByteArena
    ) -> (outcome: Outcome, rules: [RuleTrace]) {
        let outcome = decide(request, in: &arena)
        if outcome.decision.refusal != nil {
            let redirect = outcome.decision.rule.map {
                RuleTrace(rule: $0, result: .decides, condition: ConditionTrace())
            }
            return (outcome, redirect.map { [$0] } ?? [])
        }
        guard let site = Self.triedSite(outcome) else { return (outcome, []) }
        var traces: [RuleTrace] = []
        var isDecided = false
        for index in Array(ruleSet.compiledSites[site].rules) + Array(ruleSet.sharedRules) {
            let trace = trace(index, isDecided: isDecided, in: arena)
            if trace.result == .decides { isDecided = true }
            traces.append(trace)
        }
        return (outcome, traces)
    }

    /// The site whose rules were tried; `nil` if none were.
    private static func triedSite(_ outcome: Outcome) -> Int? {
        if case .fault(let fault) = outcome.decision.error, fault.code != .noRuleMatched { return nil }
        return outcome.site
    }

    private func trace(_ index: Int, isDecided: Bool, in arena: borrowing ByteArena) -> RuleTrace {
        let rule = ruleSet.rules[index]
        var condition = ConditionTrace()
        let verdict = rule.program?.evaluate(facts, arena, conditionPatterns, recording: &condition) ?? .yes
        condition.verdict = verdict
        let lacking = verdict == .yes ? lacking(index, facts) : []
        let result: RuleTrace.Result =
            switch verdict {
            case .yes where !lacking.isEmpty: .undecided
            case .yes: isDecided ? .late : rule.action.outcome == nil ? .sets : .decides
            case .no: .no
            case .unknown: .undecided
            case .error: .fails
            }
        return RuleTrace(rule: index, result: result, condition: condition, lacking: lacking)
    }
}
