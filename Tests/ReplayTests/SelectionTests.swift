import ByteText
import LogFormats
import Routing
import Synchronization
import TestSupport
import Testing

@testable import Replay

/// `--where`, `--since` and `--until`.
@Suite("Selected lines")
struct SelectionTests {
    private static let android =
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36"
    private static let iPhone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"

    private static func line(_ uri: String, _ agent: String, _ others: String = "", method: String = "GET") -> String {
        #"{"host":"example.page.link","uri":"\#(uri)","method":"\#(method)","status":302,"user_agent":"\#(agent)"\#(others)}"#
    }

    /// Two accepted links, a refused one, a line without a time, and lines that are no clicks.
    private static let lines = [
        line("/WXYZ", android, #","country":"IN","time":"2026-11-01T10:00:00Z""#),
        line("/WXYZ?utm_source=mail", iPhone, #","country":"us","time":"2026-11-02T10:00:00Z""#),
        line("/NOPE?a=b", android, #","country":"IN","time":"2026-11-03T00:00:00Z""#),
        line("/WXYZ", iPhone),
        line("/WXYZ", android, #","time":"2026-11-02T10:00:00Z""#, method: "POST"),
        "nothing",
    ]

    /// The numbers of the selected lines, from 1, and the omissions.
    private static func selected(_ selection: LineSelection) throws -> (lines: [Int], omitted: [String: Int]) {
        let runs = try ReplayRuns()
        let inputs = try LogInput.expanding([runs.log("a.json", lines)])
        var settings = ReplaySettings(inputs: inputs, format: .json)
        settings.selection = selection
        let result = try Replay.run(settings, TestRules.shipped()) { TellingVisitor() }
        let decided = result.sums.flatMap(\.lines).filter { $0.text.hasPrefix("https://") }
        #expect(result.counts.decided == decided.count && result.counts.lines == lines.count)
        #expect(
            result.counts.lines == result.counts.decided + result.counts.bypassed.reduce(0, +)
                + result.counts.omitted.reduce(0, +) + result.counts.faulty)
        var omitted: [String: Int] = [:]
        for omission in Omission.allCases where result.counts[omission] > 0 {
            omitted[omission.name.description] = result.counts[omission]
        }
        return (decided.map { result.lineNumbers.number(of: $0.place) }.sorted(), omitted)
    }

    private static func selection(
        _ condition: String?, since: String? = nil, until: String? = nil
    ) throws -> LineSelection {
        var selection = LineSelection()
        selection.condition = try condition.map { try ClickCondition($0) }
        selection.since = since.flatMap { Timestamp.seconds($0) }
        selection.until = until.flatMap { Timestamp.seconds($0) }
        return selection
    }

    /// A condition, the lines for which it is true, and the reasons why others are left out.
    private static let conditions: [(String, [Int], [String: Int])] = [
        (#"device.platform == "android""#, [1, 3], ["where": 2]),
        (#"device.browser == "safari" && device.os_version.startsWith("17")"#, [2, 4], ["where": 2]),
        (#"request.country == "IN""#, [1, 3], ["where": 1, "where-unknown": 1]),
        (#"request.country == "IN" || device.platform == "ios""#, [1, 2, 3, 4], [:]),
        (#"request.country.matches("^(IN|us)$")"#, [1, 2, 3], ["where-unknown": 1]),
        (#"link.code == "WXYZ""#, [1, 2, 4], ["where-unknown": 1]),
        (#"link.path == "/NOPE""#, [3], ["where": 3]),
        (#"link.host == "example.page.link" && "a" in link.query"#, [3], ["where": 3]),
        (#""utm_source" in link.query"#, [2], ["where": 3]),
        (#"link.query["a"] == "b""#, [3], ["where-failed": 3]),
        (#"site.name == "example" && link.form == "short_link""#, [1, 2, 4], ["where-unknown": 1]),
        (#"request.time < timestamp("2026-11-02T00:00:00Z")"#, [1], ["where": 2, "where-unknown": 1]),
        (#"request.headers["x-tried"] == "1""#, [], ["where-unknown": 4]),
    ]

    @Test("are those for which the condition is true", arguments: conditions)
    func condition(_ source: String, _ lines: [Int], _ omitted: [String: Int]) throws {
        let selected = try Self.selected(Self.selection(source))
        #expect(selected.lines == lines && selected.omitted == omitted, "\(selected)")
    }

    /// The range, the lines in it, and the reasons why others are left out.
    private static let ranges: [(String?, String?, [Int], [String: Int])] = [
        ("2026-11-02T10:00:00Z", nil, [2, 3], ["time": 1, "no-time": 1]),
        ("2026-11-02T10:00:01Z", nil, [3], ["time": 3, "no-time": 1]),
        (nil, "2026-11-02T10:00:00Z", [1], ["time": 3, "no-time": 1]),
        ("2026-11-01T10:00:00Z", "2026-11-03T00:00:00Z", [1, 2], ["time": 1, "no-time": 1]),
    ]

    @Test("are those in the range of time, with its first second and without its end", arguments: ranges)
    func range(_ since: String?, _ until: String?, _ lines: [Int], _ omitted: [String: Int]) throws {
        let selected = try Self.selected(Self.selection(nil, since: since, until: until))
        #expect(selected.lines == lines && selected.omitted == omitted, "\(selected)")
    }

    @Test("are those of both, and lines outside the range are not evaluated")
    func both() throws {
        let selected = try Self.selected(
            Self.selection(#"device.platform == "android""#, since: "2026-11-02T00:00:00Z"))
        #expect(selected.lines == [3] && selected.omitted == ["time": 1, "no-time": 1, "where": 1], "\(selected)")
    }

    @Test("the same lines are reported, compared and exported, with the selection")
    func outputs() throws {
        let runs = try ReplayRuns()
        var generator = ClickLog(seed: 21)
        let log = try runs.log("a.log", generator.lines(300))
        let selection = try Self.selection(
            #"device.platform == "android""#, since: "2026-11-01T00:00:00Z", until: "2026-11-02T00:00:00Z")
        let lines = Mutex(0)
        let sums = try runs.sums(
            [log], TestRules.webOnAndroid(), against: TestRules.shipped(), workers: 2,
            export: ExportSettings(format: .jsonLines, columns: [.platform, .time], addresses: .drop),
            exported: { bytes in
                let texts = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                #expect(texts.allSatisfy { $0.contains(#"{"platform":"android","time":"2026-11-01T"#) })
                lines.withLock { $0 += texts.count }
            }, selection: selection)
        let count = sums.counts.decided
        #expect(count > 20 && count < 100 && lines.withLock { $0 } == count && sums.changes?.comparedCount == count)
        let text = sums.plainText(width: 200)
        #expect(text.contains("\(sums.counts.omitted.reduce(0, +)) left out\n"))
        #expect(
            text.contains(
                "only lines since 2026-11-01T00:00:00Z, until 2026-11-02T00:00:00Z, where device.platform == \"android\"\n"
                    + "left out: time \(sums.counts[.time]), where \(sums.counts[.condition])\n"))
        let json = try JSONValue(parsing: sums.report(top: 3).span)
        #expect(json["selection"]?["where"]?.string == #"device.platform == "android""#)
        #expect(json["selection"]?["until"]?.string == "2026-11-02T00:00:00Z")
        #expect(json["lines"]?["left_out"]?["where"]?.number?.int == sums.counts[.condition])
        let page = String(decoding: try sums.page(sources: ["a.log"], top: 3, explain: { _ in "" }), as: UTF8.self)
        #expect(
            page.contains("where device.platform == &quot;android&quot;")
                || page.contains("where device.platform == &#34;android&#34;"))
    }

    @Test("of parts add up if the condition is the same; their ranges are joined")
    func parts() throws {
        let runs = try ReplayRuns()
        var generator = ClickLog(seed: 22)
        let log = try runs.log("a.log", generator.lines(300))
        let rules = try TestRules.shipped()
        func part(_ condition: String?, _ since: String?, _ until: String?) throws -> ReplaySums {
            let selection = try Self.selection(condition, since: since, until: until)
            return try Parts.read(runs.sums([log], rules, selection: selection).part())
        }
        let (first, second, end) = ("2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z", "2026-11-03T00:00:00Z")
        let condition = #"device.platform == "android""#
        var sums = try part(condition, first, second)
        let (one, other) = (sums.counts.decided, try part(condition, second, end))
        try sums.merge(other)
        let whole = try part(condition, first, end)
        #expect(sums.counts.decided == one + other.counts.decided && sums.counts.decided == whole.counts.decided)
        #expect(sums.selection == whole.selection && sums.hours == whole.hours && one > 0)
        for wrong in [nil, #"device.platform == "ios""#] {
            let wrong = try part(wrong, first, second)
            let before = sums.part()
            #expect { try sums.merge(wrong) } throws: { "\($0)".contains("selected by another condition (--where)") }
            #expect(sums.part() == before)
        }
    }
}
