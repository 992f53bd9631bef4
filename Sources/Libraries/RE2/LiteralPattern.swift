import ByteText

/// A pattern that only tests for a prefix, as most URL patterns do: `^https://www\\.example\\.com/.*$`. It is matched
/// by comparing bytes.
struct LiteralPattern {
    /// The text allowed after the literal.
    private enum Tail {
        /// Nothing: the pattern ends with `$`.
        case nothing
        /// Anything: the pattern is not anchored at the end.
        case anything
        /// Anything without a line break: `.*$`.
        case line
        /// RE2 is required.
        case unknown
    }

    /// A pattern that requires RE2. Not an optional, since accessing one costs a reference count for each text.
    static let unknown = LiteralPattern()

    private let literal: [UInt8]
    private let tail: Tail

    private init() { (literal, tail) = ([], .unknown) }

    /// Recognizes a pattern accepted by RE2. Returns `nil` for a pattern that is more than a prefix.
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
        // A character followed by anything else may be repeated or optional; `.*` does not modify the character before
        // it.
        case ".*", ".*$": tail = .line
        default: return nil
        }
        self.literal = literal
    }

    /// The next literal character of a pattern and its length there, or `nil` for anything with a special meaning.
    private static func character(_ byte: UInt8, _ rest: ArraySlice<UInt8>) -> (UInt8, length: Int)? {
        if byte == UInt8(ascii: "\\") {
            guard let escaped = rest.dropFirst().first, punctuation.contains(escaped) else { return nil }
            return (escaped, 2)
        }
        return plain.contains(byte) ? (byte, 1) : nil
    }

    /// Characters that are literal after a backslash.
    private static let punctuation = ByteSet("!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~\\")
    /// Characters that are literal without a backslash.
    private static let plain = ByteSet.alphanumeric.union(ByteSet("!\"#%&',-/:;<=>@_`~ "))

    /// Whether a text matches, or `nil` if RE2 is required to decide.
    ///
    /// RE2's `.` matches a character of valid UTF-8 other than a line break: if the rest of a text is not visible
    /// ASCII, RE2 is required.
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
