public import ByteText

/// Percent-encoding (RFC 3986, section 2.1), one level at a time and without heuristics. A `+` is a plus sign.
public enum PercentCoding {
    /// Decodes one level.
    ///
    /// Returns the input range if it contains no `%`; otherwise the result is appended to the arena. In both cases the result is
    /// UTF-8 without control characters. The arena is unchanged after an error.
    public static func decode(
        _ range: TextRange, in arena: inout ByteArena
    ) throws(PercentCodingFault) -> TextRange {
        let mark = arena.count
        guard let decoded = arena.append(decoding: range) else { throw .badSequence }
        if !decoded.isAllText {
            do throws(PercentCodingFault) { try requireText(arena[decoded.text]) } catch {
                arena.truncate(to: mark)
                throw error
            }
        }
        guard decoded.text.count == range.count else { return decoded.text }
        arena.truncate(to: mark)
        return range
    }

    /// ASCII without controls.
    private static let text = ByteSet.visible.union(ByteSet(" "))

    private static func requireText(_ bytes: Span<UInt8>) throws(PercentCodingFault) {
        var isASCII = true
        var index = bytes.endOfRun(of: text)
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 { throw .controlCharacter }
            isASCII = false
            // C1 controls: U+0080 to U+009F.
            if byte == 0xC2, index + 1 < bytes.count, bytes[index + 1] < 0xA0 { throw .controlCharacter }
            index = bytes.endOfRun(of: text, from: index + 1)
        }
        guard !isASCII else { return }
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes)
        } catch {
            throw .notUTF8
        }
    }
}

/// The reason why a text cannot be percent-decoded.
public enum PercentCodingFault: Error, Sendable, Equatable, CaseIterable {
    /// A `%` that is not followed by two hexadecimal digits.
    case badSequence
    /// The decoded bytes are not UTF-8.
    case notUTF8
    /// The decoded text contains a control character.
    case controlCharacter
}
