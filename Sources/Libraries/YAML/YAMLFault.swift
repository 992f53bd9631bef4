/// Why a text is not YAML, in libyaml's words.
public struct YAMLFault: Error, Sendable, Equatable {
    /// What is wrong.
    public enum Kind: Sendable {
        /// The text breaks a rule of the language.
        case syntax
        /// A byte that YAML does not allow, at ``YAMLFault/offset``.
        case character
        /// There was no memory for the reading.
        case memory
    }

    /// Which of the kinds it is.
    public var kind: Kind
    /// What is wrong: `mapping values are not allowed in this context`.
    public var problem: String
    /// What was being read: `while parsing a flow sequence`; nil where libyaml does not say.
    public var context: String?
    /// The place of the problem, for syntax alone: from 1, columns in Unicode scalars.
    public var (line, column): (Int, Int)
    /// The place of a byte that is not allowed, from the start of the text.
    public var offset: Int

    /// A fault with its place.
    public init(
        _ kind: Kind, _ problem: String, context: String? = nil, line: Int = 1, column: Int = 1, offset: Int = 0
    ) {
        self.kind = kind
        self.problem = problem
        self.context = context
        (self.line, self.column) = (line, column)
        self.offset = offset
    }
}
