import ByteText
import Foundation
import LogFormats
import TestSupport
import Testing

/// A daemon's decisions are reproduced from its logs.
@Suite("replay", .timeLimit(.minutes(20)))
struct ReplayCommandTests {
    /// Decision logs never contain cookies, and mail addresses in them are masked: a rule that reads them decides
    /// otherwise, and that is no change.
    @Test("says what can't be verified, where rules read header fields that the log does not have")
    func withheldHeaders() throws {
        let folder = try ScratchFolder()
        let site = """
            site: example
            hosts: [example.page.link]
            authorized_domains: [www.example.com]
            rules:
              - {name: cookie, when: '"cookie" in request.headers', then: {error: {code: cookie}}, because: A}
              - {name: mail, when: 'request.headers["x-mail"] == "a@example.com"', then: {error: {code: mail}}, because: A}
              - {name: agent, when: 'request.headers["user-agent"].contains("special")', then: {error: {code: agent}}, because: A}
              - {name: rest, then: {error: {code: rest}}, because: A}
            """
        try folder.file("rules/site.yaml", site)
        func line(_ rule: String, agent: String = "a", headers: String = "") -> String {
            #"{"type":"decision","decision_id":"1","input":{"link":"https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F","#
                + #""user_agent":"\#(agent)","headers":{\#(headers)}},"decision":"error","rule":"site/\#(rule)","target":null,"#
                + #""page":"error","status":400,"error":"\#(rule)","undecided":0}"#
        }
        let lines = [
            line("cookie"), line("mail", headers: #""x-mail":"7zv7jj6j@example.com""#), line("agent", agent: "special"),
            line("rest", headers: #""x-mail":"none""#),
        ]
        let log = try folder.file("decisions.log", lines.joined(separator: "\n") + "\n").path()
        let rules = folder.url.appending(path: "rules").path()
        let outcome = try Program.run(["replay", "--verify", log, "--rules", rules])
        #expect(outcome.output == "2 decisions are the same\n", "\(outcome.output)\(outcome.error)")
        #expect(
            outcome.error.contains(
                "2 decisions depend on header fields that a decision log omits or masks (cookie, x-mail)"))
        #expect(outcome.code == 0)
        // Decisions without such fields still differ.
        let changed = try folder.file("changed.log", line("rest", agent: "special") + "\n").path()
        #expect(try Program.run(["replay", "--verify", changed, "--rules", rules]).code == 1)
    }

    @Test("--columns help lists the columns, and needs no log")
    func columnsHelp() throws {
        let outcome = try Program.run(["replay", "--columns", "help"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.lines.contains("decision"))
        let without = try Program.run(["replay"])
        #expect(without.code == 2 && without.error.contains("missing logs to replay"))
    }

    @Test("finds every decision of a decision log the same, and names the first that is not")
    func verification() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let folder = try ScratchFolder()
        let log = folder.path + "decisions.log"
        let daemon = try RunningDaemon(rules: rules.path, flags: ["--decision-log", log])
        for link in SampleClicks.targets {
            for agent in SampleClicks.agents {
                _ = try daemon.click(link, fields: ["User-Agent": agent])
                _ = try daemon.click(
                    link, fields: ["User-Agent": agent, "Sec-CH-UA-Platform": "\"Android\"", "Accept-Language": "hi"])
            }
            for device in [#"{"platform": "android", "app": {"state": "outdated"}}"#, #"{"platform": "ios"}"#] {
                _ = try daemon.decide(
                    #"{"link": "https://example.page.link\#(link)", "country": "IN", "device": \#(device)}"#)
            }
        }
        #expect(daemon.stop() == 0)
        let count = SampleClicks.targets.count * (SampleClicks.agents.count * 2 + 2)
        let same = try Program.run(["replay", "--verify", log, "--rules", rules.path])
        #expect(same.code == 0, "\(same.output)\(same.error)")
        #expect(same.output == "\(count) decisions are the same\n")

        var lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
        for index in [100, 7] { lines[index] = lines[index].replacing("\"undecided\":", with: "\"undecided\":1") }
        let changed = try folder.file("changed.log", lines.joined(separator: "\n") + "\n")
        let outcome = try Program.run(["replay", "--verify", changed.path, "--rules", rules.path])
        #expect(outcome.code == 1)
        #expect(outcome.lines.first?.contains("changed.log:8: undecided was 1") == true, "\(outcome.output)")
        #expect(outcome.lines.last == "2 of \(count) decisions differ")

        let other = try Program.run(["replay", "--verify", log])
        #expect(other.error.contains("decisions were made by other rules"))
    }

    @Test("reads standard input")
    func standardInput() throws {
        let line =
            "203.0.113.1 - - [21/Nov/2026:06:15:00 +0000] \"GET /WXYZ HTTP/1.1\" 302 0 \"-\" \"\(Agents.android)\"\n"
        let outcome = try Program.run(
            ["replay", "-", "--host", "example.page.link"], input: String(repeating: line, count: 1_000) + "bad\n")
        #expect(outcome.code == 0)
        #expect(outcome.error.contains("standard input:1001: does not have the fields of the format: bad"))

        let folder = try ScratchFolder()
        let log = try folder.file("log", line + "bad\n")
        let piped = try Child(
            "/bin/sh", ["-c", "gzip -c '\(log.path())' | '\(Program.path)' replay - --host example.page.link"])
        #expect(piped.waits(seconds: 20))
        #expect(piped.code == 0 && piped.error.contains("standard input:2: "), "\(piped.error)")
    }
}
