import ByteText
import Expressions
import Links
import Routing

/// Which header fields the rules read, so that a verification knows what a decision log can't tell it.
struct HeaderReads: Sendable {
    /// Stands for a field whose name the condition computes.
    private static let anyField = "any"

    /// The fields that the condition of a rule names, by its id.
    private var fields: [String: Set<String>] = [:]
    /// Those of rules that decide nothing, and change what others decide.
    private var beside: Set<String> = []

    init(_ ruleSet: RuleSet) {
        for rule in ruleSet.rules {
            let names = Set((rule.program?.formula(FactName.schema).tests ?? []).flatMap(Self.fields))
            guard !names.isEmpty else { continue }
            fields[rule.id] = names
            if rule.action.outcome == nil { beside.formUnion(names) }
        }
    }

    private static func fields(of test: FactTest) -> [String] {
        let headers = FactName.requestHeaders.rawValue
        switch test {
        case .hasKey(headers, let name), .valueIs(headers, let name, _): return [name]
        case .other(let source, let facts) where facts.contains(headers):
            let names = names(in: source)
            return names.isEmpty ? [anyField] : names
        default: return []
        }
    }

    /// The names in `request.headers["x-beta"]`.
    private static func names(in source: String) -> [String] {
        source.split(separator: "request.headers[").dropFirst(source.hasPrefix("request.headers[") ? 0 : 1)
            .compactMap { piece in
                guard let quote = piece.first, quote == "\"" || quote == "'" else { return nil }
                return String(piece.dropFirst().prefix { $0 != quote })
            }
    }

    /// The fields that a difference between two decisions may come of and that the log leaves out or masks.
    ///
    /// - Parameters:
    ///   - rules: The rules that decided, by their ids; nil for all, where it is not known which ones matter.
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

extension ConditionFormula {
    /// All tests in it.
    fileprivate var tests: [FactTest] {
        switch self {
        case .constant: []
        case .test(let test, _): [test]
        case .all(let parts), .any(let parts): parts.flatMap(\.tests)
        }
    }
}
