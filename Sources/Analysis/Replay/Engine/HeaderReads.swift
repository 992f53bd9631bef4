import ByteText
import Expressions
import Links
import Routing

/// Which header fields the rules read, so that a verification knows which facts a decision log lacks.
struct HeaderReads: Sendable {
    /// Means a field whose name the condition computes.
    private static let anyField = "any"

    /// The fields that the condition of a rule names, by its id.
    private var fields: [String: Set<String>] = [:]
    /// Those of rules that decide nothing but affect what others decide, and what all decisions depend on.
    private var beside: Set<String> = [NotedField.userAgent.name.description]

    init(_ ruleSet: RuleSet) {
        for rule in ruleSet.rules {
            let names = Self.names(rule)
            guard !names.isEmpty else { continue }
            fields[rule.id] = names
            if rule.action.outcome == nil { beside.formUnion(names) }
        }
    }

    /// The fields that a rule reads, as such or as the facts that mirror them.
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

    /// The fields that may explain a difference between two decisions and that the log omits or masks.
    ///
    /// - Parameters:
    ///   - rules: The deciding rules, by their IDs; nil for all, if it is not known which ones matter.
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
        // What masks change was masked.
        return Masking.blanked(value) != value
    }
}
