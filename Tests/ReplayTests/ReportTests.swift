import ByteText
import Foundation
import LogFormats
import Routing
import TestSupport
import Testing

@testable import Replay

/// The sums as shown to users and programs. The expected texts are in `Reports`; `FINGERPOST_RECORD=1` rewrites them.
@Suite("Reports")
struct ReportTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Reports")

    /// The sums of one log, with a comparison.
    private static func sums(lines: Int = 300) throws -> ReplaySums {
        let runs = try ReplayRuns()
        var generator = ClickLog(seed: 42)
        let allowed = try AllowedChanges(
            parsing: "app_open -> continue_redirect link=example.page.link/WXYZ at-most=1\nany -> any site=nothing\n",
            path: "")
        return try runs.sums(
            [runs.log("clicks.log", generator.lines(lines))], TestRules.webOnAndroid(), against: TestRules.shipped(),
            allowed: allowed, workers: 2)
    }

    /// Normalizes a report: hashes of rule sets change with every rule, and masks belong to a process without a key,
    /// although another test may have installed one in this process.
    private static func settled(_ text: String, _ sums: ReplaySums) -> String {
        var text = text.replacing(/~[A-Za-z0-9]{7,}/) { "~" + String(repeating: "x", count: $0.output.count - 1) }
        for (hash, name) in [(sums.names.hash, "sha256:NOW"), (sums.changes?.before.hash ?? "", "sha256:BEFORE")] {
            text = text.replacing(hash, with: name).replacing(hash.prefix(19), with: name)
        }
        return text
    }

    @Test("are laid out as the recorded ones", arguments: ["wide.txt", "narrow.txt", "report.json", "summary.md"])
    func golden(name: String) throws {
        let sums = try Self.sums()
        let text =
            switch name {
            case "wide.txt": sums.plainText(width: 100, top: 5)
            case "narrow.txt": sums.plainText(width: 40, top: 5)
            case "summary.md": sums.markdown(top: 20)
            default: String(decoding: sums.report(top: 3), as: UTF8.self)
            }
        let settled = Self.settled(text, sums)
        let file = Self.folder.appending(path: name)
        if ProcessInfo.processInfo.environment["FINGERPOST_RECORD"] != nil { try Data(settled.utf8).write(to: file) }
        #expect(settled == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    @Test("in Markdown have at most 60 lines, and names only in code spans")
    func markdown() throws {
        let runs = try ReplayRuns()
        var generator = ClickLog(seed: 7)
        let alone = try runs.sums([runs.log("clicks.log", generator.lines(300))], TestRules.shipped())
        #expect(alone.markdown(top: 20).contains("\n| `firebase/"))
        for sums in [try Self.sums(lines: 3000), alone] {
            #expect(sums.markdown(top: 10_000).split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
        }
        #expect(MarkdownText.code("a`b|c\n@d", isCell: true) == "`a'b\\|c @d`")
        #expect(MarkdownText.code("a|b") == "`a|b`")
    }

    @Test("on a terminal stay within its width", arguments: [20, 32, 40, 57, 80, 120])
    func width(columns: Int) throws {
        for line in try Self.sums().plainText(width: columns).split(separator: "\n") {
            #expect(line.count <= max(32, columns), "\(line)")
        }
    }

    /// Regression: a replay reported a change for every iPhone click: the front had sent it to its page on another host.
    @Test("take a redirect to the page on another host for the page")
    func pagesElsewhere() throws {
        let runs = try ReplayRuns()
        let agent =
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
        func line(_ status: Int, _ location: String) -> String {
            #"{"host":"example.page.link","uri":"/WXYZ","method":"GET","status":\#(status),"location":"\#(location)","user_agent":"\#(agent)"}"#
        }
        let log = try runs.log(
            "clicks.json",
            [
                line(302, "https://links.example.com/_fp/abc"), line(404, "https://links.example.com/_fp/abc"),
                line(302, "https://apps.apple.com/app/id1234567"),
            ])
        let logged = try runs.sums([log], TestRules.shipped(), format: .json).logged
        #expect(logged.sameStatus == 2 && logged.otherStatus == 1)
        #expect(logged.sameLocation == 2 && logged.otherLocation == 1)
    }

    @Test("of an empty log report it")
    func emptyLog() throws {
        let runs = try ReplayRuns()
        let sums = try runs.sums([runs.log("empty.log", [])], TestRules.shipped())
        #expect(sums.plainText() == "The log has no lines.")
        #expect(!(try sums.page(sources: ["empty.log"], top: 5, explain: { _ in "" })).isEmpty)
        #expect(try JSONValue(parsing: sums.report(top: 5).span)["lines"]?["read"] == 0)
    }

    @Test("as pages hold no markup of clients, no script and nothing from elsewhere")
    func page() throws {
        let page = String(
            decoding: try Self.sums().page(sources: ["<b>.log"], top: 20, explain: { $0.text }), as: UTF8.self
        )
        #expect(page.contains("Evil") && !page.contains("</script>") && !page.contains("<b>"))
        #expect(
            !page.contains("<script") && !page.contains("src=") && !page.contains("url(") && !page.contains("@import"))
        #expect(!page.contains("{{") && page.contains("default-src 'none'") && page.hasSuffix("</html>\n"))
        // Each element is closed.
        for name in ["section", "table", "tbody", "details", "svg", "pre", "ul", "main", "dl", "tr", "td", "th", "g"] {
            let opened = page.matches(of: try Regex("<\(name)[ >]")).count
            #expect(opened == page.matches(of: try Regex("</\(name)>")).count, "\(name)")
        }
    }

    @Test("tell as many clicks in each breakdown as were decided")
    func totals() throws {
        let sums = try Self.sums()
        #expect(sums.total == sums.counts.decided && sums.total > 200)
        for counts in [sums.sites, sums.platforms, sums.inApps, sums.browsers, sums.countries, sums.bots, sums.pages] {
            #expect((0..<counts.keys).reduce(0) { $0 + counts.total($1) } == sums.total)
        }
        #expect(sums.rules.reduce(0, +) == sums.total && sums.links.total == sums.total)
        #expect(sums.week.counts.reduce(0, +) + sums.untimed.total(0) == sums.total)
        #expect(sums.counts.lines == sums.total + sums.counts.faulty + sums.counts.bypassed.reduce(0, +))
        #expect(sums.rulesBeside.reduce(0, +) > 0, "a rule that only sets a page has matched")
    }

    @Test("hold no secret that stood in a log")
    func secrets() throws {
        let sums = try Self.sums(lines: 600)
        let runs = try ReplayRuns()
        var generator = ClickLog(seed: 42)
        let log = try runs.log("clicks.log", generator.lines(600))
        let settings = ExportSettings(
            format: .csv, columns: ExportColumn.allCases, addresses: .pseudonym(PseudonymKey()))
        let outputs = [
            sums.plainText(width: 160), String(decoding: sums.part(), as: UTF8.self),
            String(decoding: sums.report(top: 1000), as: UTF8.self),
            String(decoding: try sums.page(sources: [], top: 1000, explain: { $0.text }), as: UTF8.self),
            try runs.exported(log, settings, TestRules.shipped(), against: TestRules.webOnAndroid()).joined(
                separator: "\n"),
        ]
        for (index, output) in outputs.enumerated() {
            #expect(output.contains("example.com"))
            for secret in ClickLog.secrets { #expect(!output.contains(secret), "output \(index) holds \(secret)") }
        }
    }
}
