import ByteText

/// String and bytes literals: four kinds of quotes, raw or with escapes.
extension Lexer {
    mutating func stringLiteral(raw: Bool) throws(SyntaxFault) -> String {
        let start = index
        let content = try literal(raw: raw, isBytes: false)
        // Escapes produce whole code points, so only the source itself can be invalid.
        guard let string = String(validating: content, as: UTF8.self) else {
            throw SyntaxFault(range: range(from: start), message: "the string is not valid UTF-8")
        }
        return string
    }

    mutating func bytesLiteral(raw: Bool) throws(SyntaxFault) -> [UInt8] {
        try literal(raw: raw, isBytes: true)
    }

    private mutating func literal(raw: Bool, isBytes: Bool) throws(SyntaxFault) -> [UInt8] {
        let start = index
        let mark = peek()
        let width = peek(1) == mark && peek(2) == mark ? 3 : 1
        index += width
        var content: [UInt8] = []
        while index < source.count {
            if isClosing(mark, width) {
                index += width
                return content
            }
            let byte = source[index]
            if byte == 0x5C, raw {
                // Raw strings keep backslashes, and a quote after one does not end the string.
                content.append(byte)
                index += 1
                if index < source.count { content.append(source[index]) }
                index += 1
            } else if byte == 0x5C {
                try escape(isBytes: isBytes, into: &content)
            } else if width == 1, byte == 0x0A || byte == 0x0D {
                break
            } else {
                let end = endOfPlain(mark)
                content.append(contentsOf: source[index..<end])
                index = end
            }
        }
        index = min(index, source.count)
        throw SyntaxFault(
            range: range(from: start), message: "unterminated string",
            expected: "`\(String(repeating: Character(Unicode.Scalar(mark)), count: width))`")
    }

    /// The end of the unescaped bytes, of which there is at least one.
    private func endOfPlain(_ mark: UInt8) -> Int {
        var end = index + 1
        while end < source.count {
            switch source[end] {
            case mark, 0x5C, 0x0A, 0x0D: return end
            default: end += 1
            }
        }
        return end
    }

    private func isClosing(_ mark: UInt8, _ width: Int) -> Bool {
        peek() == mark && (width == 1 || peek(1) == mark && peek(2) == mark)
    }

    private static let simple: [UInt8: UInt8] = [
        UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
        UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "v"): 0x0B, UInt8(ascii: "\\"): 0x5C,
        UInt8(ascii: "?"): 0x3F, UInt8(ascii: "\""): 0x22, UInt8(ascii: "'"): 0x27, UInt8(ascii: "`"): 0x60,
    ]

    /// Reads one escape. In bytes, `\x` and octal escapes are bytes and `\u` is not allowed; in strings all are code points.
    private mutating func escape(isBytes: Bool, into content: inout [UInt8]) throws(SyntaxFault) {
        let start = index
        let letter = peek(1)
        index += 2
        if let byte = Lexer.simple[letter] {
            content.append(byte)
            return
        }
        let value: UInt32?
        switch letter {
        case UInt8(ascii: "x"), UInt8(ascii: "X"): value = digits(2, radix: 16)
        case UInt8(ascii: "u") where !isBytes:
            if let escape = UnicodeEscape(source.span, at: start) {
                index = escape.end
                value = escape.scalar?.value
            } else {
                value = digits(4, radix: 16)
            }
        case UInt8(ascii: "U") where !isBytes: value = digits(8, radix: 16)
        case UInt8(ascii: "0")...UInt8(ascii: "3"):
            index -= 1
            value = digits(3, radix: 8)
        default: value = nil
        }
        if isBytes, let value, value < 256 {
            content.append(UInt8(value))
        } else if !isBytes, let scalar = value.flatMap(Unicode.Scalar.init) {
            content.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        } else {
            index = min(index, source.count)
            throw SyntaxFault(
                range: range(from: start), message: "unknown escape sequence",
                expected: "`\\\\`, `\\\"`, `\\n`, `\\t`, `\\x41`, `\\u00e9` or another of CEL's escapes",
                hint: "in a raw string, r\"…\", backslashes are literal")
        }
    }

    private mutating func digits(_ count: Int, radix: UInt32) -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard index < source.count, let digit = Character(Unicode.Scalar(source[index])).hexDigitValue,
                digit < radix
            else { return nil }
            value = value &* radix &+ UInt32(digit)
            index += 1
        }
        return value
    }
}
