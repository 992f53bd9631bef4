public import Expressions

/// How a rule came out for one click.
public struct RuleTrace: Sendable {
    /// What came of a rule; the raw value is the word in answers.
    public enum Result: String, Sendable {
        /// It decides.
        case decides
        /// It matches and sets what goes beside the decision.
        case sets
        /// It matches, but an earlier rule has decided.
        case late
        case no
        /// An unknown fact would decide, or is to be inserted into an address.
        case undecided
        /// Its condition fails, which counts as no.
        case fails
    }

    /// The rule's index in the rule set.
    public var rule: Int
    /// What came of it.
    public var result: Result
    /// The tests that ran, in order; empty for a rule without a condition.
    public var condition: ConditionTrace
    /// The facts that a template of the rule would insert and that are not known.
    public var lacking: [FactName] = []
}
