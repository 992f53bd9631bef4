/// Formats text such that YAML 1.1 and 1.2 read it back unchanged: plain if that is certain, otherwise in double quotes.
enum YAMLText {
    /// A scalar that is read as this text, in block and in flow collections.
    static func scalar(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

    /// A scalar in double quotes (YAML 1.2.2, section 7.3.1).
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _ where isPrintable(scalar): result.unicodeScalars.append(scalar)
            default: result += escape(scalar)
            }
        }
        return result + "\""
    }

    /// A list on one line or, if that is too long, with a line for each element.
    static func list(_ key: String, _ values: [String], indent: String = "") -> [String] {
        let line = "\(indent)\(key): [\(values.joined(separator: ", "))]"
        if line.count <= 100 { return [line] }
        return ["\(indent)\(key):"] + values.map { "\(indent)  - \($0)" }
    }

    /// A one-line comment, without characters that would end the line.
    static func comment(_ text: String, indent: String = "") -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where isPrintable(scalar) { line.append(scalar) }
        return "\(indent)# \(String(line))"
    }

    /// Words that are not strings in YAML 1.1.
    private static let words: Set = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]

    /// Whether the text is a letter followed by letters, digits and characters without special meaning at their position.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A,
            !words.contains(text.lowercased()),
            text.utf8.last != UInt8(ascii: ":")
        else { return false }
        return text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
                || "._/:-".utf8.contains(byte)
        }
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        return "\\u" + zeros + digits
    }
}
