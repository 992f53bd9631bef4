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
    /// Those of rules that decide nothing but affect what others decide.
    private var beside: Set<String> = []

    init(_ ruleSet: RuleSet) {
        for rule in ruleSet.rules {
            let reading = rule.program?.reading(ofMap: FactName.requestHeaders.rawValue) ?? MapReading()
            let names = Set(reading.keys + (reading.readsOthers ? [Self.anyField] : []))
            guard !names.isEmpty else { continue }
            fields[rule.id] = names
            if rule.action.outcome == nil { beside.formUnion(names) }
        }
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
        if name == anyField || LoggedHeaders.isWithheld(Array(name.utf8).span) { return true }
        for header in request.headers where arena[header.name].equals(utf8Of: name) {
            let value = arena.string(header.value)
            // What masks change was masked.
            if Masking.blanked(value) != value { return true }
        }
        return false
    }
}
