import ByteText
import Expressions
import Routing

/// The reference of the rule language: all facts, functions and actions.
public struct RuleReference: Sendable {
    /// All entries, group by group.
    public let entries: [ReferenceEntry]

    /// Gathers the entries from the schema of facts, the table of functions and the keys of rules.
    public init() {
        let all = FactName.allCases.map(\.reference) + LanguageEntry.all.map(\.reference) + Self.keys
        entries = ReferenceGroup.allCases.flatMap { group in all.filter { $0.group == group } }
    }

    /// The entries of a group, in its order.
    public subscript(group: ReferenceGroup) -> [ReferenceEntry] { entries.filter { $0.group == group } }

    /// What a name means: an entry and those under it, or a whole group.
    public func find(_ name: String) throws(ReferenceFault) -> [ReferenceEntry] {
        if let entry = entries.first(where: { $0.name == name }) {
            return [entry] + entries.filter { $0.name.hasPrefix("\(name).") }
        }
        let group = ReferenceGroup(rawValue: name).map { self[$0] } ?? []
        let members = group.isEmpty ? entries.filter { $0.name.hasPrefix("\(name).") } : group
        guard members.isEmpty else { return members }
        throw ReferenceFault(name: name, hint: hint(for: name))
    }

    /// The nearest name; what has the word as a value; or what is beside it.
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

/// A name that rules do not have.
public struct ReferenceFault: Error, Sendable {
    /// The name as it was given.
    public var name: String
    /// The nearest names.
    public var hint: String

    /// The fault as a sentence, and what to do.
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
    /// What comes after the arrow of `f(A) -> B`; nil where there is none.
    fileprivate var result: String? {
        let parts = split(separator: " ")
        guard let arrow = parts.lastIndex(of: "->") else { return nil }
        return parts[(arrow + 1)...].joined(separator: " ")
    }
}
