public import Expressions

/// How a rule came out for one click.
public struct RuleTrace: Sendable {
    public enum Result: String, Sendable {
        /// It decides.
        case decides
        /// It matches and sets what stands beside the decision.
        case sets
        /// It matches, but an earlier rule has decided.
        case late
        case no
        /// A fact that nobody knows would decide, or is to be inserted into an address.
        case undecided
        /// Its condition fails, which counts as no.
        case fails
    }

    /// The rule's index in the rule set.
    public var rule: Int
    public var result: Result
    /// The tests that ran, in order; empty for a rule without a condition.
    public var condition: ConditionTrace
    /// The facts that a template of the rule would insert and that nobody knows.
    public var lacking: [FactName] = []
}
