import Configuration
import Expressions
import Routing
import Rules

/// Unreachable rules, and conditions without effect.
extension RuleLint {
    mutating func findUnreachableRules() {
        for index in rules.indices where rules[index].cubes != nil {
            if isNeverTrue(index) || isUnreachable(index) { continue }
            findIdle(index)
            findAlwaysTrue(index)
        }
    }

    /// The clicks of a rule within its scope.
    func clicks(of rule: LintRule) -> [Cube] {
        space.product([rule.cubes ?? [], scope(of: rule).cubes])
    }

    /// Whether no click is in the cubes and outside the blockers. Returns `false` if that could not be determined.
    ///
    /// - Parameter question: The question to report as unanswered in that case, or `nil` if the result only adds detail.
    mutating func isNever(
        _ cubes: [Cube], outside blockers: [Cube], _ subject: Omission.Subject = .allRules, _ question: String? = nil
    ) -> Bool {
        switch search.witness(in: cubes, outside: blockers) {
        case .none: return true
        case .found: return false
        case .gaveUp:
            if let question { omit(subject, question, Self.bound) }
            return false
        }
    }

    private mutating func isNeverTrue(_ index: Int) -> Bool {
        let rule = rules[index]
        // The compiler reports conditions that fold to a constant.
        if rule.definition.program?.constantVerdict != nil { return rule.cubes?.isEmpty ?? false }
        let question = "whether any click matches its condition"
        guard isNever(clicks(of: rule), outside: scope(of: rule).relations, .rule(rule.id), question) else {
            return false
        }
        // Already explained by mutually exclusive bounds.
        if findings.contains(where: { $0.code == .emptyRange && $0.path == rule.id }) { return true }
        let isNeverAnywhere = isNever(rule.cubes ?? [], outside: space.relations)
        let whose = rule.site.map { isNeverAnywhere ? "" : " of the site `\(sites[$0].definition.name)`" } ?? ""
        report(.neverTrue, rule, "no click\(whose) matches the condition of `\(rule.name)` (by reasoning)")
        return true
    }

    private mutating func findAlwaysTrue(_ index: Int) {
        let rule = rules[index]
        guard let program = rule.definition.program, program.constantVerdict == nil else { return }
        let scope = scope(of: rule)
        let question = "whether every click matches its condition"
        guard isNever(scope.cubes, outside: scope.relations + (rule.cubes ?? []), .rule(rule.id), question) else {
            return
        }
        let whose = rule.site.map { " of the site `\(sites[$0].definition.name)`" } ?? ""
        report(
            .alwaysTrue, rule, "every click\(whose) matches the condition of `\(rule.name)` (by reasoning)",
            hint: "omit `when` in a rule that always matches")
    }

    private mutating func isUnreachable(_ index: Int) -> Bool {
        let rule = rules[index]
        let before = rulesBefore(index).filter { rules[$0].decides && rules[$0].cubes != nil }
        let clicks = clicks(of: rule)
        let relations = scope(of: rule).relations
        let blockers = relations + before.flatMap { rules[$0].cubes ?? [] }
        let question = "whether earlier rules match all of its clicks"
        guard !before.isEmpty, isNever(clicks, outside: blockers, .rule(rule.id), question) else { return false }
        if let first = firstCovering(clicks, relations, among: before) {
            reportShadowed(rule, by: rules[first], relations)
        } else {
            reportUnreachable(
                rule,
                before: before.filter { place in
                    rules[place].cubes?.contains { cube in clicks.contains(where: cube.meets) } ?? false
                })
        }
        return true
    }

    /// The first rule that covers all of the clicks on its own.
    private mutating func firstCovering(_ clicks: [Cube], _ relations: [Cube], among candidates: [Int]) -> Int? {
        /// Clicks that one candidate did not cover. The next one rarely covers them either.
        var leftOut: [Cube] = []
        for candidate in candidates {
            let cubes = rules[candidate].cubes ?? []
            if leftOut.contains(where: { left in !cubes.contains(where: left.meets) }) { continue }
            switch search.witness(in: clicks, outside: relations + cubes) {
            case .none: return candidate
            case .found(let left): leftOut.append(left)
            case .gaveUp: continue
            }
        }
        return nil
    }

    private mutating func reportShadowed(_ rule: LintRule, by first: LintRule, _ relations: [Cube]) {
        let example = example(of: rule) { $0 == first.id }
        let isSame = isNever(clicks(of: first), outside: relations + (rule.cubes ?? []))
        let place = loaded.locations[first.id].map { ", \($0.file):\($0.line)," } ?? ""
        let hint: String
        if isSame {
            hint =
                first.definition.action == rule.definition.action
                ? "remove one of the two" : "they decide differently: merge them"
        } else {
            hint = "put the more specific rule first"
        }
        report(
            isSame ? .duplicateRule : .shadowedRule, rule,
            isSame
                ? "`\(rule.name)` never decides: `\(first.name)`\(place) comes first and matches the same clicks\(Self.grounds(example))"
                : "`\(rule.name)` never decides: `\(first.name)`\(place) comes first and matches all of its clicks\(Self.grounds(example))",
            hint: hint, example: example)
    }

    private mutating func reportUnreachable(_ rule: LintRule, before: [Int]) {
        let ids = Set(before.map { rules[$0].id })
        let example = example(of: rule) { $0.map(ids.contains) ?? false }
        let names = before.prefix(4).map { "`\(rules[$0].name)`" }.joined(separator: ", ")
        let more = before.count > 4 ? ", …" : ""
        report(
            .unreachableRule, rule,
            "`\(rule.name)` never decides: earlier rules match all of its clicks\(Self.grounds(example))",
            hint: "they are \(names)\(more)", example: example)
    }

    /// A click that satisfies the rule's condition but is decided by another rule.
    private mutating func example(of rule: LintRule, decidedBy isMeant: (String?) -> Bool) -> RequestDraft? {
        let witnesses = search.witnesses(in: clicks(of: rule), outside: scope(of: rule).relations, atMost: 8)
        return example(of: rule, in: witnesses) { isMeant($0.rule) }
    }

    /// Reports a rule without a decision if earlier rules have already set or decided everything that it sets.
    private mutating func findIdle(_ index: Int) {
        let rule = rules[index]
        guard !rule.decides else { return }
        let clicks = clicks(of: rule)
        let relations = scope(of: rule).relations
        let before = rulesBefore(index)
        let isIdle = rule.definition.action.aspects.allSatisfy { aspect in
            let blockers = before.filter { rules[$0].decides || rules[$0].definition.action.aspects.contains(aspect) }
            return isNever(
                clicks, outside: relations + blockers.flatMap { rules[$0].cubes ?? [] }, .rule(rule.id),
                "whether it changes anything")
        }
        guard isIdle else { return }
        report(
            .idleRule, rule,
            "`\(rule.name)` changes nothing: for all of its clicks, earlier rules set what it sets (by reasoning)",
            hint: "the first rule to set a value wins")
    }
}

extension ActionDefinition {
    enum Aspect { case page, status, cache }

    /// The settings of a rule apart from its decision.
    var aspects: [Aspect] {
        (page == nil ? [] : [.page]) + (status == nil ? [] : [.status]) + (cache == nil ? [] : [.cache])
    }
}
