/// One thing that a condition can write beside facts and literals: a function, a macro or an operator.
///
/// For documentation: what can be called follows from the signatures that the checker uses.
public struct LanguageEntry: Sendable {
    /// What kind of thing it is.
    public enum Kind: Sendable { case function, macro, `operator` }

    /// What kind of thing it is.
    public var kind: Kind
    /// The name, or the sign of an operator.
    public var name: String
    /// All ways to write it, each with the type of its result: `bucket(string, string) -> int`.
    public var forms: [String]
    /// What it does: a phrase, without a full stop.
    public var summary: String
    /// What a caller must know beside that; empty where that is all.
    public var detail: String
    /// A condition that uses it.
    public var example: String

    /// Everything in the language: the functions of this project first, then CEL's, its macros and its operators.
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
