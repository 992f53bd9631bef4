import ByteText
import Foundation
import TestSupport
import Testing

/// Candidate rules that a real daemon evaluates next to its own: loaded, reloaded, refused, promoted.
@Suite("rules on trial", .timeLimit(.minutes(20)))
struct ShadowServingTests {
    private static let mac =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15"
    private static let changed = ParityCase.site.replacing(
        "https://www.example.com/mac", with: "https://www.example.com/macs")

    private static func metrics(_ daemon: RunningDaemon) throws -> [String: Double] {
        var samples: [String: Double] = [:]
        for line in try daemon.ask(daemon.admin, "/metrics").body.split(separator: "\n") where !line.hasPrefix("#") {
            let space = try #require(line.lastIndex(of: " "))
            samples[String(line[..<space])] = Double(line[line.index(after: space)...])
        }
        return samples
    }

    /// Waits until a count is reached, since clicks are evaluated again after they are answered.
    private static func expect(_ name: String, is value: Double, _ daemon: RunningDaemon) {
        #expect(wait(seconds: 60) { (try? metrics(daemon))?[name] == value }, "\(name)")
    }

    private static func status(_ daemon: RunningDaemon) throws -> JSONValue {
        let answer = try JSONValue(parsing: try daemon.ask(daemon.admin, "/v1/ruleset").body)
        return try #require(answer["shadow"])
    }

    private static func reload(_ daemon: RunningDaemon, until said: String, times: Int) {
        daemon.signal(SIGHUP)
        #expect(
            wait(seconds: 60) {
                let lines = daemon.said.split(separator: "\n")
                return lines.count { $0.contains(said) } >= times && lines.last?.hasPrefix("reload: sha256:") ?? false
            }, "\(daemon.said)")
    }

    private static let same = #"fingerpost_shadow_decisions_total{result="same"}"#
    private static let other = #"fingerpost_shadow_decisions_total{result="changed"}"#

    @Test("what would change is counted and logged; a promotion is a reload, and a bad candidate changes nothing")
    func life() throws {
        let (live, next) = (try RulesFolder(site: ParityCase.site), try RulesFolder(site: Self.changed))
        let folder = try ScratchFolder()
        let log = folder.path + "decisions.log"
        let daemon = try RunningDaemon(
            rules: live.path, flags: ["--shadow", "\(next.path):1", "--decision-log", log, "--workers", "2"])
        #expect(try Self.status(daemon)["compares"]?.bool == true)
        for _ in 0..<3 {
            #expect(
                try daemon.click("/WXYZ", fields: ["User-Agent": Self.mac])["Location"]
                    == "https://www.example.com/mac")
        }
        for _ in 0..<4 { #expect(try daemon.click("/WXYZ", fields: ["User-Agent": Agents.windows]).status == 302) }
        Self.expect(Self.other, is: 3, daemon)
        Self.expect(Self.same, is: 4, daemon)
        let samples = try Self.metrics(daemon)
        let kinds = #"from="continue_redirect",to="continue_redirect""#
        #expect(samples["fingerpost_shadow_differences_total{site=\"example\",\(kinds)}"] == 3)
        let rules = #"from="sites/site/cached",to="sites/site/cached""#
        #expect(samples["fingerpost_shadow_rule_differences_total{\(rules)}"] == 3)
        #expect(samples["fingerpost_shadow_share"] == 1)
        #expect(samples.filter { $0.key.hasPrefix("fingerpost_shadow_dropped") }.values.allSatisfy { $0 == 0 })
        let hash = try Self.status(daemon)["hash"]?.string ?? ""
        #expect(samples["fingerpost_shadow_info{hash=\"\(hash)\"}"] == 1)

        // A candidate with errors: the last valid one stays, and so do its counts.
        try next.replaceSite(with: "site: [broken\n")
        Self.reload(daemon, until: "shadow: the rules can't be used; still trying the last good ones", times: 1)
        #expect(daemon.said.contains("shadow: \(next.path)"), "the finding names the candidate's file")
        #expect(try Self.status(daemon)["hash"]?.string == hash)
        #expect(try Self.status(daemon)["last_reload"]?["result"]?.string == "failure")
        _ = try daemon.click("/WXYZ", fields: ["User-Agent": Self.mac])
        Self.expect(Self.other, is: 4, daemon)
        Self.expect(#"fingerpost_shadow_reloads_total{result="failure"}"#, is: 1, daemon)

        // A promotion: the candidate's file becomes the active one.
        try next.replaceSite(with: Self.changed)
        try live.replaceSite(with: Self.changed)
        Self.reload(daemon, until: "shadow: the candidate rules equal the active ones: nothing is compared", times: 1)
        #expect(
            try daemon.click("/WXYZ", fields: ["User-Agent": Self.mac])["Location"] == "https://www.example.com/macs")
        #expect(try Self.status(daemon)["compares"]?.bool == false)
        #expect(try Self.metrics(daemon)["fingerpost_shadow_share"] == 0)

        // The next candidate starts at zero.
        try next.replaceSite(with: ParityCase.site)
        Self.reload(daemon, until: "shadow: sha256:", times: 3)
        _ = try daemon.click("/WXYZ", fields: ["User-Agent": Self.mac])
        Self.expect(Self.other, is: 1, daemon)
        #expect(daemon.stop() == 0)

        let text = try String(contentsOfFile: log, encoding: .utf8)
        let types = try text.split(separator: "\n").map { try JSONValue(parsing: String($0))["type"]?.string }
        #expect(types.count { $0 == "shadow" } == 5)
        #expect(types.count { $0 == "decision" } == 10)
        // The lines of differences are no clicks to a replay.
        let replay = try Program.run(["replay", log, "--rules", live.path, "--json"])
        #expect(replay.code == 0, "\(replay.error)")
        let report = try JSONValue(parsing: replay.output)
        #expect(report["lines"]?["decided"]?.number?.int == 10, "\(replay.output.prefix(500))")
        #expect(report["lines"]?["bypassed"]?.text.contains("shadow") ?? false, "\(replay.output.prefix(500))")
        #expect(report["shadow"]?["lines"]?.number?.int == 5, "\(replay.output.suffix(900))")
    }

    @Test("a daemon serves without rules on trial where they can't be loaded, and tries them once they can")
    func broken() throws {
        let (live, next) = (try RulesFolder(site: ParityCase.site), try RulesFolder(site: "site: [broken\n"))
        let daemon = try RunningDaemon(rules: live.path, flags: ["--shadow", "\(next.path):1"])
        #expect(daemon.said.contains("shadow: the rules can't be used; none are tried"))
        #expect(try daemon.click("/WXYZ", fields: ["User-Agent": Agents.windows]).status == 302)
        #expect(try Self.status(daemon)["hash"]?.isNull == true)
        #expect(try Self.metrics(daemon)["fingerpost_shadow_share"] == 0)
        try next.replaceSite(with: Self.changed)
        Self.reload(daemon, until: "shadow: sha256:", times: 1)
        _ = try daemon.click("/WXYZ", fields: ["User-Agent": Self.mac])
        Self.expect(Self.other, is: 1, daemon)
        #expect(daemon.stop() == 0)
    }

    @Test("a directory that is not there, and a share that is none")
    func wrong() throws {
        let live = try RulesFolder(site: ParityCase.site)
        let daemon = try RunningDaemon(rules: live.path, flags: ["--shadow", live.path + "nowhere"])
        #expect(daemon.said.contains("shadow: ") && daemon.said.contains("nowhere"), "\(daemon.said)")
        #expect(try daemon.click("/WXYZ").status == 302)
        #expect(daemon.stop() == 0)
        let outcome = try Program.run(["serve", "--rules", live.path, "--shadow", "next:5%"])
        #expect(outcome.code == 2)
        #expect(
            outcome.error.contains("--shadow: error: `5%` is not a share of the clicks; expected `DIR` or `DIR:SHARE`"),
            "\(outcome.error)")
    }
}
