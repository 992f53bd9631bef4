import ByteText

/// Finds the secrets of a text from left to right: one pass, no memory.
struct SecretScanner {
    private var position = 0
    /// Where the run of characters began that may be the local part of a mail address.
    private var localPart = 0
    /// The last eight characters in lower case without underscores, the newest lowest: names of secrets may have underscores
    /// anywhere after their first letter.
    private var letters: UInt64 = 0
    /// The last eight characters as they are.
    private var recent: UInt64 = 0

    /// Where the next secret is, as it is in the text; nil after the last one.
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

    /// The secret that a character ends or announces.
    private func secret(behind character: CodedCharacter, at start: Int, in text: Span<UInt8>) -> Range<Int>? {
        switch character.byte {
        case UInt8(ascii: "@"):
            // A mail address has a domain after the sign; that stays.
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

    // MARK: Values of parameters

    /// Whether what was read last is the name of a secret.
    private var endsName: Bool {
        guard recent & 0xFF != UInt64(UInt8(ascii: "_")) else { return false }
        return letters & 0xFF_FFFF_FFFF_FFFF == Self.packed("oobcode")
            || letters & 0xFFFF_FFFF_FFFF == Self.packed("apikey")
    }

    private static func packed(_ name: StaticString) -> UInt64 {
        // Safe: the buffer is read within the call only.
        name.withUTF8Buffer { unsafe $0.reduce(0) { $0 << 8 | UInt64($1) } }
    }

    /// The quote that opens a value after a quoted name, as JSON and CEL write a map: `": "`.
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

    /// The value that begins here; nil where it is empty.
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

    /// Whether a value ends here whose equals sign is encoded `depth` times: at a `&` or `#` that is encoded no deeper, or
    /// where the link itself ends in the text. A value in quotes ends at the other one.
    ///
    /// What is encoded deeper belongs to the value: `%26` in a plain query is a part of it.
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

    // MARK: Tokens of pages

    /// The token that begins here; nil where there is none.
    private func token(from start: Int, in text: Span<UInt8>) -> Range<Int>? {
        var end = start
        while end < text.count {
            let character = CodedCharacter(at: end, in: text)
            guard character.byte.isAlphanumeric || "-_~".utf8.contains(character.byte) else { break }
            end = character.end
        }
        return end > start ? start..<end : nil
    }

    // MARK: Mail addresses

    /// A character of a local part (RFC 5322, section 3.2.3), without those that also part a link: `& = / ? #`.
    private static func isLocalPart(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte >= 0x80 || localMarks.contains(byte)
    }

    private static let localMarks = ByteSet(".!$%'*+-^_`{|}~")
}

/// A character of a link: as such, as `%XX`, as `%25XX` and so on.
struct CodedCharacter {
    /// Where the next one begins.
    let end: Int
    /// What it is, decoded.
    let byte: UInt8
    /// How many times it is percent-encoded.
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
