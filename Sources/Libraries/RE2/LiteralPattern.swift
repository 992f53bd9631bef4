import ByteText

/// A pattern that says no more than how a text begins: `^https://www\\.example\\.com/.*$`, as most URL patterns do. It is
/// answered by comparing bytes.
struct LiteralPattern {
    /// What comes after the literal.
    private enum Tail {
        /// Nothing may: the pattern ends with `$`.
        case nothing
        /// Anything may: the pattern is not anchored at the end.
        case anything
        /// Anything without a line break: `.*$`.
        case line
        /// Only RE2 knows.
        case unknown
    }

    /// A pattern that says more. Not an optional: to look into one counts a reference for each text.
    static let unknown = LiteralPattern()

    private let literal: [UInt8]
    private let tail: Tail

    private init() { (literal, tail) = ([], .unknown) }

    /// Recognizes a pattern that RE2 has accepted; nil for one that says more.
    init?(_ pattern: String) {
        var rest = Array(pattern.utf8)[...]
        guard rest.popFirst() == UInt8(ascii: "^") else { return nil }
        var literal: [UInt8] = []
        while let byte = rest.first, let (character, length) = Self.character(byte, rest) {
            literal.append(character)
            rest = rest.dropFirst(length)
        }
        switch String(decoding: rest, as: UTF8.self) {
        case "": tail = .anything
        case "$": tail = .nothing
        // The last character is repeated, or left out, where something follows it; `.*` is no character.
        case ".*", ".*$": tail = .line
        default: return nil
        }
        self.literal = literal
    }

    /// The character that a pattern goes on with, and how long it is there; nil for anything with a meaning of its own.
    private static func character(_ byte: UInt8, _ rest: ArraySlice<UInt8>) -> (UInt8, length: Int)? {
        if byte == UInt8(ascii: "\\") {
            guard let escaped = rest.dropFirst().first, punctuation.contains(escaped) else { return nil }
            return (escaped, 2)
        }
        return plain.contains(byte) ? (byte, 1) : nil
    }

    /// What stands for itself behind a backslash.
    private static let punctuation = ByteSet("!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~\\")
    /// What stands for itself.
    private static let plain = ByteSet.alphanumeric.union(ByteSet("!\"#%&',-/:;<=>@_`~ "))

    /// Whether a text matches; nil where only RE2 can say.
    ///
    /// RE2's `.` is a character of valid UTF-8 that ends no line: where the rest of a text is not visible ASCII, it is asked.
    func matches(_ text: Span<UInt8>) -> Bool? {
        guard text.count >= literal.count, text.extracting(0..<literal.count).equals(literal.span) else { return false }
        switch tail {
        case .anything: return true
        case .nothing: return text.count == literal.count
        case .unknown: return nil
        case .line: return text.endOfLongRun(of: .visible, from: literal.count) == text.count ? true : nil
        }
    }
}
