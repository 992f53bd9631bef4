/// The type of an unquoted scalar by the core schema of YAML 1.2: `yes`, `on` and `no` are text.
enum PlainScalar {
    static func content(of text: String) -> ConfigurationNode.Content {
        switch text {
        case "", "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE": .bool(true)
        case "false", "False", "FALSE": .bool(false)
        default: mayBeNumber(text) && isNumber(text) ? .number(text) : .text(text)
        }
    }

    /// Whether the text begins as a number does; most text does not.
    private static func mayBeNumber(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return false }
        return isDigit(first) || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ".")].contains(first)
    }

    /// Decimal, `0x…`, `0o…`, fractions, exponents, infinities and `.nan`.
    static func isNumber(_ text: String) -> Bool {
        var rest = Substring(text).utf8
        if rest.starts(with: "0x".utf8) { return isDigits(rest.dropFirst(2), isHexDigit) }
        if rest.starts(with: "0o".utf8) { return isDigits(rest.dropFirst(2)) { (0x30...0x37).contains($0) } }
        if [".nan", ".NaN", ".NAN"].contains(text) { return true }
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        if [".inf", ".Inf", ".INF"].contains(String(Substring(rest))) { return true }
        let whole = rest.prefix { isDigit($0) }
        rest = rest.dropFirst(whole.count)
        var digits = whole.count
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { isDigit($0) }
            digits += fraction.count
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard digits > 0 else { return false }
        guard let exponent = rest.first else { return true }
        guard exponent == UInt8(ascii: "e") || exponent == UInt8(ascii: "E") else { return false }
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        return isDigits(rest, isDigit)
    }

    private static func isDigits(_ bytes: Substring.UTF8View, _ isDigit: (UInt8) -> Bool) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}
