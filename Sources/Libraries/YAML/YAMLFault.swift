/// Why a text is not valid YAML, with the messages of libyaml.
public struct YAMLFault: Error, Sendable, Equatable {
    /// The kind of error.
    public enum Kind: Sendable {
        /// A syntax error.
        case syntax
        /// A byte that YAML does not allow, at ``YAMLFault/offset``.
        case character
        /// Out of memory.
        case memory
    }

    /// The kind of error.
    public var kind: Kind
    /// The error: `mapping values are not allowed in this context`.
    public var problem: String
    /// The context: `while parsing a flow sequence`, or `nil` if libyaml reports none.
    public var context: String?
    /// The position of the error, for syntax errors only: from 1, columns in Unicode scalars.
    public var (line, column): (Int, Int)
    /// The offset of an invalid byte from the start of the text.
    public var offset: Int

    /// Creates a fault with its position.
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
