public import ByteText

/// Percent-coding (RFC 3986, section 2.1), one level at a time and never by guess. A `+` is a plus.
public enum PercentCoding {
    /// Decodes one level.
    ///
    /// The same range comes back where there is no `%`; otherwise the result is appended to the arena. Either way it is
    /// UTF-8 without control characters. After a fault the arena is as it was.
    public static func decode(
        _ range: TextRange, in arena: inout ByteArena
    ) throws(PercentCodingFault) -> TextRange {
        let isPlainASCII = ByteSet.visible.subtracting(ByteSet(low: 1 << 0x25, high: 0))
        var offset = range.start
        while offset < range.end, isPlainASCII.contains(arena[offset]) { offset += 1 }
        if offset == range.end { return range }
        let mark = arena.count
        do throws(PercentCodingFault) {
            let isChanged = try appendDecoded(range, in: &arena)
            let result = arena.piece(from: mark)
            try requireText(arena[result])
            if isChanged { return result }
            arena.truncate(to: mark)
            return range
        } catch {
            arena.truncate(to: mark)
            throw error
        }
    }

    /// Appends the decoded bytes and tells whether any `%` was among them.
    private static func appendDecoded(
        _ range: TextRange, in arena: inout ByteArena
    ) throws(PercentCodingFault) -> Bool {
        var isChanged = false
        var offset = range.start
        while offset < range.end {
            let byte = arena[offset]
            guard byte == UInt8(ascii: "%") else {
                arena.append(byte)
                offset += 1
                continue
            }
            guard offset + 2 < range.end, let high = arena[offset + 1].hexValue, let low = arena[offset + 2].hexValue
            else { throw .badSequence }
            arena.append(high << 4 | low)
            offset += 3
            isChanged = true
        }
        return isChanged
    }

    private static func requireText(_ bytes: Span<UInt8>) throws(PercentCodingFault) {
        var isASCII = true
        for index in 0..<bytes.count {
            let byte = bytes[index]
            if byte.isControl { throw .controlCharacter }
            if byte < 0x80 { continue }
            isASCII = false
            // C1 controls: U+0080 to U+009F.
            if byte == 0xC2, index + 1 < bytes.count, bytes[index + 1] < 0xA0 { throw .controlCharacter }
        }
        guard !isASCII else { return }
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes)
        } catch {
            throw .notUTF8
        }
    }
}

/// Why a text cannot be percent-decoded.
public enum PercentCodingFault: Error, Sendable, Equatable, CaseIterable {
    /// A `%` without two hexadecimal digits behind it.
    case badSequence
    /// The decoded bytes are no UTF-8.
    case notUTF8
    /// The decoded text holds a control character.
    case controlCharacter

    /// What is wrong and what to do, for people; nothing of the text is in it.
    public var sentence: StaticString {
        switch self {
        case .badSequence: "A % is not followed by two hexadecimal digits; write a percent sign as %25."
        case .notUTF8: "Percent sequences do not stand for UTF-8 text; encode the text as UTF-8 first."
        case .controlCharacter: "A control character such as a line break is in the text or encoded in it; remove it."
        }
    }
}
