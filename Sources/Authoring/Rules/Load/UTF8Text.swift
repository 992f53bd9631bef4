import Configuration

/// Text of bytes that claim to be UTF-8.
enum UTF8Text {
    /// The text without a byte order mark, or nil.
    static func decode(_ bytes: [UInt8]) -> String? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return String(validating: bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
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
