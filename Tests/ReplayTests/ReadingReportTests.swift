import ByteText
import Foundation
import LogFormats
import TestSupport
import Testing

@testable import Replay

/// Regression: a log with user agents in most lines was read without any: the poorer format fitted more lines, silently.
@Suite("A report of how logs were read")
struct ReadingReportTests {
    private static func line(_ number: Int, _ end: String) -> String {
        "203.0.113.\(number) - - [21/Nov/2026:06:15:10 +0000] \"GET /WXYZ HTTP/1.1\" 302 0\(end)"
    }

    private static let whole = " \"-\" \"Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0 Mobile\""

    private static func sums(_ logs: [String], _ runs: ReplayRuns) throws -> ReplaySums {
        let inputs = try LogInput.expanding(logs)
        let plan = ReportPlan(try TestRules.shipped(), sources: inputs.map { URL(filePath: $0.name).lastPathComponent })
        let settings = ReplaySettings(inputs: inputs, host: "example.page.link", workers: 2)
        return try ReplaySums(Replay.run(settings, plan.ruleSet) { try ReportVisitor(plan) }, plan)
    }

    @Test("names the richest format that lines have, wherever in the log they are", arguments: [0, 1, 30, 149, 199])
    func richest(place: Int) throws {
        let runs = try ReplayRuns()
        let log = try runs.log("a.log", (0..<200).map { Self.line($0, $0 == place ? Self.whole : "") })
        let sums = try Self.sums([log], runs)
        let format = try JSONValue(parsing: sums.report(top: 5).span)["formats"]?.array?.first
        #expect(format?["format"] == "combined" && format?["lines"] == 200)
        #expect(format?["fell_back"]?["common"] == 199 && format?["longer"] == 0)
        #expect(sums.platforms.total(1) + sums.platforms.total(0) > 0)
        let text = sums.plainText(width: 200)
        #expect(
            text.contains(
                "log format: combined\n199 lines do not have all columns of combined and were read as common."))
        let page = String(decoding: try sums.page(sources: ["a.log"], top: 5, explain: { _ in "" }), as: UTF8.self)
        #expect(page.contains("log format: combined") && page.contains("199 lines do not have all columns of combined"))
    }

    @Test("names what follows the last column that is read, with the first of it")
    func longer() throws {
        let runs = try ReplayRuns()
        let lines = (0..<300).map {
            Self.line($0 % 250, Self.whole + ($0 < 100 ? "" : " \"198.51.100.\($0 % 250)\" 0.1"))
        }
        let sums = try Self.sums([runs.log("a.log", lines)], runs)
        let format = try JSONValue(parsing: sums.report(top: 5).span)["formats"]?.array?.first
        #expect(format?["longer"] == 200 && format?["longer_sample"]?["line"] == 101)
        #expect(format?["longer_sample"]?["text"] == "\"198.51.100.100\" 0.1")
        let words =
            "200 lines have columns that combined does not; they are not read (--format takes the log's own log_format or "
            + "LogFormat). The first is a.log:101: \"198.51.100.100\" 0.1"
        #expect(sums.plainText(width: 400).contains(words))
        let page = String(decoding: try sums.page(sources: ["a.log"], top: 5, explain: { _ in "" }), as: UTF8.self)
        #expect(page.contains("200 lines have columns that combined does not"))
    }

    @Test("names members and fields that are not read, and adds up over logs and parts")
    func unread() throws {
        let runs = try ReplayRuns()
        let json = try runs.log(
            "a.json",
            [
                #"{"host":"example.page.link","path":"/WXYZ","edge":{"pop":"FRA"},"bytes":7}"#,
                #"{"path":"/","tls":"1.3"}"#,
            ])
        let w3c = try runs.log(
            "b.log",
            ["#Fields: date time c-ip cs-uri-stem cs(Cookie) x-pop", "2026-11-21 06:15:00 203.0.113.7 /WXYZ - FRA"])
        let mixed = try runs.log("c.log", [Self.line(1, Self.whole), Self.line(2, ""), Self.line(3, " 0.1")])
        let all = try Self.sums([json, w3c, mixed], runs)
        #expect(all.counts.lines == 6)
        let text = all.plainText(width: 200)
        #expect(text.contains("log formats: combined (3 lines), json (2 lines), w3c (1 line)\n"))
        #expect(text.contains("not read of json: bytes, edge.pop, tls\nnot read of w3c: cs(Cookie), x-pop\n"))
        #expect(text.contains("2 lines do not have all columns of combined and were read as common."))
        #expect(text.contains("1 line has columns that combined does not"))
        #expect(try Self.sums([json], runs).plainText(width: 200).contains("\nnot read: bytes, edge.pop, tls\n"))
        let parts = try [[mixed], [json, w3c]].map { try Self.sums($0, runs).part() }
        var random = SplitMix64(seed: 7)
        #expect(try Parts.merged(parts, &random) == all.part())
        var sums = try Parts.read(parts[1])
        try sums.merge(Parts.read(parts[0]))
        #expect(sums.report(top: 5) == all.report(top: 5))
    }

    @Test("is a sentence if no line led to a decision")
    func emptiness() throws {
        let runs = try ReplayRuns()
        let garbage = try runs.log("a.log", ["what is this", "\"GET"])
        let posts = try runs.log("b.log", [Self.line(1, Self.whole).replacing("GET", with: "POST")])
        let clicks = try runs.log("c.log", [Self.line(1, Self.whole)])
        func problems(_ logs: [String], host: String? = "example.page.link") throws -> [String] {
            let inputs = try LogInput.expanding(logs)
            let settings = ReplaySettings(inputs: inputs, format: .combined, host: host)
            let result = try Replay.run(settings, CuriousRules.ruleSet) { AddressVisitor() }
            return result.emptiness(of: inputs).map {
                $0.replacing(runs.folder.path() + "/", with: "").replacing(runs.folder.path(), with: "")
            }
        }
        let unreadable =
            "a.log: nothing could be read as combined: 2 lines (1 × does not have the fields of the format, 1 × has an "
            + "unterminated quoted field); set --format to "
            + "the log's format, or to its log_format or LogFormat directive"
        #expect(try problems([garbage]) == [unreadable])
        #expect(try problems([clicks, garbage]) == [unreadable])
        #expect(try problems([posts]) == ["b.log: nothing was decided: 1 line (method 1)"])
        #expect(try problems([clicks, posts]) == [])
        #expect(
            try problems([clicks], host: nil)
                == ["c.log: nothing was decided: 1 line (unknown-host 1); set the requested host with --host"])
        #expect(try problems([clicks]) == [])
        #expect(try problems([runs.log("empty.log", [])]) == [])
    }
}
