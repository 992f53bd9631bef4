extension String {
    /// The number of terminal columns the text occupies. The text must not contain control characters.
    ///
    /// Wide and fullwidth characters (Unicode Standard Annex #11) and emoji take two columns, combining marks none.
    public var columnWidth: Int {
        // Most texts are ASCII, with one column per byte.
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
        return reduce(0) { $0 + $1.columnWidth }
    }

    /// The text truncated to at most `width` columns, with an ellipsis if anything was cut.
    public func cut(toColumns width: Int) -> String {
        guard columnWidth > width else { return self }
        var (text, used) = ("", 0)
        for character in self {
            guard used + character.columnWidth < width else { break }
            text.append(character)
            used += character.columnWidth
        }
        return width > 0 ? text + "…" : ""
    }
}

extension Character {
    fileprivate var columnWidth: Int { unicodeScalars.map(\.columnWidth).max() ?? 0 }
}

extension Unicode.Scalar {
    /// Blocks of wide and fullwidth characters, including emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD,
    ]

    fileprivate var columnWidth: Int {
        if Self.wide.contains(where: { $0.contains(value) }) { return 2 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return 1
        }
    }
}
