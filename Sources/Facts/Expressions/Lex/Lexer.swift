/// Splits an expression into tokens.
///
/// Works on UTF-8. Outside of strings and comments CEL is ASCII.
struct Lexer {
    let source: [UInt8]
    var index = 0

    init(source: [UInt8]) { self.source = source }

    /// All tokens, ending with ``ExpressionToken/end``.
    static func tokens(of source: [UInt8]) throws(SyntaxFault) -> [LocatedToken] {
        var lexer = Lexer(source: source)
        var tokens: [LocatedToken] = []
        while true {
            lexer.skipBlanks()
            let start = lexer.index
            let token = try lexer.next()
            tokens.append(LocatedToken(token: token, range: SourceRange(offset: start, count: lexer.index - start)))
            if case .end = token { return tokens }
        }
    }

    func peek(_ ahead: Int = 0) -> UInt8 { index + ahead < source.count ? source[index + ahead] : 0 }

    func range(from start: Int) -> SourceRange { SourceRange(offset: start, count: index - start) }

    private mutating func skipBlanks() {
        while index < source.count {
            switch source[index] {
            case 0x09, 0x0A, 0x0C, 0x0D, 0x20: index += 1
            case 0x2F where peek(1) == 0x2F:
                while index < source.count, source[index] != 0x0A, source[index] != 0x0D { index += 1 }
            default: return
            }
        }
    }

    private mutating func next() throws(SyntaxFault) -> ExpressionToken {
        guard index < source.count else { return .end }
        let byte = source[index]
        if byte == 0x22 || byte == 0x27 { return .string(try stringLiteral(raw: false)) }
        if let literal = try prefixedLiteral() { return literal }
        if byte.isLetter { return word() }
        if byte.isDecimal || byte == 0x2E && peek(1).isDecimal { return try number() }
        if byte == 0x60 { return try quotedIdentifier() }
        return try sign()
    }

    /// `r"…"`, `b'…'`, `rb"""…"""` in any case.
    private mutating func prefixedLiteral() throws(SyntaxFault) -> ExpressionToken? {
        var raw = false
        var bytes = false
        var length = 0
        while length < 2 {
            let letter = peek(length) | 0x20
            if letter == 0x72, !raw { raw = true } else if letter == 0x62, !bytes { bytes = true } else { break }
            length += 1
        }
        guard length > 0, peek(length) == 0x22 || peek(length) == 0x27 else { return nil }
        index += length
        return bytes ? .bytes(try bytesLiteral(raw: raw)) : .string(try stringLiteral(raw: raw))
    }

    private mutating func word() -> ExpressionToken {
        let start = index
        while peek().isLetter || peek().isDecimal { index += 1 }
        let name = String(decoding: source[start..<index], as: UTF8.self)
        switch name {
        case "true", "false", "null", "in":
            return ExpressionToken.Symbol(rawValue: name).map(ExpressionToken.symbol) ?? .identifier(name)
        default: return .identifier(name)
        }
    }

    private mutating func quotedIdentifier() throws(SyntaxFault) -> ExpressionToken {
        let start = index
        index += 1
        while peek().isLetter || peek().isDecimal || [0x20, 0x2D, 0x2E, 0x2F].contains(peek()) { index += 1 }
        guard peek() == 0x60, index > start + 1 else {
            throw SyntaxFault(
                range: range(from: start), message: "unterminated quoted field name",
                expected: "letters, digits, `_`, `-`, `.`, `/` or spaces, and a closing backtick")
        }
        index += 1
        return .quotedIdentifier(String(decoding: source[start + 1..<index - 1], as: UTF8.self))
    }

    private mutating func sign() throws(SyntaxFault) -> ExpressionToken {
        if let symbol = Self.symbol(source[index], before: peek(1)) {
            index += 2
            return .symbol(symbol)
        }
        if let symbol = Self.symbol(source[index]) {
            index += 1
            return .symbol(symbol)
        }
        let start = index
        index += 1
        while index < source.count, source[index] & 0xC0 == 0x80 { index += 1 }
        let text = String(decoding: source[start..<index], as: UTF8.self)
        let hints = ["=": "use `==` to compare", "&": "use `&&`", "|": "use `||`"]
        throw SyntaxFault(
            range: range(from: start), message: "unexpected character `\(text)`", expected: nil, hint: hints[text])
    }
}

extension Lexer {
    /// The symbol for two characters.
    private static func symbol(_ one: UInt8, before two: UInt8) -> ExpressionToken.Symbol? {
        switch (one, two) {
        case (UInt8(ascii: "="), UInt8(ascii: "=")): .equal
        case (UInt8(ascii: "!"), UInt8(ascii: "=")): .notEqual
        case (UInt8(ascii: "<"), UInt8(ascii: "=")): .lessEqual
        case (UInt8(ascii: ">"), UInt8(ascii: "=")): .greaterEqual
        case (UInt8(ascii: "&"), UInt8(ascii: "&")): .and
        case (UInt8(ascii: "|"), UInt8(ascii: "|")): .or
        default: nil
        }
    }

    /// The symbol for one character.
    private static func symbol(_ sign: UInt8) -> ExpressionToken.Symbol? {
        switch sign {
        case UInt8(ascii: "+"): .plus
        case UInt8(ascii: "-"): .minus
        case UInt8(ascii: "*"): .star
        case UInt8(ascii: "/"): .slash
        case UInt8(ascii: "%"): .percent
        case UInt8(ascii: "<"): .less
        case UInt8(ascii: ">"): .greater
        case UInt8(ascii: "!"): .not
        case UInt8(ascii: "?"): .question
        case UInt8(ascii: ":"): .colon
        case UInt8(ascii: ","): .comma
        case UInt8(ascii: "."): .dot
        case UInt8(ascii: "("): .leftParenthesis
        case UInt8(ascii: ")"): .rightParenthesis
        case UInt8(ascii: "["): .leftBracket
        case UInt8(ascii: "]"): .rightBracket
        case UInt8(ascii: "{"): .leftBrace
        case UInt8(ascii: "}"): .rightBrace
        default: nil
        }
    }
}

extension UInt8 {
    /// An identifier letter, including the underscore.
    var isLetter: Bool { (self | 0x20) &- 0x61 < 26 || self == 0x5F }
    var isDecimal: Bool { self &- 0x30 < 10 }
}
