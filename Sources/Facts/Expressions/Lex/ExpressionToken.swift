/// A token of CEL's grammar (language definition, "Syntax").
enum ExpressionToken: Sendable {
    case identifier(String)
    /// `` `content-type` ``, allowed only as a field name.
    case quotedIdentifier(String)
    case int(String)
    case uint(String)
    case double(Double)
    case string(String)
    case bytes([UInt8])
    /// Operators and punctuation, and the keywords `true`, `false`, `null`, `in`.
    case symbol(Symbol)
    case end

    enum Symbol: String {
        case plus = "+", minus = "-", star = "*", slash = "/", percent = "%"
        case equal = "==", notEqual = "!=", less = "<", lessEqual = "<=", greater = ">", greaterEqual = ">="
        case and = "&&", or = "||", not = "!", question = "?", colon = ":", comma = ",", dot = "."
        case leftParenthesis = "(", rightParenthesis = ")", leftBracket = "[", rightBracket = "]"
        case leftBrace = "{", rightBrace = "}"
        case `true`, `false`, null, `in`
    }

    /// Words reserved for later versions of CEL: not identifiers, but allowed as names of fields and methods.
    static let reserved: Set<String> = [
        "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "package",
        "namespace", "return", "var", "void", "while",
    ]

    /// The token's name in messages.
    var name: String {
        switch self {
        case .identifier(let name): "`\(name)`"
        case .quotedIdentifier(let name): "``\(name)``"
        case .int, .uint, .double: "a number"
        case .string: "a string"
        case .bytes: "bytes"
        case .symbol(let symbol): "`\(symbol.rawValue)`"
        case .end: "the end of the expression"
        }
    }
}

/// A token and its source range.
struct LocatedToken: Sendable {
    var token: ExpressionToken
    var range: SourceRange
}

/// A syntax error, with the content of the resulting diagnostic.
struct SyntaxFault: Error {
    var range: SourceRange
    var message: String
    var expected: String?
    var hint: String?
}
