import ByteText
import Testing

/// Tables with other separators than commas: Excel writes semicolons in many locales, databases write tabs and bars.
@Suite("dialects of tables")
struct CSVDialectTests {
    private static func records(_ text: String) throws -> [[String]] {
        let bytes = Array(text.utf8)
        let finding = CSVDialect.find(in: bytes.span, isLast: true)
        let found = try #require(finding)
        var record = CSVRecord(found.dialect)
        var records: [[String]] = []
        var start = found.preamble
        while start < bytes.count {
            let end = try record.read(bytes.span, from: start, isLast: true)
            start = try #require(end)
            records.append((0..<record.count).map { record.string($0) })
        }
        return records
    }

    @Test(
        "the first line shows the separator and the line end",
        arguments: [
            ("a,b;c,d\n1,2;3,4\n", [["a", "b;c", "d"], ["1", "2;3", "4"]]),
            ("a;b\n1;\"2;3\"\n", [["a", "b"], ["1", "2;3"]]),
            ("\"a;a\";b;c,d\n1;2;3\n", [["a;a", "b", "c,d"], ["1", "2", "3"]]),
            ("a\tb\n1\tsay \"x\"\n\"2\"\t\"3\t4\"\n", [["a", "b"], ["1", "say \"x\""], ["2", "3\t4"]]),
            ("a|b\n\"1\"|2\n", [["a", "b"], ["1", "2"]]),
            ("sep=;\na;b,c,d\n", [["a", "b,c,d"]]), ("\"sep=;\"\r\na;b\r\n", [["a", "b"]]),
            ("SEP=,\na,b;c;d", [["a", "b;c;d"]]),
            ("a,b\r1,2\r\"3\rx\",4", [["a", "b"], ["1", "2"], ["3\rx", "4"]]),
            ("a;b\r1;2\r", [["a", "b"], ["1", "2"]]),
            ("a , \"b\" , c\n1, \"2,\" ,\"3\" \n", [["a ", "b", " c"], ["1", "2,", "3"]]),
            ("word\n1\n", [["word"], ["1"]]),
        ])
    func read(_ text: String, _ records: [[String]]) throws {
        #expect(try Self.records(text) == records)
    }

    @Test("is not decided before the first line has arrived", arguments: ["a;b", "a;b\r", "sep=", "\"a\n"])
    func waits(_ text: String) {
        let bytes = Array(text.utf8)
        let (early, late) = (
            CSVDialect.find(in: bytes.span, isLast: false), CSVDialect.find(in: bytes.span, isLast: true)
        )
        #expect(early == nil && late != nil)
    }

    @Test("a quote in the middle of a field is a fault, but where tabs separate")
    func quotes() throws {
        #expect(throws: CSVFault.quoteInField) { try Self.records("a;b\nx \"y\";z\n") }
        #expect(throws: CSVFault.textAfterQuote) { try Self.records("a;b\n\"y\" x;z\n") }
        #expect(try Self.records("a\tb\nx \"y\"\tz\n").last == ["x \"y\"", "z"])
    }
}
