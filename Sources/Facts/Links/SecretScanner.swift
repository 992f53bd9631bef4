import ByteText

/// Finds the secrets in a text from left to right, in one pass and without allocating.
struct SecretScanner {
    private var position = 0
    /// The start of the current run of characters that may be the local part of a mail address.
    private var localPart = 0
    /// The last eight characters in lower case and without underscores, newest lowest, because names of secrets may contain
    /// underscores anywhere after their first letter.
    private var letters: UInt64 = 0
    /// The last eight characters, unchanged.
    private var recent: UInt64 = 0

    /// The range of the next secret in the text, or `nil` after the last one.
    mutating func next(in text: Span<UInt8>) -> Range<Int>? {
        while position < text.count {
            let start = position
            let character = CodedCharacter(at: start, in: text)
            position = character.end
            if let secret = secret(behind: character, at: start, in: text) {
                (position, localPart, letters, recent) = (max(position, secret.upperBound), secret.upperBound, 0, 0)
                if secret.upperBound == start { localPart = character.end }
                return secret
            }
            if !Self.isLocalPart(character.byte) { localPart = position }
            if character.byte != UInt8(ascii: "_") { letters = letters << 8 | UInt64(character.byte.lowercased) }
            recent = recent << 8 | UInt64(character.byte)
        }
        return nil
    }

    /// The secret that ends before a character or begins after it.
    private func secret(behind character: CodedCharacter, at start: Int, in text: Span<UInt8>) -> Range<Int>? {
        switch character.byte {
        case UInt8(ascii: "@"):
            // In mail addresses the sign is followed by a domain, which is kept.
            guard localPart < start, character.end < text.count else { return nil }
            return CodedCharacter(at: character.end, in: text).byte.isAlphanumeric ? localPart..<start : nil
        case UInt8(ascii: "="):
            return endsName ? value(from: character.end, depth: character.depth, isQuoted: false, in: text) : nil
        case UInt8(ascii: "\""):
            guard endsName, let opening = Self.openingQuote(behind: character.end, in: text) else { return nil }
            return value(from: opening.end, depth: opening.depth, isQuoted: true, in: text)
        case UInt8(ascii: "/"):
            return recent & 0xFFFF_FFFF == Self.packed("/_fp") ? token(from: character.end, in: text) : nil
        default: return nil
        }
    }

    // MARK: Parameter values

    /// Whether the preceding characters are the name of a secret.
    private var endsName: Bool {
        guard recent & 0xFF != UInt64(UInt8(ascii: "_")) else { return false }
        return letters & 0xFF_FFFF_FFFF_FFFF == Self.packed("oobcode")
            || letters & 0xFFFF_FFFF_FFFF == Self.packed("apikey")
    }

    private static func packed(_ name: StaticString) -> UInt64 {
        // Safe: the buffer is read only during the call.
        name.withUTF8Buffer { unsafe $0.reduce(0) { $0 << 8 | UInt64($1) } }
    }

    /// The opening quote of a value after a quoted name, as in JSON and CEL maps: `": "`.
    private static func openingQuote(behind end: Int, in text: Span<UInt8>) -> CodedCharacter? {
        var index = end
        guard index < text.count else { return nil }
        var character = CodedCharacter(at: index, in: text)
        guard character.byte == UInt8(ascii: ":") else { return nil }
        repeat {
            index = character.end
            guard index < text.count else { return nil }
            character = CodedCharacter(at: index, in: text)
        } while character.byte == 0x20
        return character.byte == UInt8(ascii: "\"") ? character : nil
    }

    /// The value that begins here, or `nil` if it is empty.
    private func value(from start: Int, depth: Int, isQuoted: Bool, in text: Span<UInt8>) -> Range<Int>? {
        var end = start
        var previous: UInt8 = 0
        while end < text.count {
            let character = CodedCharacter(at: end, in: text)
            if Self.endsValue(character, behind: previous, depth: depth, isQuoted: isQuoted) { break }
            previous = character.byte
            end = character.end
        }
        return end > start ? start..<end : nil
    }

    /// Whether a value ends here, given that its equals sign is encoded `depth` times: at a `&` or `#` that is encoded at most as
    /// deeply, or where the link itself ends in the text. A quoted value ends at the closing quote.
    ///
    /// More deeply encoded characters belong to the value: `%26` in a plain query is part of it.
    private static func endsValue(
        _ character: CodedCharacter, behind previous: UInt8, depth: Int, isQuoted: Bool
    ) -> Bool {
        switch character.byte {
        case UInt8(ascii: "&"), UInt8(ascii: "#"): !isQuoted && character.depth <= depth
        case UInt8(ascii: "\""): character.depth == 0 && !(isQuoted && previous == UInt8(ascii: "\\"))
        case 0...0x20: !isQuoted && character.depth == 0
        default: false
        }
    }

    // MARK: Page tokens

    /// The token that begins here, or `nil` if there is none: the address of a page may contain a link instead, which begins
    /// with a host.
    private func token(from start: Int, in text: Span<UInt8>) -> Range<Int>? {
        var end = start
        while end < text.count {
            let character = CodedCharacter(at: end, in: text)
            if end - start <= Self.longestLabel, ".:".utf8.contains(character.byte), character.end < text.count,
                CodedCharacter(at: character.end, in: text).byte.isAlphanumeric
            {
                return nil
            }
            guard character.byte.isAlphanumeric || "-_~".utf8.contains(character.byte) else { break }
            end = character.end
        }
        return end > start ? start..<end : nil
    }

    /// The maximum length of a label of a host (RFC 1035, section 2.3.4). Tokens are longer.
    private static let longestLabel = 63

    // MARK: Mail addresses

    /// A character of a local part (RFC 5322, section 3.2.3), except for delimiters in links: `& = / ? #`.
    private static func isLocalPart(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte >= 0x80 || localMarks.contains(byte)
    }

    private static let localMarks = ByteSet(".!$%'*+-^_`{|}~")
}

/// A character of a link, possibly encoded as `%XX`, `%25XX` and so on.
struct CodedCharacter {
    /// The index after the character.
    let end: Int
    /// The decoded byte.
    let byte: UInt8
    /// The number of times it is percent-encoded.
    let depth: Int

    init(at start: Int, in text: Span<UInt8>) {
        var byte = text[start]
        var end = start + 1
        var depth = 0
        while byte == UInt8(ascii: "%"), let decoded = text.hexPair(at: end) {
            byte = decoded
            end += 2
            depth += 1
        }
        self.end = end
        self.byte = byte
        self.depth = depth
    }
}
