public import Expressions

/// One rule as its file states it, its condition already compiled.
///
/// A reference to what does not change: a hundred thousand rules are in two lists, and are copied for each thing that is made
/// of them. Setting a part makes a new one, which is for load time.
public struct RuleDefinition: Sendable {
    private struct Parts: Sendable {
        var id: String
        var because: String
        var source: String?
        var condition: String?
        var program: Condition?
        var action: ActionDefinition
    }

    private final class Statement: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    private var statement: Statement

    private var parts: Parts {
        get { statement.parts }
        set { statement = Statement(newValue) }
    }

    /// Makes a rule. `program` is `condition` compiled; both are nil, or neither.
    public init(
        id: String, because: String, source: String? = nil, condition: String?, program: Condition?,
        action: ActionDefinition
    ) {
        statement = Statement(
            Parts(id: id, because: because, source: source, condition: condition, program: program, action: action))
    }

    /// Unique in the rule set: the file's path without `.yaml`, a slash, the rule's name.
    public var id: String {
        get { statement.parts.id }
        set { parts.id = newValue }
    }

    /// One sentence for people: why the rule decides as it does.
    public var because: String {
        get { statement.parts.because }
        set { parts.because = newValue }
    }

    /// What the rule follows, for people: the title and section of a document, or that it is inferred.
    public var source: String? {
        get { statement.parts.source }
        set { parts.source = newValue }
    }

    /// The condition's source, as it is written in the file; nil for a rule that always matches.
    public var condition: String? {
        get { statement.parts.condition }
        set { parts.condition = newValue }
    }

    /// The condition over ``FactName/schema``; nil for a rule that always matches.
    public var program: Condition? {
        get { statement.parts.program }
        set { parts.program = newValue }
    }

    /// What happens when the condition holds.
    public var action: ActionDefinition {
        get { statement.parts.action }
        set { parts.action = newValue }
    }
}

extension RuleDefinition: Equatable {
    /// Two rules are equal when they read the same; the program follows from the condition.
    public static func == (one: RuleDefinition, other: RuleDefinition) -> Bool {
        one.id == other.id && one.because == other.because && one.source == other.source
            && one.condition == other.condition && one.action == other.action
    }
}
