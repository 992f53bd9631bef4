import Configuration
import Expressions
import Routing
import Rules

/// Rules and sites whose cacheable responses depend on something that caches can't vary on.
extension RuleLint {
    mutating func findUncacheableAnswers() {
        for site in sites.indices where sites[site].definition.cacheSeconds != nil {
            findUncacheableAnswers(ofSite: site)
        }
        for index in rules.indices {
            let rule = rules[index]
            guard case .seconds = rule.definition.action.cache, !rule.isError else { continue }
            let asked = rulesAsked(with: index).filter { !RuleReads(rules[$0].definition).unshareable.isEmpty }
            if asked.contains(index) {
                reportUncacheable(rule)
            } else if let other = asked.first(where: { rules[$0].mayBeAsked(with: rule) }) {
                reportUncacheable(rule, because: rules[other])
            } else if let reader = rulesAsked(with: index).first(where: {
                !RuleReads(rules[$0].definition).located.isEmpty && rules[$0].mayBeAsked(with: rule)
            }) {
                reportPrivate(rule, because: rules[reader])
            }
        }
    }

    /// Reports the rules that prevent a site's redirects from being cached as its `cache` setting specifies.
    private mutating func findUncacheableAnswers(ofSite site: Int) {
        let name = sites[site].definition.name
        for index in rules(of: site) {
            let rule = rules[index]
            // Rules with their own `cache` are checked separately.
            if case .seconds = rule.definition.action.cache { continue }
            let reads = RuleReads(rule.definition)
            if !reads.unshareable.isEmpty {
                report(
                    .uncacheable, rule,
                    "the `cache` of the site \(name) has no effect where `\(rule.name)` is tried: it reads "
                        + reads.unshareable.joined(separator: " and "),
                    hint: "caches can't vary on that; limit the rule to the links or devices that it applies to")
            } else if !reads.located.isEmpty {
                report(
                    .uncacheable, rule,
                    "the `cache` of the site \(name) applies to browsers only where `\(rule.name)` is tried: it reads "
                        + reads.located.joined(separator: " and "),
                    hint:
                        "shared caches can't vary on that; limit the rule to the links or devices that it applies to"
                )
            }
        }
    }

    /// The rules that may be tried for a click that a rule matches: those up to it and, if it makes no decision, those
    /// after it.
    private func rulesAsked(with index: Int) -> [Int] {
        let rule = rules[index]
        return rules.indices.filter { other in
            let isOfSameClicks = rule.site == nil || rules[other].site == nil || rules[other].site == rule.site
            return isOfSameClicks && (other <= index || !rule.decides)
        }
    }

    private mutating func reportUncacheable(_ rule: LintRule) {
        let reads = RuleReads(rule.definition).unshareable.joined(separator: " and ")
        report(
            .uncacheable, rule, "responses of `\(rule.name)` are never cached: it reads \(reads)",
            hint: "caches can't vary on that, so the response is `no-store`; remove `cache`")
    }

    private mutating func reportPrivate(_ rule: LintRule, because other: LintRule) {
        let reads = RuleReads(other.definition).located.joined(separator: " and ")
        let reader = other.id == rule.id ? "it" : "`\(other.name)` is also tried, which"
        report(
            .uncacheable, rule, "responses of `\(rule.name)` are cached by browsers only: \(reader) reads \(reads)",
            hint: "shared caches can't vary on that; remove `cache` if they are meant")
    }

    private mutating func reportUncacheable(_ rule: LintRule, because other: LintRule) {
        let reads = RuleReads(other.definition).unshareable.joined(separator: " and ")
        let place = loaded.locations[other.id].map { ", \($0.file):\($0.line)," } ?? ""
        report(
            .uncacheable, rule,
            "responses of `\(rule.name)` are not cached where `\(other.name)`\(place) is also tried: that rule reads \(reads)",
            hint: "caches can't vary on that; limit one of the two rules to other links or devices")
    }
}

extension LintRule {
    fileprivate var isError: Bool {
        if case .error = definition.action.outcome { true } else { false }
    }

    /// Whether both rules may be tried for one click, judging by its address and device. Differences between clients at
    /// one address are not considered.
    fileprivate func mayBeAsked(with other: LintRule) -> Bool {
        guard let own = Self.demands(of: definition), let others = Self.demands(of: other.definition) else {
            return false
        }
        return !own.contains { demand in
            !RuleReads.isVarying(demand.fact)
                && others.contains { $0.fact == demand.fact && demand.kind.excludes($0.kind) }
        }
    }

    /// The facts that a rule requires, or `nil` for a rule that never matches.
    private static func demands(of rule: RuleDefinition) -> [FactDemand]? {
        guard let program = rule.program else { return [] }
        return program.demands
    }
}
