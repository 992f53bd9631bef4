import ByteText
import Expressions

/// What trying a rule needs of it, without its texts.
struct CompiledRule: Sendable {
    private let ownCondition: Condition?
    /// Nil for a rule without one; as long as the rule.
    let condition: Lent<Condition>?
    /// The facts that the action's templates insert and that a request may leave open. Nothing is put in their place: the
    /// rule is undecided then.
    let inserted: [UInt16]
    let action: BesideAction
    /// How the rule decides; nil for one that only sets what goes beside the decision.
    let outcome: CompiledOutcome?
    /// What answers depend on where the rule is asked.
    let variance: AnswerVariance

    init(_ definition: RuleDefinition, _ variance: AnswerVariance) {
        ownCondition = definition.program
        // Safe: who has the rule has its owner.
        condition = ownCondition.map { unsafe Lent($0) }
        inserted = definition.action.templates.flatMap(\.facts).map(\.rawValue).filter {
            FactName.schema[$0].mayBeUnknown
        }
        action = BesideAction(definition.action)
        outcome = CompiledOutcome(definition.action)
        self.variance = variance
    }
}

/// What a rule's action sets beside the decision, and whether it decides.
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

/// What rules set beside the decision: of each the first that a matching rule states.
struct BesideDecision {
    var page: Page?
    var status: Int?
    var cache: ActionDefinition.CachePolicy?

    /// Merges what a matching rule states; returns whether it decides.
    mutating func merge(_ action: BesideAction) -> Bool {
        if page == nil { page = action.page }
        if status == nil { status = action.status }
        if cache == nil { cache = action.cache }
        return action.decides
    }
}

extension RuleDefinition {
    /// The facts that the condition or a template asks for.
    var consultedFacts: [FactName] {
        (program?.facts ?? []).compactMap(FactName.init(rawValue:)) + action.templates.flatMap(\.facts)
    }
}

extension ActionDefinition {
    /// All templates of the action, those of its fallback included.
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
    /// The facts that are inserted.
    fileprivate var facts: [FactName] {
        segments.compactMap { if case .fact(let name) = $0 { name } else { nil } }
    }
}
