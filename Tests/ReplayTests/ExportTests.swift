import ByteText
import Routing
import TestSupport
import Testing

@testable import Replay

@Suite("Exports")
struct ExportTests {
    private static func exported(_ settings: ExportSettings, against before: RuleSet? = nil) throws -> [String] {
        let runs = try ReplayRuns()
        var generator = ClickLog(seed: 21)
        return try runs.exported(
            runs.log("a.log", generator.lines(300)), settings, TestRules.shipped(), against: before)
    }

    @Test("have a line for each decision with the columns that were asked for, in their order")
    func jsonLines() throws {
        let columns: [ExportColumn] = [.rule, .decision, .address, .changed]
        let lines = try Self.exported(ExportSettings(format: .jsonLines, columns: columns, addresses: .drop))
        #expect(lines.count > 200)
        for line in lines {
            let object = try #require(try JSONValue(parsing: line).object)
            #expect(object.members.map(\.name) == columns.map(\.rawValue))
            #expect(DecisionKind(rawValue: object["decision"]?.string ?? "") != nil)
            #expect(object["address"]?.isNull == true && object["changed"]?.isNull == true)
        }
    }

    @Test("in CSV have a header and as many fields in each line, quoted where needed")
    func csv() throws {
        let settings = ExportSettings(format: .csv, columns: ExportColumn.allCases, addresses: .keep)
        let lines = try Self.exported(settings, against: TestRules.webOnAndroid())
        #expect(lines.first == ExportColumn.allCases.map(\.rawValue).joined(separator: ","))
        for line in lines { #expect(Self.fields(line).count == ExportColumn.allCases.count, "\(line)") }
        #expect(lines.contains { $0.contains("Evil\"\"") })
        #expect(lines.contains { $0.contains("192.0.2.") })
    }

    /// Regression: a spreadsheet evaluated a client's agent or referrer as a formula.
    @Test("in CSV begin no field as a formula, and in JSON lines have the text as it is")
    func formulas() throws {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "'=1", "\u{FF1D}1", "=a,\"b\""] {
            var csv = FieldWriter(.csv)
            csv.beginLine()
            csv.text(.userAgent, text)
            csv.text(.rule, "a-b")
            csv.number(.status, -1)
            csv.endLine()
            let line = String(decoding: csv.drain(), as: UTF8.self)
            let shown = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
            #expect(line == "\"'\(shown.replacing("\"", with: "\"\""))\",a-b,-1\n", "\(line)")
            var json = FieldWriter(.jsonLines)
            json.beginLine()
            json.text(.userAgent, text)
            json.endLine()
            #expect(try JSONValue(parsing: String(decoding: json.drain(), as: UTF8.self))["user_agent"]?.string == text)
        }
    }

    /// The fields of a CSV line (RFC 4180).
    private static func fields(_ line: String) -> [String] {
        var fields = [""]
        var isQuoted = false
        for character in line {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: fields.append("")
            default: fields[fields.count - 1].append(character)
            }
        }
        return fields
    }

    @Test("have addresses as pseudonyms that one key always makes alike, and no other")
    func pseudonyms() throws {
        func addresses(_ key: PseudonymKey) throws -> [String] {
            try Self.exported(
                ExportSettings(format: .jsonLines, columns: [.address], addresses: .pseudonym(key)))
        }
        let secret = Array("a secret of this test".utf8)
        let one = try addresses(PseudonymKey(secret: secret))
        #expect(try one == addresses(PseudonymKey(secret: secret)))
        #expect(Set(one).isDisjoint(with: try addresses(PseudonymKey())))
        #expect(
            one.allSatisfy {
                !$0.contains("192.0.2") && $0.utf8.count == "{\"address\":\"0123456789abcdef\"}".utf8.count
            })
    }

    @Test("make pseudonyms by HMAC-SHA-256, as RFC 4231 has it")
    func hmac() {
        // Test case 2 of section 4.3: key "Jefe".
        let key = PseudonymKey(secret: Array("Jefe".utf8))
        let digest = key.pseudonym(of: Array("what do ya want for nothing?".utf8).span)
        #expect(Hexadecimal.text(Array(digest)) == "5bdcc146bf60754e")
    }

    @Test("are named by their suffix")
    func formats() {
        #expect(ExportFormat(path: "a.CSV") == .csv)
        for name in ["a.jsonl", "a.ndjson", "a.json"] { #expect(ExportFormat(path: name) == .jsonLines) }
        #expect(ExportFormat(path: "a.log") == nil)
    }
}
