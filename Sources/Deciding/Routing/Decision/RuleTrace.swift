public import Expressions

/// The evaluation of one rule for one click.
public struct RuleTrace: Sendable {
    /// The result of a rule. The raw value is the word used in responses.
    public enum Result: String, Sendable {
        /// The rule decides.
        case decides
        /// The rule matches and sets only page, status or caching.
        case sets
        /// The rule matches, but an earlier rule has decided.
        case late
        case no
        /// The result depends on an unknown fact, or a template inserts one.
        case undecided
        /// The evaluation of the condition fails, which counts as no match.
        case fails
    }

    /// The rule's index in the rule set.
    public var rule: Int
    /// The result.
    public var result: Result
    /// The tests that ran, in order; empty for a rule without a condition.
    public var condition: ConditionTrace
    /// The unknown facts that the rule's templates would insert.
    public var lacking: [FactName] = []
}
