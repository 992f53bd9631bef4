import Expressions

extension RuleSet {
    /// The header fields that conditions name, as they spell them. Looks at all rules: for load time.
    public var namedHeaders: Set<String> {
        Set(rules.compactMap(\.program).flatMap { $0.reading(ofMap: FactName.requestHeaders.rawValue).keys })
    }
}
