import ByteText
import Foundation
import TestSupport
import Testing

/// Reports, comparisons, exports and parts, by the real program.
@Suite("replay's reports", .timeLimit(.minutes(20)))
struct ReportTests {
    private static let rules = RulesFolder.shippedRules.path()

    /// A log in combined format, and rules that send Android elsewhere than the shipped ones.
    private final class Scene {
        let folder: ScratchFolder
        let log: String
        let otherRules: String

        init() throws {
            folder = try ScratchFolder()
            var lines = ""
            for index in 0..<120 {
                let target =
                    index % 5 == 0
                    ? "/WXYZ" : "/?link=https%3A%2F%2Fwww.example.com%2Fitem%2F\(index % 9)&apn=com.example.android"
                let agent = index % 2 == 0 ? Agents.android : Agents.iPhone
                let hour = index / 10 < 10 ? "0\(index / 10)" : "\(index / 10)"
                lines +=
                    "192.0.2.\(index) - - [01/Nov/2026:\(hour):00:00 +0000] \"GET \(target) HTTP/1.1\" 302 0 \"-\" \"\(agent)\"\n"
            }
            log = try folder.file("clicks.log", lines + "no line of a log\n").path()
            let other = folder.url.appending(path: "other")
            try FileManager.default.copyItem(at: RulesFolder.shippedRules.resolvingSymlinksInPath(), to: other)
            try FileManager.default.removeItem(at: other.appending(path: "sites/example.cases.yaml"))
            let site = other.appending(path: "sites/example.yaml")
            let rule = """
                rules:
                  - name: android-to-the-web
                    when: device.platform == "android"
                    then: {continue_redirect: {to: "https://www.example.com/web"}}
                    because: A test.

                """
            try String(contentsOf: site, encoding: .utf8).replacing("rules:\n", with: rule)
                .write(to: site, atomically: true, encoding: .utf8)
            otherRules = other.path()
        }

        func replay(_ arguments: String...) throws -> Program.Outcome {
            try Program.run(["replay", log, "--host", "example.page.link", "--format", "combined"] + arguments)
        }
    }

    @Test("compare two rule sets and end as CI asks")
    func exitCodes() throws {
        let scene = try Scene()
        let same = try scene.replay("--rules", ReportTests.rules, "--against", ReportTests.rules, "--fail-on-change")
        #expect(same.code == 0 && same.output.contains("Nothing: all 120 clicks get the same response."))
        let changed = try scene.replay("--rules", scene.otherRules, "--against", Self.rules, "--fail-on-change")
        #expect(changed.code == 1, "\(changed.error)")
        let verdict = "60 of 120 clicks (50.0 %) get a different response.\nExit code with --fail-on-change: 1\n"
        #expect(changed.output.hasSuffix(verdict), "\(changed.output.suffix(400))")
        #expect(changed.output.contains("sites/example/android-to-the-web  decides"), "both explanations are shown")
        let allow = try scene.folder.file("allow", "any -> continue_redirect rule=sites/example/android*\n").path()
        let expected = try scene.replay(
            "--rules", scene.otherRules, "--against", Self.rules, "--fail-on-change", "--allow", allow)
        #expect(expected.code == 0 && expected.output.contains("All changes are expected."))
        try scene.folder.file("allow", "any -> continue_redirct\n")
        let wrong = try scene.replay("--rules", scene.otherRules, "--against", Self.rules, "--allow", allow)
        #expect(wrong.code == 2 && wrong.error.contains("allow:1:8: error") && wrong.error.contains("did you mean"))
    }

    @Test("add up with merge to the bytes of one replay")
    func merge() throws {
        let scene = try Scene()
        let second = try scene.folder.file(
            "second.log",
            String(contentsOfFile: scene.log, encoding: .utf8).split(separator: "\n").dropFirst(30)
                .joined(separator: "\n")
        ).path()
        let options = [
            "--host", "example.page.link", "--format", "combined", "--rules", scene.otherRules, "--against", Self.rules,
        ]
        let whole = try Program.run(["replay", scene.log, second, "--json"] + options)
        var parts: [String] = []
        for (index, log) in [second, scene.log].enumerated() {
            let part = try Program.run(["replay", log, "--partial"] + options)
            #expect(part.code == 0 && part.lines.count == 1)
            parts.append(try scene.folder.file("\(index).part", part.output).path())
        }
        let merged = try Program.run(["merge", "--json"] + parts)
        #expect(merged.code == 0 && merged.output == whole.output)
        #expect(try JSONValue(parsing: merged.output)["changes"]?["changed"]?.number?.int ?? 0 > 60)
        let both = try parts.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        #expect(try Program.run(["merge", "-", "--json"], input: both).output == whole.output)
        // Hadoop appends a tab to each line that it passes on.
        let tabbed = both.replacing("\n", with: "\t\n")
        #expect(try Program.run(["merge", "-", "--json"], input: tabbed).output == whole.output)

        // Parts that do not add up are named, and nothing is printed.
        let cut = try scene.folder.file("cut.part", String(both.prefix(500))).path()
        let damaged = try scene.folder.file("damaged.part", both.replacing("\"singles\":[0,", with: "\"singles\":[1,"))
            .path()
        let empty = try scene.folder.file("empty.part", "").path()
        let other = try scene.folder.file(
            "other.part", scene.replay("--partial", "--rules", Self.rules).output
        ).path()
        for (path, message) in [
            (cut, "cut.part:1: the part is truncated"), (damaged, "damaged.part:1: the part is damaged"),
            (empty, "empty.part: contains no part"), (other, "other.part:1: can't be merged with the parts before it"),
            (scene.log, "clicks.log:1: not a part"), ("absent.part", "absent.part"),
        ] {
            let outcome = try Program.run(["merge", "--json"] + parts + [path])
            #expect(outcome.code == 2 && outcome.output.isEmpty && outcome.error.contains(message), "\(outcome.error)")
        }
        #expect(try Program.run(["merge", parts[0], parts[0]]).error.contains("its lines are counted twice"))
    }

    @Test("go to files next to standard output")
    func files() throws {
        let scene = try Scene()
        let (page, export) = (scene.folder.path + "page.html", scene.folder.path + "lines.jsonl")
        let outcome = try scene.replay("--rules", Self.rules, "--json", "--report", page, "--export", export)
        #expect(outcome.code == 0)
        #expect(try JSONValue(parsing: outcome.output)["lines"]?["decided"] == 120)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("<h2>Decisions over time</h2>"))
        let lines = try String(contentsOfFile: export, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 120 && lines.allSatisfy { $0.hasPrefix("{\"time\":\"2026-11-01T") })
        let piped = try scene.replay("--rules", Self.rules, "--export", "-", "--columns", "decision")
        #expect(piped.lines.count == 120 && piped.lines.allSatisfy { $0.hasPrefix("{\"decision\":\"") })
    }

    @Test("are about the selected lines")
    func selection() throws {
        let scene = try Scene()
        /// Options, the number of decided lines, and those of lines that were left out.
        let cases: [([String], Int, [String: Int])] = [
            (["--where", "device.platform == \"android\""], 60, ["where": 60]),
            (["--since", "2026-11-01T05:00Z", "--until", "2026-11-01T06:00Z"], 10, ["time": 110]),
            (["--since", "2026-11-01", "--until", "2026-11-02"], 120, [:]),
            (["--since", "999999h ago", "--where", "link.code == \"WXYZ\""], 24, ["where": 96]),
        ]
        for (options, decided, omitted) in cases {
            let outcome = try Program.run(
                ["replay", scene.log, "--host", "example.page.link", "--format", "combined", "--rules", Self.rules]
                    + ["--json", "--against", Self.rules] + options)
            #expect(outcome.code == 0, "\(options) \(outcome.error)")
            let json = try JSONValue(parsing: outcome.output)
            #expect(json["lines"]?["decided"]?.number?.int == decided, "\(options)")
            #expect(json["changes"]?["compared"]?.number?.int == decided, "\(options)")
            for (reason, count) in omitted {
                #expect(json["lines"]?["left_out"]?[reason]?.number?.int == count, "\(options)")
            }
        }
        let version = try scene.replay(
            "--rules", Self.rules, "--where", "version(device.browser_version) > version(\"1\")")
        #expect(version.output.contains("121 lines: ") && !version.output.contains(" 0 decided"), "\(version.output)")
        let none = try scene.replay("--rules", Self.rules, "--since", "2026-12-01")
        #expect(none.code == 2 && none.error.contains("nothing was decided: 121 lines"), "\(none.error)")

        let parts = try [["--where", "device.bot"], []].enumerated().map { index, options in
            let part = try Program.run(
                ["replay", scene.log, "--host", "example.page.link", "--partial", "--rules", Self.rules] + options)
            return try scene.folder.file("\(index).part", part.output).path()
        }
        let merged = try Program.run(["merge"] + parts)
        #expect(merged.code == 2 && merged.error.contains("another condition (--where): none, not device.bot"))
        let wrong = try scene.replay("--rules", Self.rules, "--where", "device.platform = \"ios\"")
        #expect(
            wrong.code == 2 && wrong.output.isEmpty
                && wrong.error.hasPrefix("error: --where: not a valid condition\n1:17: error: "), "\(wrong.error)")
    }

    private static let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test("are pages that a browser shows without a fault", .enabled(if: chromium != nil, "there is no chromium"))
    func browser() throws {
        let scene = try Scene()
        let page = scene.folder.path + "page.html"
        _ = try scene.replay("--rules", scene.otherRules, "--against", Self.rules, "--report", page)
        let child = try Child(
            try #require(Self.chromium),
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(scene.folder.path)profile",
                "--enable-logging=stderr", "--dump-dom", "file://\(page)",
            ])
        defer { child.kill() }
        #expect(child.waits(seconds: 90))
        let dom = child.output
        #expect(dom.contains("Changes with these rules") && dom.contains("50.0 %"))
        // The browser's DOM equals the written page: nothing was moved, dropped or repaired.
        for name in ["section", "table", "tr", "td", "rect", "details", "pre", "text"] {
            let written = try String(contentsOfFile: page, encoding: .utf8)
            let count = written.matches(of: try Regex("<\(name)[ >]")).count
            #expect(dom.matches(of: try Regex("<\(name)[ >]")).count == count, "\(name)")
        }
        #expect(!child.error.contains("CONSOLE"), "\(child.error)")
    }

    private static let hasSpark = ["java", "python3"].allSatisfy { program in
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    @Test(
        "of a Spark job, and of xargs, are those of one process", .enabled(if: hasSpark, "there is no java or python3"))
    func spark() throws {
        let check = RulesFolder.repository.appending(path: "Tests/Spark/check").path()
        let child = try Child("/bin/bash", [check, Program.path])
        defer { child.kill() }
        #expect(child.waits(seconds: 540))
        // Exit code 77: a prerequisite is missing.
        withKnownIssue("skipped: \(child.error)", isIntermittent: true) {
            #expect(child.code != 77)
        } when: {
            child.code == 77
        }
        if child.code != 77 { #expect(child.code == 0, "\(child.output)\(child.error)") }
    }
}
