import ByteText
import Routing
import TestSupport
import Testing

@testable import LogFormats

/// Lines of the combined format that are split in one pass.
@Suite("Lines of the combined format")
struct CombinedLineTests {
    private static let line =
        #"203.0.113.7 - - [21/Nov/2026:10:05:03 +0000] "GET /WXYZ?a=1 HTTP/1.1" 302 561 "https://a.example/" "Mozilla/5.0 (X)""#

    /// All that is read of a line, with or without the pass that splits whole lines.
    private static func reading(_ line: String, byPass: Bool) -> String {
        var columns = ColumnSchema.combined
        columns.isCombined = byPass
        var reader = LogLineReader()
        var arena = ByteArena()
        var request = ClickRequest()
        var record = LogRecord()
        let text = arena.append(line)
        do throws(LineFault) {
            let bypass = try reader.read(text, by: .columns(columns), into: &record, &request, &arena)
            let texts = [record.ip, record.method, record.target, record.referer, record.userAgent, reader.rest]
            return texts.map { $0.map { arena.string($0) } ?? "none" }.joined(separator: "|")
                + "|\(record.time ?? -1)|\(record.status ?? 0)|\(reader.isShort)|\(bypass.map { "\($0)" } ?? "click")"
        } catch {
            return error.name.description
        }
    }

    private static func isWhole(_ line: String) -> Bool { line.utf8.span.combinedLine != nil }

    @Test("the pass takes the usual line, and reads all of its fields")
    func usual() {
        #expect(Self.isWhole(Self.line))
        #expect(
            Self.reading(Self.line, byPass: true)
                == "203.0.113.7|GET|/WXYZ?a=1|https://a.example/|Mozilla/5.0 (X)|none|1795255503|302|false|click")
    }

    @Test(
        "other lines are left to the columns",
        arguments: [
            "", " ", "-", "a b c", #"203.0.113.7 - - [21/Nov/2026:10:05:03 +0000] "GET / HTTP/1.1" 302 5"#,
            line + " 0.001", line + "\"", line.replacing("(X)", with: #"\"X\""#), line.replacing("7 - -", with: "7  -"),
            line.replacing("203.0.113.7", with: "203.0.113.7, 198.51.100.1"), line.replacing("[", with: ""),
        ])
    func others(line: String) {
        #expect(!Self.isWhole(line))
        #expect(Self.reading(line, byPass: true) == Self.reading(line, byPass: false))
    }

    @Test("changed lines read alike both ways", arguments: (0..<4).map { _ in UInt64.random(in: 0...UInt64.max) })
    func changed(seed: UInt64) {
        print("CombinedLineTests.changed seed \(seed)")
        var random = SplitMix64(seed: seed)
        let pieces = Array(" \"\\[]-,:1aé\t".unicodeScalars)
        for _ in 0..<4_000 {
            var scalars = Array(Self.line.unicodeScalars)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<scalars.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: scalars.remove(at: index)
                case 1: scalars.insert(pieces.randomElement(using: &random) ?? " ", at: index)
                case 2: scalars[index] = pieces.randomElement(using: &random) ?? " "
                default: scalars.removeLast(min(scalars.count - 1, Int.random(in: 1...60, using: &random)))
                }
            }
            var line = String.UnicodeScalarView()
            line.append(contentsOf: scalars)
            let text = String(line)
            #expect(Self.reading(text, byPass: true) == Self.reading(text, byPass: false), "\(text)")
        }
    }
}
