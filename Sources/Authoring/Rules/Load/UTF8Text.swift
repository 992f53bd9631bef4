import Configuration

/// Text of bytes that claim to be UTF-8.
enum UTF8Text {
    /// The bytes without a byte order mark, or nil if they are not UTF-8. A copy only where there is a mark.
    static func text(in bytes: [UInt8]) -> [UInt8]? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        return (try? UTF8Span(validating: text.span)) == nil ? nil : text
    }

    /// The place of the first byte that is not valid UTF-8.
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
