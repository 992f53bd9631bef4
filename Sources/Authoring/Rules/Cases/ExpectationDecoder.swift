import ByteText
import Configuration
import Devices
import Routing

/// Decodes `expect`, and reports keys and types that no decision can have.
struct ExpectationDecoder {
    let log: DiagnosticLog

    func decode(_ node: ConfigurationNode) -> JSONValue? {
        guard let fields = Fields<ExpectationKey>(node, log: log) else { return nil }
        var isEmpty = true
        for key in ExpectationKey.allCases {
            guard let value = fields.raw(key) else { continue }
            isEmpty = false
            if !value.isNull { check(value, key) }
        }
        if isEmpty {
            log.error(.invalidValue, node, "`expect` is empty: the case tests nothing")
            return nil
        }
        return node.json(log: log)
    }

    private func check(_ value: ConfigurationNode, _ key: ExpectationKey) {
        switch key {
        case .decision: let _: DecisionKind? = log.word(value, "decision")
        case .page: let _: Page? = log.word(value, "page")
        case .id, .location, .target, .targetPrefix, .payload, .rule, .reason, .ruleset: _ = log.text(value)
        case .status: _ = log.integer(value, in: 200...599)
        case .undecided, .warnings: _ = log.list(value)
        case .meta: texts(Fields<ExpectedMetaKey>(value, log: log))
        case .fallback: fallback(value)
        case .app: app(value)
        case .error: error(value)
        }
    }

    private func fallback(_ value: ConfigurationNode) {
        let fields = Fields<ExpectedFallbackKey>(value, log: log)
        _ = fields?.text(.target)
        if let decision = fields?[.decision], let text = log.text(decision), FallbackKey(rawValue: text) == nil {
            log.unknownWord(decision, text, "fallback", FallbackKey.names)
        }
    }

    private func app(_ value: ConfigurationNode) {
        let fields = Fields<ExpectedAppKey>(value, log: log)
        if let platform = fields?[.platform] { let _: Platform? = log.word(platform, "platform") }
        _ = fields?.text(.id)
        _ = fields?[.minimumVersion].map(log.version)
        if let state = fields?[.state] { let _: AppState? = log.word(state, "app state") }
    }

    /// A bare code is short for `{code: …}`.
    private func error(_ value: ConfigurationNode) {
        if value.textValue != nil { return }
        let fields = Fields<ExpectedErrorKey>(value, log: log)
        _ = fields?.text(.code)
        _ = fields?.text(.message)
        _ = fields?[.status].map { log.integer($0, in: 400...599) }
    }

    private func texts<Key: ConfigurationKey>(_ fields: Fields<Key>?) {
        for key in Key.allCases { _ = fields?.text(key) }
    }
}
