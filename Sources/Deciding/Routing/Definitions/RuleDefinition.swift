public import Expressions

/// One rule as its file states it, its condition already compiled.
public struct RuleDefinition: Sendable {
    /// Unique in the rule set: the file's path without `.yaml`, a slash, the rule's name.
    public var id: String
    /// One sentence for people: why the rule decides as it does.
    public var because: String
    /// What the rule follows, for people: the title and section of a document, or that it is inferred.
    public var source: String?
    /// The condition's source, as it is written in the file; nil for a rule that always matches.
    public var condition: String?
    /// The condition over ``FactName/schema``; nil for a rule that always matches.
    public var program: Condition?
    /// What happens when the condition holds.
    public var action: ActionDefinition

    /// Makes a rule. `program` is `condition` compiled; both are nil, or neither.
    public init(
        id: String, because: String, source: String? = nil, condition: String?, program: Condition?,
        action: ActionDefinition
    ) {
        self.id = id
        self.because = because
        self.source = source
        self.condition = condition
        self.program = program
        self.action = action
    }
}

extension RuleDefinition: Equatable {
    /// Two rules are equal when they read the same; the program follows from the condition.
    public static func == (one: RuleDefinition, other: RuleDefinition) -> Bool {
        one.id == other.id && one.because == other.because && one.source == other.source
            && one.condition == other.condition && one.action == other.action
    }
}
