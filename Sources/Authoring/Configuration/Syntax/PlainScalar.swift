import ByteText

/// The type of an unquoted scalar in the core schema of YAML 1.2: `yes`, `on` and `no` are text.
enum PlainScalar {
    static func kind(of text: Span<UInt8>) -> ConfigurationTree.Record.Kind {
        // No word has more than five letters.
        guard text.count <= 5 else { return isNumber(text) ? .number : .text }
        if text.isEmpty || text.equals("~") || text.isWord("null", "Null", "NULL") { return .null }
        if text.isWord("true", "True", "TRUE") { return .isTrue }
        if text.isWord("false", "False", "FALSE") { return .isFalse }
        return isNumber(text) ? .number : .text
    }

    /// Decimal, `0x…`, `0o…`, fractions, exponents, infinities and `.nan`.
    static func isNumber(_ text: Span<UInt8>) -> Bool {
        // Most texts are not numbers, as their first letter shows.
        guard let first = text.first, first.isDigit || first.isSign || first == UInt8(ascii: ".") else { return false }
        if text.starts(with: "0x") { return isDigits(text, from: 2) { $0.isHexDigit } }
        if text.starts(with: "0o") { return isDigits(text, from: 2) { (0x30...0x37).contains($0) } }
        if text.isWord(".nan", ".NaN", ".NAN") { return true }
        let start = first.isSign ? 1 : 0
        let rest = text.extracting(start..<text.count)
        return rest.isWord(".inf", ".Inf", ".INF") || isDecimal(rest)
    }

    /// Digits with an optional fraction and exponent.
    private static func isDecimal(_ text: Span<UInt8>) -> Bool {
        var index = text.endOfDigits(from: 0)
        var digits = index
        if index < text.count, text[index] == UInt8(ascii: ".") {
            let end = text.endOfDigits(from: index + 1)
            digits += end - index - 1
            index = end
        }
        guard digits > 0 else { return false }
        guard index < text.count else { return true }
        guard text[index] | 0x20 == UInt8(ascii: "e") else { return false }
        index += 1
        if index < text.count, text[index].isSign { index += 1 }
        return isDigits(text, from: index) { $0.isDigit }
    }

    private static func isDigits(_ text: Span<UInt8>, from start: Int, _ isDigit: (UInt8) -> Bool) -> Bool {
        guard start < text.count else { return false }
        for index in start..<text.count where !isDigit(text[index]) { return false }
        return true
    }
}

extension UInt8 {
    fileprivate var isSign: Bool { self == UInt8(ascii: "-") || self == UInt8(ascii: "+") }
    fileprivate var isHexDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
}

extension Span<UInt8> {
    fileprivate var first: UInt8? { isEmpty ? nil : self[0] }

    /// Whether the bytes are one of the three spellings of a word.
    fileprivate func isWord(_ one: StaticString, _ two: StaticString, _ three: StaticString) -> Bool {
        equals(one) || equals(two) || equals(three)
    }

    fileprivate func endOfDigits(from start: Int) -> Int {
        var index = start
        while index < count, self[index].isDigit { index += 1 }
        return index
    }
}
