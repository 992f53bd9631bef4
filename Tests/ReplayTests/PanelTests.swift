import ByteText
import LogFormats
import TestSupport
import Testing

@testable import Replay

/// Countries, browsers, referrers and hours of the week.
@Suite("Panels of a report")
struct PanelTests {
    private static let agents = [
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
        "curl/8.9.1",
    ]

    /// Lines of many countries, referrers and hours; one in five has neither.
    private static func lines(_ count: Int, seed: UInt64) -> [String] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { index in
            let agent = agents.randomElement(using: &random) ?? ""
            let (host, day) = (Int.random(in: 0..<60, using: &random), 10 + index % 20)
            let hour = 10 + Int.random(in: 0..<12, using: &random)
            var line =
                #"{"host":"example.page.link","uri":"/WXYZ","method":"GET","status":302,"user_agent":"\#(agent)","#
                + #""time":"2026-11-\#(day)T\#(hour):30:00Z""#
            if index % 5 > 0 {
                let country = ["DE", "de", "IN", "US", "BR", "JP"].randomElement(using: &random) ?? ""
                line +=
                    #","country":"\#(country)","referer":"https://jane:secret@Site\#(host * host / 60).example:8443/a?b=topSecret""#
            }
            return line + "}"
        }
    }

    @Test("count each click once, and sum up the rows that are not shown")
    func totals() throws {
        let runs = try ReplayRuns()
        let sums = try runs.sums([runs.log("a.json", Self.lines(500, seed: 1))], TestRules.shipped(), format: .json)
        #expect(sums.total == 500)
        for rows in [
            sums.countryRows, sums.browserRows, sums.countryRows.summarized(to: 2), sums.referrerRows(top: 5),
            sums.referrerRows(top: 1000),
        ] {
            #expect(rows.reduce(0) { $0 + $1.count } == 500, "\(rows)")
        }
        let countries = sums.countryRows.summarized(to: 2)
        #expect(countries.map(\.name).contains("DE") && countries.last?.name == "4 others")
        #expect(countries.allSatisfy { $0.decisions?.reduce(0, +) == $0.count })
        #expect(sums.countryRows.first { $0.name == ReplaySums.none }?.count == 100)
        let referrers = sums.referrerRows(top: 5)
        #expect(referrers.map(\.name).contains("site0.example") && referrers.contains { $0.name == ReplaySums.none })
        #expect(referrers.count == 7 && referrers.last?.name.hasSuffix(" others") == true, "\(referrers)")
        #expect(sums.week.counts.reduce(0, +) == 500)

        let text = sums.plainText(width: 100, top: 3)
        for heading in ["Browsers", "Countries", "Referrers", "Hours of the week (UTC)"] {
            #expect(text.contains("\n\(heading)\n"), "\(heading)")
        }
        let json = try JSONValue(parsing: sums.report(top: 3).span)
        #expect(json["countries"]?.array?.count == 6 && json["browsers"]?.array?.first?["count"] != nil)
        #expect(json["referrers"]?["top"]?.array?.first?["host"]?.string?.hasSuffix(".example") == true)
        #expect(json["hours_of_week"]?.array?.count == 7 && json["hours_of_week"]?.array?.first?.array?.count == 24)
        let page = String(decoding: try sums.page(sources: [], top: 3, explain: { _ in "" }), as: UTF8.self)
        #expect(page.contains("<h2>Countries</h2>") && page.contains("<h2>Hours of the week</h2>"))
        for output in [text, "\(json)", page, String(decoding: sums.part(), as: UTF8.self)] {
            #expect(!output.contains("topSecret") && !output.contains("jane") && !output.contains("8443"))
        }
    }

    @Test("of parts add up to those of one replay")
    func parts() throws {
        let runs = try ReplayRuns()
        let rules = try TestRules.shipped()
        let logs = try (0..<4).map { try runs.log("\($0).json", Self.lines(150, seed: UInt64($0))) }
        let whole = try runs.sums(logs, rules, format: .json, workers: 2)
        var random = SplitMix64(seed: 9)
        let parts = try logs.map { try runs.sums([$0], rules, format: .json).part() }
        let merged = try Parts.merged(parts, &random)
        #expect(merged == whole.part())
        #expect(try Parts.read(merged).report(top: 4) == whole.report(top: 4))
        #expect(try Parts.read(merged).plainText() == whole.plainText())
    }

    @Test("are left out if the log has no countries and no referrers")
    func absent() throws {
        let runs = try ReplayRuns()
        var generator = ClickLog(seed: 4)
        let text = try runs.sums([runs.log("a.log", generator.lines(50))], TestRules.shipped()).plainText()
        #expect(text.contains("\nBrowsers\n") && !text.contains("\nCountries\n") && !text.contains("\nReferrers\n"))
    }

    /// A referrer and its host.
    private static let referrers: [(String, String?)] = [
        ("https://www.example.com/a?b#c", "www.example.com"), ("HTTPS://WWW.Example.COM", "www.example.com"),
        ("http://jane:secret@example.com:8080/", "example.com"), ("http://a@b@example.com?x", "example.com"),
        ("android-app://com.google.android.gm/", "com.google.android.gm"), ("https://example.com#x", "example.com"),
        ("http://[2001:DB8::1]:80/", "[2001:db8::1]"), ("https://[2001:db8::1]", "[2001:db8::1]"), ("-", nil),
        ("", nil), ("about:blank", nil), ("https:///path", nil), ("https://jane@/", nil), ("https://:80/", nil),
        ("https://ex%61mple.com/", nil), ("https://bücher.example/", nil), ("example.com/a", nil),
        ("https://a b.example/", nil), ("/a?u=https://example.com", nil),
        ("https://" + String(repeating: "a", count: 254), nil),
    ]

    @Test("a referrer is counted by its host only", arguments: referrers)
    func host(_ text: String, _ host: String?) {
        var arena = ByteArena()
        let range = arena.append(text)
        #expect(Referrer.host(of: range, in: &arena).map { arena.string($0) } == host)
    }

    @Test(
        "hours of the week begin on Monday",
        arguments: [(0, 72), (-1, 71), (-259_200, 0), (-259_201, 167), (345_599, 167)])
    func week(_ time: Int64, _ hour: Int) {
        var week = WeekHours()
        week.add(time)
        #expect(week.counts.firstIndex(of: 1) == hour)
    }
}
