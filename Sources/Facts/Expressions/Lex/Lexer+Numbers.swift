/// Numbers: `42`, `0x2A`, `42u`, `4.2`, `.5`, `1e9`. A minus sign is a separate operator.
extension Lexer {
    mutating func number() throws(SyntaxFault) -> ExpressionToken {
        let start = index
        if peek() == 0x30, peek(1) | 0x20 == 0x78 {
            index += 2
            while isHex(peek()) { index += 1 }
            return try integer(from: start, digits: index - start - 2)
        }
        skipDigits()
        var isDouble = false
        if peek() == 0x2E, peek(1).isDecimal {
            isDouble = true
            index += 1
            skipDigits()
        }
        if peek() | 0x20 == 0x65, exponentLength > 0 {
            isDouble = true
            index += exponentLength
            skipDigits()
        }
        guard isDouble else { return try integer(from: start, digits: index - start) }
        try refuseLetters(from: start)
        let text = String(decoding: source[start..<index], as: UTF8.self)
        guard let value = Double(text.hasPrefix(".") ? "0\(text)" : text) else {
            throw SyntaxFault(range: range(from: start), message: "`\(text)` is not a number")
        }
        return .double(value)
    }

    /// The length of an `e` and its sign, if digits follow, otherwise 0.
    private var exponentLength: Int {
        if peek(1).isDecimal { return 1 }
        return (peek(1) == 0x2B || peek(1) == 0x2D) && peek(2).isDecimal ? 2 : 0
    }

    private mutating func skipDigits() {
        while peek().isDecimal { index += 1 }
    }

    private func isHex(_ byte: UInt8) -> Bool { byte.isDecimal || (byte | 0x20) &- 0x61 < 6 }

    private mutating func integer(from start: Int, digits: Int) throws(SyntaxFault) -> ExpressionToken {
        guard digits > 0 else { throw SyntaxFault(range: range(from: start), message: "digits are missing after `0x`") }
        let text = String(decoding: source[start..<index], as: UTF8.self)
        let isUnsigned = peek() | 0x20 == 0x75
        if isUnsigned { index += 1 }
        try refuseLetters(from: start)
        return isUnsigned ? .uint(text) : .int(text)
    }

    /// Reports `1x` as one error, instead of reading a number and a name.
    private mutating func refuseLetters(from start: Int) throws(SyntaxFault) {
        guard peek().isLetter || peek().isDecimal else { return }
        while peek().isLetter || peek().isDecimal { index += 1 }
        let text = String(decoding: source[start..<index], as: UTF8.self)
        throw SyntaxFault(range: range(from: start), message: "`\(text)` is not a number")
    }
}
