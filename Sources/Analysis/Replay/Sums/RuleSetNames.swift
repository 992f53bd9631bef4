public import Routing

/// The names for the indices of sums: the rules and sites of the deciding rule set.
public struct RuleSetNames: Sendable, Equatable {
    /// The rule set's hash.
    public var hash: String
    /// The rules' IDs.
    public var rules: [String]
    /// The sites' names.
    public var sites: [String]

    /// The names of a rule set, in its order.
    public init(_ ruleSet: RuleSet) {
        hash = ruleSet.hash
        rules = ruleSet.rules.map(\.id)
        sites = ruleSet.sites.map(\.name)
    }

    init(hash: String, rules: [String], sites: [String]) {
        self.hash = hash
        self.rules = rules
        self.sites = sites
    }
}
