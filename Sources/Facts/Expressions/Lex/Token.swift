/// A word of CEL's grammar (language definition, "Syntax").
enum Token: Sendable {
    case identifier(String)
    /// `` `content-type` ``, allowed as a field's name only.
    case quotedIdentifier(String)
    case int(String)
    case uint(String)
    case double(Double)
    case string(String)
    case bytes([UInt8])
    /// Everything made of signs, and the keywords `true`, `false`, `null`, `in`.
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

    /// Words that later versions of CEL may want: no identifiers, but allowed as names of fields and methods.
    static let reserved: Set<String> = [
        "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "package",
        "namespace", "return", "var", "void", "while",
    ]

    /// The token as a message names it.
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

/// A token and where it stands.
struct LocatedToken: Sendable {
    var token: Token
    var range: SourceRange
}

/// The source is not CEL; carries what ends in a diagnostic.
struct SyntaxFault: Error {
    var range: SourceRange
    var message: String
    var expected: String?
    var hint: String?
}
