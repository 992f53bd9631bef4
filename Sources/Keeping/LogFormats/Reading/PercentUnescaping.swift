import ByteText

/// Undoes the percent-coding that a log added to the client's text, and leaves the client's own.
enum PercentUnescaping {
    /// Unescapes a text that was encoded as a whole, such as a user agent in CloudFront's log; some are encoded twice.
    static func unescapeWhole(_ text: TextRange, in arena: inout ByteArena) -> TextRange {
        // Encoded text has no spaces.
        if arena[text].firstIndex(of: 0x20) != nil { return text }
        let once = decode(text, in: &arena)
        let whole = isEncodedAsAWhole(once, in: arena) ? decode(once, in: &arena) : once
        return hasPlusForSpace(whole, in: arena) ? spaced(whole, in: &arena) : whole
    }

    /// Unescapes an address that may be encoded as a whole, which its scheme's colon shows.
    static func unescapeAddress(_ text: TextRange, in arena: inout ByteArena) -> TextRange {
        guard text.count > 8, arena[text.start + 4] == UInt8(ascii: "%") || arena[text.start + 5] == UInt8(ascii: "%"),
            arena[text].starts(with: "http%3A") || arena[text].starts(with: "https%3A")
                || arena[text].starts(with: "http%3a") || arena[text].starts(with: "https%3a")
        else { return text }
        return decode(text, in: &arena)
    }

    /// Unescapes a list of languages; an unencoded one has no percent sign.
    static func unescapeLanguages(_ text: TextRange, in arena: inout ByteArena) -> TextRange {
        arena[text].firstIndex(of: UInt8(ascii: "%")) == nil ? text : decode(text, in: &arena)
    }

    /// IIS writes a plus sign for each space.
    private static func hasPlusForSpace(_ text: TextRange, in arena: borrowing ByteArena) -> Bool {
        arena[text].firstIndex(of: 0x20) == nil && arena[text].firstIndex(of: UInt8(ascii: "+")) != nil
    }

    private static func spaced(_ text: TextRange, in arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        for index in text.indices { arena.append(arena[index] == UInt8(ascii: "+") ? 0x20 : arena[index]) }
        return arena.piece(from: mark)
    }

    /// Unescapes a text with the client's own percent-coding if the log encoded it again, so that every percent sign in
    /// it is written as `%25`. A text with any other escape is unchanged.
    static func unescapeDouble(_ text: TextRange, in arena: inout ByteArena) -> TextRange {
        isDoublyEncoded(arena[text]) ? decode(text, in: &arena) : text
    }

    private static func isDoublyEncoded(_ text: Span<UInt8>) -> Bool {
        var hasEscape = false
        var index = 0
        while let found = text.firstIndex(of: UInt8(ascii: "%"), from: index) {
            guard found + 4 < text.count, text[found + 1] == UInt8(ascii: "2"), text[found + 2] == UInt8(ascii: "5"),
                text[found + 3].isHexDigit, text[found + 4].isHexDigit
            else { return false }
            hasEscape = true
            index = found + 3
        }
        return hasEscape
    }

    /// Whether a decoded text is still encoded: a user agent has spaces.
    private static func isEncodedAsAWhole(_ text: TextRange, in arena: borrowing ByteArena) -> Bool {
        let bytes = arena[text]
        guard bytes.firstIndex(of: 0x20) == nil else { return false }
        var index = 0
        while let found = bytes.firstIndex(of: UInt8(ascii: "%"), from: index) {
            if bytes.extracting(found..<bytes.count).starts(with: "%20") { return true }
            index = found + 1
        }
        return false
    }

    /// Replaces each `%HH` with its byte; everything else is unchanged.
    private static func decode(_ text: TextRange, in arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        var index = 0
        while index < text.count {
            let escape = arena[text].percentEscape(at: index)
            arena.append(escape ?? arena[text.start + index])
            index += escape == nil ? 1 : 3
        }
        return arena.piece(from: mark)
    }
}
