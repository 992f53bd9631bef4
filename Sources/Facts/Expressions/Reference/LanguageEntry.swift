/// A language element of conditions other than facts and literals: a function, a macro or an operator.
///
/// For documentation. Overloads are derived from the signatures that the checker uses.
public struct LanguageEntry: Sendable {
    /// The kind of language element.
    public enum Kind: Sendable { case function, macro, `operator` }

    /// The kind of language element.
    public var kind: Kind
    /// The name, or the symbol of an operator.
    public var name: String
    /// All forms, with their result types: `bucket(string, string) -> int`.
    public var forms: [String]
    /// A short description, as a phrase without a full stop.
    public var summary: String
    /// Further information for callers; empty if there is none.
    public var detail: String
    /// An example condition.
    public var example: String

    /// The whole language: this project's functions first, then CEL's, its macros and its operators.
    public static let all: [LanguageEntry] = {
        let own: [Function] = [.version, .bucket, .ip, .cidr, .matches]
        let others = Function.allCases.filter { !own.contains($0) }
        return (own + others).map(LanguageEntry.init) + Comprehension.Kind.entries + operators
    }()

    private init(_ function: Function) {
        let signatures = Signature.all[function] ?? []
        self.init(
            kind: .function, name: function.rawValue, forms: signatures.map { "\($0.description) -> \($0.result)" },
            summary: function.summary, detail: function.detail, example: function.example)
    }

    init(kind: Kind, name: String, forms: [String], summary: String, detail: String = "", example: String) {
        (self.kind, self.name, self.forms) = (kind, name, forms)
        (self.summary, self.detail, self.example) = (summary, detail, example)
    }
}
