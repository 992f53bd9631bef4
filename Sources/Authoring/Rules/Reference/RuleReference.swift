import ByteText
import Expressions
import Routing

/// The reference of the rule language: all facts, functions and actions.
public struct RuleReference: Sendable {
    /// All entries, by group.
    public let entries: [ReferenceEntry]

    /// Collects the entries from the fact schema, the function table and the rule keys.
    public init() {
        let all = FactName.allCases.map(\.reference) + LanguageEntry.all.map(\.reference) + Self.keys
        entries = ReferenceGroup.allCases.flatMap { group in all.filter { $0.group == group } }
    }

    /// The entries of a group, in order.
    public subscript(group: ReferenceGroup) -> [ReferenceEntry] { entries.filter { $0.group == group } }

    /// The entries for a name: an entry and those below it, or a whole group.
    public func find(_ name: String) throws(ReferenceFault) -> [ReferenceEntry] {
        if let entry = entries.first(where: { $0.name == name }) {
            return [entry] + entries.filter { $0.name.hasPrefix("\(name).") }
        }
        let group = ReferenceGroup(rawValue: name).map { self[$0] } ?? []
        let members = group.isEmpty ? entries.filter { $0.name.hasPrefix("\(name).") } : group
        guard members.isEmpty else { return members }
        throw ReferenceFault(name: name, hint: hint(for: name))
    }

    /// A hint for an unknown name: the facts that have it as a value, the nearest name, or its siblings.
    private func hint(for name: String) -> String {
        let names = entries.map(\.name) + ReferenceGroup.allCases.map(\.rawValue)
        let owners = entries.filter { $0.values.contains(name) }.map(\.name)
        if !owners.isEmpty { return "`\(name)` is a value of \(owners.joined(separator: ", "))" }
        let siblings = siblings(of: name)
        let listed = siblings.isEmpty ? "" : "\n\(siblings)"
        if let nearest = suggestion(forDotted: name, among: names) { return nearest + listed }
        return siblings.isEmpty
            ? "the groups are \(ReferenceGroup.allCases.map(\.rawValue).joined(separator: ", "))" : siblings
    }

    private func siblings(of name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "" }
        let above = name[...dot]
        let siblings = entries.map(\.name).filter { $0.hasPrefix(above) && !$0.dropFirst(above.count).contains(".") }
        return siblings.isEmpty
            ? "" : "\(above)* has: \(siblings.map { $0.dropFirst(above.count) }.joined(separator: ", "))"
    }
}

/// A name that does not exist in the rule language.
public struct ReferenceFault: Error, Sendable {
    /// The name as given.
    public var name: String
    /// The nearest names.
    public var hint: String

    /// The fault as a sentence, with a hint.
    public var message: String { "rules have no `\(name)`: \(hint)" }
}

extension LanguageEntry {
    /// The entry of the reference.
    var reference: ReferenceEntry {
        let (kind, group): (ReferenceEntry.Kind, ReferenceGroup) =
            switch self.kind {
            case .function: (.function, .functions)
            case .macro: (.macro, .macros)
            case .operator: (.operator, .operators)
            }
        let results = forms.compactMap(\.result)
        let type = Set(results).count == 1 ? results[0] : ""
        return ReferenceEntry(
            kind: kind, name: name, group: group, type: type, forms: forms, summary: summary, detail: detail,
            example: example)
    }
}

extension String {
    /// The text after the arrow of `f(A) -> B`, or `nil` if there is no arrow.
    fileprivate var result: String? {
        let parts = split(separator: " ")
        guard let arrow = parts.lastIndex(of: "->") else { return nil }
        return parts[(arrow + 1)...].joined(separator: " ")
    }
}
