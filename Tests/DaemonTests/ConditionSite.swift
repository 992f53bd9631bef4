import Expressions
import Routing

/// A site at `a.link` that allows any target, with one rule for clicks that meet a condition, and one for the others.
enum ConditionSite {
    /// A rule set of this site only. Its hash is the condition.
    static func ruleSet(
        _ condition: String, then first: ActionDefinition, otherwise second: ActionDefinition
    ) -> RuleSet {
        var patterns = PatternList()
        let program = Condition.compile(condition, schema: FactName.schema, patterns: &patterns).condition
        var site = SiteDefinition(name: "a")
        site.hosts = ["a.link"]
        site.urlPolicy = .any
        site.rules = [
            RuleDefinition(
                id: "first", because: "It is tested.", condition: condition, program: program, action: first),
            RuleDefinition(id: "second", because: "It is tested.", condition: nil, program: nil, action: second),
        ]
        return RuleSet(sites: [site], rules: [], patterns: patterns, hash: condition)
    }
}
