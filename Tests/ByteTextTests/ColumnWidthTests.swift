import ByteText
import Testing

/// The width of text on a terminal.
@Suite("columns of a terminal")
struct ColumnWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("東京", 4), ("ｱ", 1), ("Ａ", 2), ("한국", 4), ("👍", 2),
        ("👨‍👩‍👧", 2), ("a\u{200B}b", 2), ("…", 1), ("→", 1), ("ไทย", 3),
    ])
    func width(_ text: String, _ columns: Int) { #expect(text.columnWidth == columns) }

    @Test("a text is cut to columns, never to half a character")
    func cut() {
        #expect("abcdef".cut(toColumns: 6) == "abcdef" && "abcdef".cut(toColumns: 5) == "abcd…")
        #expect("東京都".cut(toColumns: 5) == "東京…" && "東京都".cut(toColumns: 4) == "東…")
        #expect("abc".cut(toColumns: 1) == "…" && "abc".cut(toColumns: 0) == "")
        for width in 0...7 { #expect("a東b京c".cut(toColumns: width).columnWidth <= width) }
    }
}
