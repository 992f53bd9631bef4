import Expressions

/// What trying a rule needs of it, without its texts.
struct CompiledRule: Sendable {
    let condition: Condition?
    let action: BesideAction

    init(_ definition: RuleDefinition) {
        condition = definition.program
        action = BesideAction(definition.action)
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

    /// Takes a matching rule in; tells whether it decides.
    mutating func take(_ action: BesideAction) -> Bool {
        if page == nil { page = action.page }
        if status == nil { status = action.status }
        if cache == nil { cache = action.cache }
        return action.decides
    }
}
