import ByteText
import TestSupport
import Testing

@Suite("comma-separated values")
struct CSVRecordTests {
    /// All records of a text. Throws if it is malformed.
    private static func records(_ text: String, pieces: Int? = nil) throws(CSVFault) -> [[String]] {
        let bytes = Array(text.utf8)
        var record = CSVRecord()
        var records: [[String]] = []
        var start = 0
        var known = pieces ?? bytes.count
        while start < bytes.count {
            let shown = Array(bytes[..<min(known, bytes.count)])
            guard let next = try record.read(shown.span, from: start, isLast: known >= bytes.count) else {
                known += pieces ?? 0
                continue
            }
            records.append((0..<record.count).map { record.string($0) })
            start = next
        }
        return records
    }

    @Test(
        "read",
        arguments: [
            ("", []), ("\n", [[""]]), ("a", [["a"]]), ("a,b\n", [["a", "b"]]), (",\n", [["", ""]]),
            ("a\r\nb\n", [["a"], ["b"]]), ("\"a,\"\"b\"\"\nc\",d\n", [["a,\"b\"\nc", "d"]]), ("\"\"", [[""]]),
            ("a\rb\n", [["a\rb"]]), ("\"a\"\r\nb", [["a"], ["b"]]), ("a\n\nb", [["a"], [""], ["b"]]),
            ("a\r", [["a\r"]]),
        ])
    func read(_ text: String, _ records: [[String]]) throws {
        #expect(try Self.records(text) == records)
    }

    @Test(
        "refused",
        arguments: [
            ("a\"b", CSVFault.quoteInField), ("\"a\"b", .textAfterQuote), ("\"a", .openQuote),
            ("\"a\"\rb", .textAfterQuote),
        ])
    func refused(_ text: String, _ fault: CSVFault) {
        #expect(throws: fault) { try Self.records(text) }
    }

    @Test("an endless record is refused")
    func endless() {
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: CSVRecord.longestRecord + 2)
        var record = CSVRecord()
        #expect(throws: CSVFault.tooLong) { try record.read(long.span, from: 0, isLast: false) }
        #expect(throws: CSVFault.openQuote) { try record.read(([0x22] + long).span, from: 0, isLast: false) }
    }

    @Test("what is written is read again, in whatever pieces it comes")
    func roundTrip() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let records = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    String(
                        (0..<Int.random(in: 0...5, using: &random)).map { _ in
                            "a,\"\n\rü".randomElement(using: &random)!
                        })
                }
            }
            var output: [UInt8] = []
            for record in records { CSVWriter.append(record, to: &output) }
            let text = String(decoding: output, as: UTF8.self)
            let pieces = Int.random(in: 1...7, using: &random)
            #expect(try Self.records(text, pieces: pieces) == records, "seed \(seed), \(text)")
        }
    }
}
