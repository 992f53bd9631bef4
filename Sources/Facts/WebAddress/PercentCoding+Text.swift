public import ByteText

/// Texts that people read and networks count: they decide nothing, so that nothing in them is a reason to refuse a link.
extension PercentCoding {
    /// Decodes one level of such a text: control characters become blanks, and line breaks are among them.
    ///
    /// Nil, and the arena is as it was, if an escape is malformed or the bytes are not UTF-8.
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

    /// A text with a blank for each control character; a carriage return and the line feed after it are one.
    public static func blankingControls(of text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        let bytes = [UInt8](capacity: text.utf8.count) { $0.append(blankingControlsOf: text.utf8.span) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension OutputSpan<UInt8> {
    /// Appends UTF-8 with a blank for each control character, of one byte (C0, DEL) or of two (C1).
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
