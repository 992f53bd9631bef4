import Configuration
import Routing

/// Decodes `then`.
struct ActionDecoder {
    let log: DiagnosticLog
    /// The apps that may be named, or `nil` for any.
    let apps: [String]?
    /// The rule's `because`, the default message of an error.
    let because: String

    func decode(_ node: ConfigurationNode) -> ActionDefinition? {
        if node.isMapping { return mapping(node) }
        guard let text = log.text(node) else { return nil }
        let outcome: ActionDefinition.Outcome
        switch DecisionKind(rawValue: text) {
        case .appOpen: outcome = .appOpen(app: nil, url: nil, minimumVersion: nil, fallback: nil)
        case .storeInstall: outcome = .storeInstall(app: nil, minimumVersion: nil, referrer: nil)
        case .webWidget: outcome = .webWidget
        case .continueRedirect: outcome = .continueRedirect(to: nil)
        case .error:
            log.error(.missingKey, node, "an error needs the key `code`", hint: "then: {error: {code: …}}")
            return nil
        case nil:
            log.unknownWord(node, text, "decision", DecisionKind.allCases.map(\.rawValue))
            return nil
        }
        return ActionDefinition(outcome: outcome)
    }

    private func mapping(_ node: ConfigurationNode) -> ActionDefinition? {
        guard let fields = Fields<ActionKey>(node, log: log) else { return nil }
        let decisions = ActionKey.decisions.filter { fields.raw($0) != nil }
        if decisions.count > 1 {
            let names = decisions.map { "`\($0.rawValue)`" }.joined(separator: " and ")
            log.error(.invalidValue, node, "`then` takes at most one decision, not \(names)")
        }
        var action = ActionDefinition(outcome: nil)
        for key in decisions { action.outcome = outcome(key, fields.raw(key)) ?? action.outcome }
        action.page = fields[.page].flatMap { log.word($0, "page") }
        action.status = fields[.status].flatMap(status)
        action.cache = fields[.cache].flatMap(cache)
        if decisions.isEmpty, ActionKey.allCases.allSatisfy({ fields.raw($0) == nil }) {
            log.error(.invalidValue, node, "`then` is empty: the rule does nothing")
            return nil
        }
        return decisions.count == 1 && action.outcome == nil ? nil : action
    }

    private func outcome(_ key: ActionKey, _ node: ConfigurationNode?) -> ActionDefinition.Outcome? {
        guard let node else { return nil }
        switch key {
        case .appOpen: return appOpen(node)
        case .storeInstall: return storeInstall(node)
        case .webWidget: return Fields<WebWidgetKey>(node, log: log).map { _ in .webWidget }
        case .continueRedirect: return continueRedirect(node).map { .continueRedirect(to: $0.to) }
        case .error: return error(node)
        case .page, .status, .cache: return nil
        }
    }

    private func appOpen(_ node: ConfigurationNode) -> ActionDefinition.Outcome? {
        guard let fields = Fields<AppOpenKey>(node, log: log) else { return nil }
        return .appOpen(
            app: fields[.app].flatMap(app), url: fields[.url].flatMap { template($0, isURL: true) },
            minimumVersion: fields[.minimumVersion].flatMap(log.version), fallback: fields[.fallback].flatMap(fallback))
    }

    private func storeInstall(_ node: ConfigurationNode) -> ActionDefinition.Outcome? {
        guard let fields = Fields<StoreInstallKey>(node, log: log) else { return nil }
        return .storeInstall(
            app: fields[.app].flatMap(app), minimumVersion: fields[.minimumVersion].flatMap(log.version),
            referrer: fields[.referrer].flatMap { template($0, isURL: false) })
    }

    private func continueRedirect(_ node: ConfigurationNode) -> (to: Template?, Void)? {
        guard let fields = Fields<ContinueRedirectKey>(node, log: log) else { return nil }
        return (fields[.to].flatMap { template($0, isURL: true) }, ())
    }

    private func error(_ node: ConfigurationNode) -> ActionDefinition.Outcome? {
        guard let fields = Fields<ErrorKey>(node, log: log) else { return nil }
        let codeNode = fields.required(.code)
        let code = codeNode.flatMap(log.text)
        if let code, let codeNode, !Slug.isSlug(code.hasPrefix("auth/") ? String(code.dropFirst(5)) : code) {
            log.error(.invalidValue, codeNode, "`\(code)` is not a valid code", expected: Slug.description)
        }
        let status = fields[.status].flatMap { log.integer($0, in: 400...599) } ?? 400
        return code.map { .error(code: $0, status: status, message: fields.text(.message) ?? because) }
    }

    private func fallback(_ node: ConfigurationNode) -> ActionDefinition.Fallback? {
        if node.isMapping { return fallbackMapping(node) }
        guard let text = log.text(node) else { return nil }
        switch FallbackKey(rawValue: text) {
        case .storeInstall: return .storeInstall(app: nil, minimumVersion: nil, referrer: nil)
        case .webWidget: return .webWidget
        case .continueRedirect: return .continueRedirect(to: nil)
        case nil:
            log.unknownWord(node, text, "fallback", FallbackKey.names)
            return nil
        }
    }

    private func fallbackMapping(_ node: ConfigurationNode) -> ActionDefinition.Fallback? {
        guard let fields = Fields<FallbackKey>(node, log: log) else { return nil }
        let given = FallbackKey.allCases.filter { fields.raw($0) != nil }
        guard given.count == 1, let key = given.first, let value = fields.raw(key) else {
            log.error(
                .invalidValue, node, "`fallback` takes exactly one decision",
                expected: FallbackKey.names.joined(separator: ", "))
            return nil
        }
        switch key {
        case .storeInstall: return fallbackStoreInstall(value)
        case .webWidget: return Fields<FallbackWebWidgetKey>(value, log: log).map { _ in .webWidget }
        case .continueRedirect: return continueRedirect(value).map { .continueRedirect(to: $0.to) }
        }
    }
    private func fallbackStoreInstall(_ node: ConfigurationNode) -> ActionDefinition.Fallback? {
        guard let fields = Fields<FallbackStoreInstallKey>(node, log: log) else { return nil }
        return .storeInstall(
            app: fields[.app].flatMap(app), minimumVersion: fields[.minimumVersion].flatMap(log.version),
            referrer: fields[.referrer].flatMap { template($0, isURL: false) })
    }
}
