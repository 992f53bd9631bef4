import ByteText
import LogFormats
import Routing
import TestSupport
import Testing

@testable import Replay

/// Log lines of candidate rules are distinguished from clicks, and add up.
@Suite("Rules on trial in logs")
struct ShadowReplayTests {
    private static func line(
        _ from: (DecisionKind, String?), _ to: (DecisionKind, String?), trial: String = "sha256:next",
        link: String = "/WXYZ"
    ) -> String {
        func side(_ ruleSet: String, _ step: (DecisionKind, String?)) -> String {
            let rule = step.1.map { "\"rule\":\"\($0)\"," } ?? ""
            return
                "{\"ruleset\":\"\(ruleSet)\",\"decision\":\"\(step.0.rawValue)\",\(rule)\"target\":\"https://www.example.com/\"}"
        }
        return
            "{\"type\":\"shadow\",\"schema\":1,\"decision_id\":\"1\",\"input\":{\"link\":\"https://example.page.link\(link)\"},"
            + "\"differs\":[\"decision\",\"target\"],\"live\":\(side("sha256:now", from)),\"shadow\":\(side(trial, to))}"
    }

    private static func sums(_ runs: ReplayRuns, _ logs: [String], workers: Int = 1) throws -> ReplaySums {
        try runs.sums(logs, TestRules.shipped(), format: .decisions, workers: workers)
    }

    @Test("are moves from rule to rule, and no clicks")
    func moves() throws {
        let runs = try ReplayRuns()
        let log = try runs.log(
            "decisions.log",
            [
                Self.line((.continueRedirect, "elsewhere"), (.storeInstall, "install")),
                Self.line((.continueRedirect, "elsewhere"), (.storeInstall, "install"), trial: "sha256:later"),
                Self.line((.webWidget, "widget"), (.webWidget, nil), link: "/?oobCode=topSecret"),
                "{\"type\":\"shadow\",\"schema\":1}",
            ])
        let sums = try Self.sums(runs, [log])
        #expect(sums.counts[.shadow] == 4)
        #expect(sums.counts.decided == 0)
        let report = try JSONValue(parsing: String(decoding: sums.report(top: 5), as: UTF8.self))
        let shadow = try #require(report["shadow"])
        #expect(shadow["lines"]?.number?.int == 3)
        let moves = try #require(shadow["moves"]?.array)
        #expect(moves.count == 3)
        #expect(Set(moves.compactMap { $0["ruleset_shadow"]?.string }) == ["sha256:next", "sha256:later"])
        #expect(moves.contains { $0["live"]?["rule"]?.string == "widget" && $0["shadow"]?["rule"]?.isNull == true })
        let text = sums.plainText(width: 100)
        #expect(text.contains("Candidate rules: 3 logged clicks with a different response"))
        #expect(text.contains("elsewhere → install"))
        #expect(text.contains("web_widget, differently"))
        #expect(text.contains("decisions.log:3"))
        #expect(!text.contains("topSecret"))
    }

    @Test("add up in any order and grouping", arguments: [3, 2026] as [UInt64])
    func parts(seed: UInt64) throws {
        let runs = try ReplayRuns()
        var random = SplitMix64(seed: seed)
        let logs = try (0..<4).map { index in
            try runs.log(
                "log\(index).log",
                (0..<Int.random(in: 0..<60, using: &random)).map { _ in
                    func step() -> (DecisionKind, String?) {
                        let rule = Int.random(in: 0..<6, using: &random)
                        return (
                            DecisionKind.allCases.randomElement(using: &random) ?? .error,
                            rule == 0 ? nil : "rule\(rule)"
                        )
                    }
                    return Self.line(step(), step(), link: "/\(Int.random(in: 0..<9, using: &random))")
                })
        }
        let whole = try Self.sums(runs, logs, workers: 2)
        #expect(whole.shadow.lines == whole.counts[.shadow])
        let merged = try Parts.merged(logs.map { try Self.sums(runs, [$0]).part() }, &random)
        #expect(merged == whole.part(), "seed \(seed)")
        #expect(try Parts.read(merged).report(top: 9) == whole.report(top: 9), "seed \(seed)")
    }

    @Test("are counted without their rules once there are too many")
    func tooMany() throws {
        let runs = try ReplayRuns()
        let lines = (0...ShadowSums.limit).map { Self.line((.error, nil), (.appOpen, "rule\($0)")) }
        let (one, two) = (lines.count / 3, lines.count * 2 / 3)
        let pieces = [lines[..<one], lines[one..<two], lines[two...]]
        let logs = try pieces.enumerated().map { try runs.log("log\($0).log", $1) }
        let whole = try Self.sums(runs, logs)
        #expect(whole.shadow.moves == nil)
        #expect(whole.shadow.lines == lines.count)
        #expect(whole.plainText().contains("More than 4,096 pairs of rules."))
        var merged = try Parts.read(Self.sums(runs, [logs[2]]).part())
        for log in [logs[0], logs[1]] { try merged.merge(Self.sums(runs, [log])) }
        #expect(try Parts.read(merged.part()).part() == whole.part())
    }
}
