/// Recursive descent parser for the grammar in the language definition, with precedence climbing for binary operators.
/// Macros are expanded to nodes of their own here, before names are resolved.
struct Parser {
    /// The maximum nesting depth of an expression, which also limits the recursion of all later stages.
    static let maximumDepth = 200

    private let tokens: [LocatedToken]
    private var index = 0
    private var depth = 0
    var tree = SyntaxTree()
    /// The depth of the tree below each node.
    private var depths: [Int] = []

    /// Parses a whole expression.
    static func parse(_ source: [UInt8]) throws(SyntaxFault) -> SyntaxTree {
        var parser = Parser(tokens: try Lexer.tokens(of: source))
        if case .end = parser.current.token {
            throw SyntaxFault(range: parser.current.range, message: "the expression is empty")
        }
        parser.tree.root = try parser.expression()
        guard case .end = parser.current.token else { throw parser.unexpected("an operator or the end") }
        return parser.tree
    }

    private init(tokens: [LocatedToken]) { self.tokens = tokens }

    // MARK: - Tokens

    private var current: LocatedToken { tokens[index] }

    private func at(_ symbol: ExpressionToken.Symbol) -> Bool {
        if case .symbol(symbol) = current.token { return true }
        return false
    }

    private mutating func consume(_ symbol: ExpressionToken.Symbol) -> Bool {
        guard at(symbol) else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ symbol: ExpressionToken.Symbol) throws(SyntaxFault) {
        guard consume(symbol) else { throw unexpected("`\(symbol.rawValue)`") }
    }

    private func unexpected(_ expected: String) -> SyntaxFault {
        SyntaxFault(
            range: current.range, message: "\(current.token.name) is unexpected here", expected: expected, hint: hint)
    }

    /// A hint if the current or previous token is from another language, or part of such an operator.
    private var hint: String? {
        let before = index > 0 ? tokens[index - 1].token : .end
        switch (before, current.token) {
        case (.symbol(.less), .symbol(.greater)): return "in CEL, write `!=`"
        case (_, .symbol(.comma)): return "put a list in brackets: [\"a\", \"b\"]"
        case (.identifier(let word), .identifier(let next)):
            return ForeignWords.hint(for: word) ?? ForeignWords.hint(for: next)
        case (_, .identifier(let word)), (.identifier(let word), _): return ForeignWords.hint(for: word)
        default: return nil
        }
    }

    /// The range from an offset to the end of the last token consumed.
    private func range(from start: Int) -> SourceRange {
        SourceRange(offset: start, count: tokens[index - 1].range.end - start)
    }

    /// Adds a node, and checks its depth: chains of operators and fields make the tree deep without recursion in the parser.
    mutating func node(_ form: Node.Form, _ range: SourceRange) throws(SyntaxFault) -> Node.ID {
        let id = tree.add(form, range)
        var deepest = 0
        tree.forEachChild(of: id) { deepest = max(deepest, depths[$0]) }
        depths.append(1 + deepest)
        guard depths[id] <= Parser.maximumDepth else { throw Parser.tooDeep(range) }
        return id
    }

    private static func tooDeep(_ range: SourceRange) -> SyntaxFault {
        SyntaxFault(range: range, message: "the expression is nested more than \(maximumDepth) levels deep")
    }

    // MARK: - Operators

    private mutating func expression() throws(SyntaxFault) -> Node.ID {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Parser.maximumDepth else { throw Parser.tooDeep(current.range) }
        let start = current.range.offset
        let condition = try logic(.or)
        guard consume(.question) else { return condition }
        let yes = try logic(.or)
        try expect(.colon)
        let no = try expression()
        return try node(.conditional(condition, yes, no), range(from: start))
    }

    private mutating func logic(_ kind: LogicOperator) throws(SyntaxFault) -> Node.ID {
        let start = current.range.offset
        let symbol: ExpressionToken.Symbol = kind == .or ? .or : .and
        let first = kind == .or ? try logic(.and) : try binary(minimum: 1)
        guard at(symbol) else { return first }
        var operands = [first]
        while consume(symbol) { operands.append(kind == .or ? try logic(.and) : try binary(minimum: 1)) }
        return try node(.logic(kind, operands), range(from: start))
    }

    private static func precedence(of symbol: ExpressionToken.Symbol) -> (level: Int, operation: BinaryOperator)? {
        switch symbol {
        case .equal: (1, .equal)
        case .notEqual: (1, .notEqual)
        case .less: (1, .less)
        case .lessEqual: (1, .lessEqual)
        case .greater: (1, .greater)
        case .greaterEqual: (1, .greaterEqual)
        case .in: (1, .in)
        case .plus: (2, .add)
        case .minus: (2, .subtract)
        case .star: (3, .multiply)
        case .slash: (3, .divide)
        case .percent: (3, .remainder)
        default: nil
        }
    }

    /// All binary operators are left-associative, including relations.
    private mutating func binary(minimum: Int) throws(SyntaxFault) -> Node.ID {
        let start = current.range.offset
        var left = try unary()
        while case .symbol(let symbol) = current.token, let (level, operation) = Self.precedence(of: symbol),
            level >= minimum
        {
            index += 1
            let right = try binary(minimum: level + 1)
            left = try node(.binary(operation, left, right), range(from: start))
        }
        return left
    }

    private mutating func unary() throws(SyntaxFault) -> Node.ID {
        var operators: [(UnaryOperator, Int)] = []
        while true {
            let start = current.range.offset
            if at(.not) {
                operators.append((.not, start))
            } else if at(.minus), !isNegativeLiteral {
                operators.append((.negate, start))
            } else {
                break
            }
            index += 1
        }
        var operand = try member()
        for (operation, start) in operators.reversed() {
            operand = try node(.unary(operation, operand), range(from: start))
        }
        return operand
    }

    /// Whether a minus belongs to a literal: -9223372036854775808 is a valid int, but 9223372036854775808 is not.
    private var isNegativeLiteral: Bool {
        switch tokens[min(index + 1, tokens.count - 1)].token {
        case .int, .double: true
        default: false
        }
    }

    // MARK: - Members

    private mutating func member() throws(SyntaxFault) -> Node.ID {
        let start = current.range.offset
        var operand = try primary()
        while true {
            if consume(.dot) {
                operand = try selection(of: operand, from: start)
            } else if consume(.leftBracket) {
                let key = try expression()
                try expect(.rightBracket)
                operand = try node(.index(operand, key), range(from: start))
            } else if at(.leftBrace) {
                throw SyntaxFault(
                    range: current.range, message: "message construction is not supported", expected: "an operator")
            } else {
                return operand
            }
        }
    }

    private mutating func selection(of operand: Node.ID, from start: Int) throws(SyntaxFault) -> Node.ID {
        switch current.token {
        case .identifier(let name):
            index += 1
            guard consume(.leftParenthesis) else { return try node(.select(operand, field: name), range(from: start)) }
            let arguments = try list(until: .rightParenthesis)
            return try call(target: operand, name, arguments, range(from: start))
        case .quotedIdentifier(let name):
            index += 1
            return try node(.select(operand, field: name), range(from: start))
        default:
            throw unexpected("a field name")
        }
    }

    private mutating func primary() throws(SyntaxFault) -> Node.ID {
        let (token, range) = (current.token, current.range)
        switch token {
        case .identifier(let name):
            guard !ExpressionToken.reserved.contains(name) else { throw reservedWord(name) }
            return try identifier(name, from: range.offset)
        case .symbol(.dot):
            index += 1
            guard case .identifier(let name) = current.token else { throw unexpected("a name") }
            return try identifier(".\(name)", from: range.offset)
        case .symbol(.leftParenthesis):
            index += 1
            let inner = try expression()
            try expect(.rightParenthesis)
            tree.parenthesized.insert(inner)
            return inner
        case .symbol(.leftBracket):
            index += 1
            let items = try list(until: .rightBracket, trailingComma: true)
            return try node(.list(items), self.range(from: range.offset))
        case .symbol(.leftBrace):
            index += 1
            return try map(from: range.offset)
        default:
            return try literal()
        }
    }

    private func reservedWord(_ name: String) -> SyntaxFault {
        SyntaxFault(range: current.range, message: "`\(name)` is a reserved word", expected: "a value")
    }

    private mutating func identifier(_ name: String, from start: Int) throws(SyntaxFault) -> Node.ID {
        index += 1
        guard consume(.leftParenthesis) else { return try node(.name(name), range(from: start)) }
        let arguments = try list(until: .rightParenthesis)
        return try call(target: nil, name, arguments, range(from: start))
    }

    private mutating func list(until end: ExpressionToken.Symbol, trailingComma: Bool = false) throws(SyntaxFault)
        -> [Node.ID]
    {
        var items: [Node.ID] = []
        if consume(end) { return items }
        repeat {
            if trailingComma, !items.isEmpty, at(end) { break }
            items.append(try expression())
        } while consume(.comma)
        guard consume(end) else { throw unexpected("`,` or `\(end.rawValue)`") }
        return items
    }

    private mutating func map(from start: Int) throws(SyntaxFault) -> Node.ID {
        var entries: [Node.MapEntry] = []
        while !at(.rightBrace) {
            let key = try expression()
            try expect(.colon)
            entries.append(Node.MapEntry(key: key, value: try expression()))
            guard consume(.comma) else { break }
        }
        guard consume(.rightBrace) else { throw unexpected("`,` or `}`") }
        return try node(.map(entries), range(from: start))
    }

    // MARK: - Literals

    private mutating func literal() throws(SyntaxFault) -> Node.ID {
        let start = current.range.offset
        let negative = consume(.minus)
        let value: CELValue
        switch current.token {
        case .int(let text): value = .int(try integer(text, negative: negative))
        case .uint(let text): value = .uint(try integer(text, negative: false))
        case .double(let double): value = .double(negative ? -double : double)
        case .string(let string): value = .string(string)
        case .bytes(let bytes): value = .bytes(bytes)
        case .symbol(.true): value = .bool(true)
        case .symbol(.false): value = .bool(false)
        case .symbol(.null): value = .null
        default: throw unexpected("a value")
        }
        index += 1
        return try node(.constant(value), range(from: start))
    }

    private func integer<Value: FixedWidthInteger>(_ text: String, negative: Bool) throws(SyntaxFault) -> Value {
        let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
        let digits = (negative ? "-" : "") + (isHex ? String(text.dropFirst(2)) : text)
        guard let value = Value(digits, radix: isHex ? 16 : 10) else {
            throw SyntaxFault(
                range: current.range, message: "\(text) is too large",
                expected: "a 64-bit number")
        }
        return value
    }
}
