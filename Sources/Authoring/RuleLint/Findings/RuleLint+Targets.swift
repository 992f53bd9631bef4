import Configuration
import Links
import Routing

/// Targets in rules, checked against the policies of the sites that they apply to.
extension RuleLint {
    mutating func checkTargets() {
        for rule in rules {
            for template in rule.definition.action.targets where template.startsWithLiteral {
                for site in sites(of: rule) { check(template, rule, site) }
            }
        }
    }

    private mutating func check(_ template: Template, _ rule: LintRule, _ site: Int) {
        guard mayDecide(rule, site), let fault = refusal(of: template, site) else { return }
        let example = example(of: fault, rule, site)
        let name = sites[site].definition.name
        // A target with facts may be allowed for another click.
        let isConstant = template.segments.count == 1
        report(
            .refusedTarget, rule,
            "the site `\(name)` refuses the target of `\(rule.name)`, `\(template.text)`: \(fault.code.name)\(Self.grounds(example))",
            hint: fault.code.targetHint ?? fault.message, example: example,
            isConstant ? .error : .warning)
    }

    /// Whether any click of a site satisfies a rule's condition. A shared rule may require another site.
    private mutating func mayDecide(_ rule: LintRule, _ site: Int) -> Bool {
        guard let cubes = rule.cubes else { return true }
        let clicks = space.product([cubes, sites[site].cubes])
        return !isNever(clicks, outside: space.relations + sites[site].relations)
    }

    /// Why the site rejects the target for all of its links, or `nil` if it is allowed for one.
    ///
    /// A template with facts may be rejected for one click and not for another: it is wrong only if it is always rejected.
    private mutating func refusal(of template: Template, _ site: Int) -> LinkFault? {
        let key = TargetOfSite(target: template.text, site: site)
        if let known = knownTargets[key] { return known }
        let fault = triedRefusal(of: template, site)
        knownTargets[key] = .some(fault)
        return fault
    }

    private mutating func triedRefusal(of template: Template, _ site: Int) -> LinkFault? {
        let always = RuleDefinition(id: "always", because: "Any click.", condition: nil, program: nil, action: .sign)
        let action = ActionDefinition(outcome: .continueRedirect(to: template))
        guard let bare = RequestRunner.probe(always, of: sites[site].definition, ruleSet, action: action, limit: limit)
        else {
            return nil
        }
        var first: LinkFault?
        for draft in understoodDrafts(of: site) {
            guard let fault = bare.decide(draft)?.fault else { return nil }
            if first == nil { first = fault }
        }
        return first
    }

    /// Some requests of a site that are readable and get a decision.
    private mutating func understoodDrafts(of site: Int) -> [RequestDraft] {
        if let known = understood[site] { return known }
        let drafts = sites[site].shapes.lazy.filter { [runner] in runner.decide($0)?.isUnderstood ?? false }
        let some = Array(drafts.prefix(12))
        understood[site] = some
        return some
    }

    private mutating func example(of fault: LinkFault, _ rule: LintRule, _ site: Int) -> RequestDraft? {
        guard let probe = probe(rule, site) else { return nil }
        let runner = runner
        return example(in: reachable(rule), of: site) { draft in
            guard let held = probe.decide(draft), held.rule == rule.id else { return false }
            return runner.decide(draft)?.fault == fault
        }
    }

    /// The clicks that reach a rule because no earlier rule decides them.
    mutating func reachable(_ rule: LintRule) -> [Cube] {
        guard let index = rules.firstIndex(where: { $0.id == rule.id }) else { return [] }
        let before = rulesBefore(index).filter { rules[$0].decides }.flatMap { rules[$0].cubes ?? [] }
        return search.witnesses(in: clicks(of: rule), outside: scope(of: rule).relations + before, atMost: 8)
    }
}

extension LinkFault.Code {
    /// A hint if a target was rejected by the policy for all targets, or `nil` for other faults.
    var targetHint: String? {
        switch self {
        case .urlPatternMismatch: "targets must match `url_patterns`, or be on the authorized domains if there are none"
        case .deniedTarget: "`denied_targets` denies it to all links; use another address"
        default: nil
        }
    }
}

extension ActionDefinition {
    /// The targets that a rule may redirect to.
    var targets: [Template] {
        switch outcome {
        case .appOpen(_, let url, _, let fallback)?:
            if case .continueRedirect(let to)? = fallback { return [url, to].compactMap { $0 } }
            return [url].compactMap { $0 }
        case .continueRedirect(let to)?: return [to].compactMap { $0 }
        default: return []
        }
    }
}

extension Template {
    /// Whether the template has a literal origin. Otherwise it is a fact that was validated with the link.
    var startsWithLiteral: Bool {
        if case .literal? = segments.first { true } else { false }
    }

    /// The template as written in a file.
    var text: String {
        segments.map { segment in
            switch segment {
            case .literal(let text): text.replacing("{", with: "{{").replacing("}", with: "}}")
            case .fact(let fact): "{\(fact.name)}"
            }
        }.joined()
    }
}
