import ByteText
import Expressions
import Links
import Routing

/// The header fields that the rules read, which determines the facts that a verification can't take from a decision
/// log.
struct HeaderReads: Sendable {
    /// Represents a field whose name is computed by the condition.
    private static let anyField = "any"

    /// The fields that a rule's condition names, by rule ID.
    private var fields: [String: Set<String>] = [:]
    /// The fields read by rules that do not decide but affect decisions, and those that every decision depends on.
    private var beside: Set<String> = [NotedField.userAgent.name.description]

    init(_ ruleSet: RuleSet) {
        for rule in ruleSet.rules {
            let names = Self.names(rule)
            guard !names.isEmpty else { continue }
            fields[rule.id] = names
            if rule.action.outcome == nil { beside.formUnion(names) }
        }
    }

    /// The fields that a rule reads, either directly or through the facts that mirror them.
    private static func names(_ rule: RuleDefinition) -> Set<String> {
        let reading = rule.program?.reading(ofMap: FactName.requestHeaders.rawValue) ?? MapReading()
        var names = Set(reading.keys)
        if reading.readsOthers { names.insert(anyField) }
        for fact in rule.program?.facts ?? [] {
            switch FactName(rawValue: fact) {
            case .requestReferer?: names.insert(NotedField.referer.name.description)
            case .deviceLanguages?: names.insert(NotedField.acceptLanguage.name.description)
            default: break
            }
        }
        return names
    }

    /// The fields that the log omits or masks and that may explain a difference between two decisions.
    ///
    /// - Parameters:
    ///   - rules: The IDs of the deciding rules; `nil` for all rules, if the relevant ones are unknown.
    func withheld(
        of rules: [String]?, _ request: borrowing ClickRequest, in arena: borrowing ByteArena
    ) -> Set<String> {
        var names = beside
        if let rules {
            for rule in rules { names.formUnion(fields[rule] ?? []) }
        } else {
            for own in fields.values { names.formUnion(own) }
        }
        var result: Set<String> = []
        for name in names where Self.isWithheld(name, request, in: arena) { result.insert(name) }
        return result
    }

    private static func isWithheld(
        _ name: String, _ request: borrowing ClickRequest, in arena: borrowing ByteArena
    ) -> Bool {
        let bytes = Array(name.utf8)
        if name == anyField || LoggedHeaders.isWithheld(bytes.span) { return true }
        guard let value = request.value(ofHeader: bytes.span, in: arena).map({ arena.string($0) }) else { return false }
        // If masking changes the value, the log contains it masked.
        return Masking.blanked(value) != value
    }
}
