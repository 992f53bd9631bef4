public import Expressions

/// One rule of a rule file, with its condition compiled.
///
/// The parts are held by reference, because a hundred thousand rules are in two lists and are copied for each structure
/// built from them. Setting a part copies all of them, so do it only at load time.
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

    /// Creates a rule. `program` is the compiled `condition`; either both are `nil` or neither is.
    public init(
        id: String, because: String, source: String? = nil, condition: String?, program: Condition?,
        action: ActionDefinition
    ) {
        statement = Statement(
            Parts(id: id, because: because, source: source, condition: condition, program: program, action: action))
    }

    /// Unique in the rule set: the file's path without `.yaml`, a slash, and the rule's name.
    public var id: String {
        get { statement.parts.id }
        set { parts.id = newValue }
    }

    /// One sentence for readers that explains why the rule decides as it does.
    public var because: String {
        get { statement.parts.because }
        set { parts.because = newValue }
    }

    /// The rule's source, for readers: the title and section of a document, or a note that the rule is inferred.
    public var source: String? {
        get { statement.parts.source }
        set { parts.source = newValue }
    }

    /// The condition's source text as in the file; `nil` for a rule that always matches.
    public var condition: String? {
        get { statement.parts.condition }
        set { parts.condition = newValue }
    }

    /// The condition over ``FactName/schema``; `nil` for a rule that always matches.
    public var program: Condition? {
        get { statement.parts.program }
        set { parts.program = newValue }
    }

    /// The action if the condition holds.
    public var action: ActionDefinition {
        get { statement.parts.action }
        set { parts.action = newValue }
    }
}

extension RuleDefinition: Equatable {
    /// Compares the source texts. The program follows from the condition.
    public static func == (one: RuleDefinition, other: RuleDefinition) -> Bool {
        one.id == other.id && one.because == other.because && one.source == other.source
            && one.condition == other.condition && one.action == other.action
    }
}
