import ByteText
import Configuration

/// Decodes bytes that should be UTF-8.
enum UTF8Text {
    /// The bytes without a byte order mark, or `nil` if they are not UTF-8. Copied only if there is a mark.
    static func text(in bytes: [UInt8]) -> [UInt8]? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        // Without a mark, ASCII text in UTF-16 is valid UTF-8 with zeros in it.
        guard TextEncoding(of: text.span) == .utf8, (try? UTF8Span(validating: text.span)) != nil else { return nil }
        return text
    }

    /// The problem with bytes that are not UTF-8: another encoding, if it is recognized.
    static func fault(of bytes: [UInt8]) -> String {
        switch TextEncoding(of: bytes.span) {
        case .utf8: "is not valid UTF-8"
        case .utf16: "is UTF-16, not UTF-8; convert it with iconv -f UTF-16 -t UTF-8"
        case .utf32: "is UTF-32, not UTF-8; convert it with iconv -f UTF-32 -t UTF-8"
        }
    }

    /// The position of the first byte that is not valid UTF-8.
    static func markOfFault(in bytes: [UInt8]) -> SourceMark {
        var mark = SourceMark(line: 1, column: 1)
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            if scalar == "\n" {
                mark = SourceMark(line: mark.line + 1, column: 1)
            } else {
                mark.column += 1
            }
        }
        return mark
    }
}
