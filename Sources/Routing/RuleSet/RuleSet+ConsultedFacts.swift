import Expressions

extension RuleSet {
    /// The facts that any rule looks at, in its condition or in a template. A fact that is not among them can't change a
    /// decision. Looks at all rules: for load time.
    public var consultedFacts: Set<FactName> {
        var facts: Set<UInt16> = []
        for rule in rules {
            if let condition = rule.program { facts.formUnion(condition.facts) }
            for template in rule.action.templates {
                for case .fact(let name) in template.segments { facts.insert(name.rawValue) }
            }
        }
        return Set(facts.compactMap(FactName.init(rawValue:)))
    }

    /// The header fields that conditions name, as they spell them. Looks at all rules: for load time.
    public var namedHeaders: Set<String> {
        Set(rules.compactMap(\.program).flatMap { $0.keys(of: FactName.requestHeaders.rawValue) })
    }
}
