import ByteText
import Expressions

/// The parts of a rule needed to try it, without its texts.
struct CompiledRule: Sendable {
    private let ownCondition: Condition?
    /// `nil` for a rule without a condition. Valid for the rule's lifetime.
    let condition: Lent<Condition>?
    /// The facts that the action's templates insert and that a request may leave unknown. There is no substitute for an
    /// unknown value: the rule is undecided.
    let inserted: [UInt16]
    let action: BesideAction
    /// The outcome; `nil` for a rule that does not decide.
    let outcome: CompiledOutcome?
    /// The request properties that responses depend on if the rule is evaluated.
    let variance: AnswerVariance

    init(_ definition: RuleDefinition, _ variance: AnswerVariance) {
        ownCondition = definition.program
        // Safe: every copy of the rule also retains `ownCondition`, which owns it.
        condition = ownCondition.map { unsafe Lent($0) }
        inserted = definition.action.templates.flatMap(\.facts).map(\.rawValue).filter {
            FactName.schema[$0].mayBeUnknown
        }
        action = BesideAction(definition.action)
        outcome = CompiledOutcome(definition.action)
        self.variance = variance
    }
}

/// The page, status and caching set by a rule's action, and whether it decides.
struct BesideAction: Sendable {
    let decides: Bool
    let page: Page?
    let status: Int?
    let cache: ActionDefinition.CachePolicy?

    init(_ action: ActionDefinition) {
        decides = action.outcome != nil
        page = action.page
        status = action.status
        cache = action.cache
    }
}

/// The page, status and caching set by matching rules. The first value of each is used.
struct BesideDecision {
    var page: Page?
    var status: Int?
    var cache: ActionDefinition.CachePolicy?

    /// Merges the values of a matching rule. Returns whether the rule decides.
    mutating func merge(_ action: BesideAction) -> Bool {
        if page == nil { page = action.page }
        if status == nil { status = action.status }
        if cache == nil { cache = action.cache }
        return action.decides
    }
}

extension RuleDefinition {
    /// The facts that the condition or a template reads.
    var consultedFacts: [FactName] {
        (program?.facts ?? []).compactMap(FactName.init(rawValue:)) + action.templates.flatMap(\.facts)
    }
}

extension ActionDefinition {
    /// All templates of the action, including those of its fallback.
    var templates: [Template] {
        switch outcome {
        case .appOpen(_, let url, _, let fallback): [url, fallback.flatMap(\.template)].compactMap { $0 }
        case .storeInstall(_, _, let referrer): [referrer].compactMap { $0 }
        case .continueRedirect(let to): [to].compactMap { $0 }
        case .webWidget, .error, nil: []
        }
    }
}

extension ActionDefinition.Fallback {
    fileprivate var template: Template? {
        switch self {
        case .storeInstall(_, _, let referrer): referrer
        case .webWidget: nil
        case .continueRedirect(let to): to
        }
    }
}

extension Template {
    /// The facts that the template inserts.
    var facts: [FactName] {
        segments.compactMap { if case .fact(let name) = $0 { name } else { nil } }
    }
}
