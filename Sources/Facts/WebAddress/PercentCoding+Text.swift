public import ByteText

/// Texts for display and analytics. They do not affect routing, so invalid content never makes a link fail.
extension PercentCoding {
    /// Decodes one level of a display text. Control characters, including line breaks, become blanks.
    ///
    /// Returns `nil`, and leaves the arena unchanged, if an escape is malformed or the bytes are not UTF-8.
    public static func decodeText(
        _ range: TextRange, in arena: inout ByteArena
    ) -> (text: TextRange, isChanged: Bool)? {
        do throws(PercentCodingFault) { return (try decode(range, in: &arena), false) } catch {
            guard error == .controlCharacter else { return nil }
        }
        let mark = arena.count
        guard let decoded = arena.append(decoding: range)?.text, (try? UTF8Span(validating: arena[decoded])) != nil
        else {
            arena.truncate(to: mark)
            return nil
        }
        let text = arena.append(rewriting: decoded, atMost: Int(decoded.count)) { $1.append(blankingControlsOf: $0) }
        return (text, true)
    }

    /// A text with control characters replaced by blanks; CRLF becomes a single blank.
    public static func blankingControls(of text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        let bytes = [UInt8](capacity: text.utf8.count) { $0.append(blankingControlsOf: text.utf8.span) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension OutputSpan<UInt8> {
    /// Appends UTF-8 with a blank for each control character of one byte (C0, DEL) or two bytes (C1).
    fileprivate mutating func append(blankingControlsOf bytes: Span<UInt8>) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            index += 1
            if byte == 0xC2, next < 0xA0 {
                append(0x20)
                index += 1
            } else if !byte.isControl {
                append(byte)
            } else if byte != 0x0D || next != 0x0A {
                append(0x20)
            }
        }
    }
}
