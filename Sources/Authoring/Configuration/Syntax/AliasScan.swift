import ByteText

/// Finds what looks like aliases (`*name`) before the document is composed.
///
/// Yams compares the keys of a mapping, and a key may be an alias of an alias of an alias: a few lines would keep it
/// busy for years. The scan ignores quotes and blocks, and so counts too many; the limit allows for that.
enum AliasScan {
    /// The place of the first alias beyond the limit, or nil.
    static func mark(ofAlias limit: Int, in text: String) -> SourceMark? {
        let bytes = text.utf8.span
        var count = 0
        var index = 0
        while let star = bytes.firstIndex(of: UInt8(ascii: "*"), from: index) {
            index = star + 1
            guard index < bytes.count, isNameByte(bytes[index]), startsValue(star, in: bytes) else { continue }
            count += 1
            if count > limit { return mark(of: star, in: bytes) }
        }
        return nil
    }

    /// Whether a value may start at a place: after one of these, blanks apart.
    private static func startsValue(_ place: Int, in bytes: Span<UInt8>) -> Bool {
        var index = place
        while index > 0, bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09 { index -= 1 }
        guard index > 0 else { return true }
        switch bytes[index - 1] {
        case 0x0A, UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"),
            UInt8(ascii: "?"):
            return true
        default: return false
        }
    }

    private static func mark(of place: Int, in bytes: Span<UInt8>) -> SourceMark {
        var mark = SourceMark(line: 1, column: 1)
        for index in 0..<place {
            if bytes[index] == 0x0A {
                mark = SourceMark(line: mark.line + 1, column: 1)
            } else if bytes[index] & 0xC0 != 0x80 {
                mark.column += 1
            }
        }
        return mark
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
