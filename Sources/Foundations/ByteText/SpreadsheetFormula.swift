/// Cells that spreadsheets may evaluate as formulas (CWE-1236), and the apostrophe that prevents it.
///
/// Escaping is reversible: a cell with apostrophes before a formula gets one more.
public enum SpreadsheetFormula {
    /// The prefix of an escaped cell.
    public static let escape = UInt8(ascii: "'")

    /// Whether a cell begins with `=`, `+`, `-`, `@`, one of their full-width forms, a tab or a line ending, after any
    /// apostrophes and then any spaces.
    public static func begins(_ cell: Span<UInt8>) -> Bool {
        var start = 0
        while start < cell.count, cell[start] == escape { start += 1 }
        while start < cell.count, cell[start] == 0x20 { start += 1 }
        guard start < cell.count else { return false }
        switch cell[start] {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D: return true
        case 0xEF:
            // U+FF1D, U+FF0B, U+FF0D and U+FF20.
            return start + 2 < cell.count && cell[start + 1] == 0xBC
                && [0x9D, 0x8B, 0x8D, 0xA0].contains(cell[start + 2])
        default: return false
        }
    }

    /// A cell that displays its text literally in a spreadsheet.
    public static func escaped(_ cell: String) -> String { begins(cell.utf8.span) ? "'" + cell : cell }

    /// Whether a cell is in escaped form. If the table was escaped, the text is the cell without its first byte.
    public static func isEscaped(_ cell: Span<UInt8>) -> Bool { cell.count > 0 && cell[0] == escape && begins(cell) }
}
