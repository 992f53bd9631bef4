import ByteText
import Foundation
import Links
import LogFormats
import Replay
import Routing
import Rules
import Settings
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// The logged clicks of a daemon, and reading them again.
@Suite("logs, in memory")
struct LoggedClickTests {
    private static let action =
        "https://example.page.link/?link=https%3A%2F%2Fexample-app.firebaseapp.com%2F__%2Fauth%2Faction%3FapiKey%3D"
        + "AIzaSyVerySecretKey%26mode%3DsignIn%26oobCode%3DtopSecretCode%26continueUrl%3Dhttps%253A%252F%252F"
        + "www.example.com%252F%253Fcart%253D1%2526email%253Dme%252540example.com&apn=com.example.android&amv=12"

    private static func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private static func json(_ path: String) throws -> [JSONValue] {
        try lines(path).map { try JSONValue(parsing: $0) }
    }

    @Test("what the decision log holds decides again, and holds no secret")
    func replay() throws {
        let folder = try ScratchFolder()
        let daemon = try DaemonInMemory { $0.decisionLog = folder.path + "decisions.log" }
        for agent in [Agents.android, Agents.windows, "curl\u{85} é"] {
            for link in [Self.action, "https://example.page.link/WXYZ", "https://example.page.link/?link=javascript:1"]
            {
                _ = try daemon.click(link: link, fields: ["User-Agent": agent, "Sec-CH-UA-Platform": "\"Android\""])
            }
        }
        let settings =
            #", "settings": {"url": "https://www.example.com/?e=me@example.com", "handleCodeInApp": true, "#
            + #""android": {"packageName": "com.example.android", "installApp": true, "minimumVersion": "12"}}"#
        for rest in ["", settings, #", "country": "IN", "stage": "click", "ip": "203.0.113.9""#] {
            _ = try daemon.decide(
                #"{"link": "\#(Self.action)", "device": {"platform": "android", "os_version": "14", "store": "huawei", "#
                    + #""browser": "firefox", "browser_version": "142.0", "app": "#
                    + #"{"state": "outdated", "version": "3"}}\#(rest)}"#)
        }
        daemon.finish()
        let text = try String(contentsOfFile: folder.path + "decisions.log", encoding: .utf8)
        for secret in ["topSecretCode", "VerySecret", "me%", "me@", "é"] { #expect(!text.contains(secret)) }
        #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })

        let made = try Self.json(folder.path + "decisions.log")
        #expect(made.count == 12)
        let device = made.last?["input"]?["device"]
        let stated = ["store", "browser", "browser_version"].map { device?[$0]?.string }
        #expect(stated == ["huawei", "firefox", "142.0"])
        let resolver = try RequestResolver(SiteRules.ruleSet(of: ParityCase.site))
        for old in made {
            var line: [UInt8] = []
            try resolver.resolve(try #require(old["input"]), now: nil, to: &line)
            let new = try JSONValue(parsing: line.span)
            for key in ["decision", "rule", "page", "status"] {
                #expect(new[key] == old[key], "\(key) of \(old["input"]?.text ?? "")")
            }
            #expect(new["error"]?["code"]?.string == old["error"]?.string)
        }
    }

    /// Regression: once a rule named a single field, the log kept nearly all of them.
    @Test("of header fields the decision log keeps those that rules name, and what tells the device")
    func namedHeaders() throws {
        let condition = "'x-beta' in request.headers || request.headers['cookie'] == 'x'"
        let rule = #"{"name": "beta", "when": "\#(condition)", "then": "web_widget", "because": "It asks."}, "#
        let folder = try ScratchFolder()
        let site = ParityCase.site.replacing("\"rules\": [", with: "\"rules\": [\(rule)")
        let daemon = try DaemonInMemory(site: site) { $0.decisionLog = folder.path + "decisions.log" }
        let fields = [
            "X-Beta": "1", "X-Api-Key": "k", "Cf-Access-Jwt-Assertion": "j", "Cookie": "c",
            "Referer": "https://a.example/",
        ]
        _ = try daemon.click("/WXYZ", fields: fields)
        daemon.finish()
        let headers = try #require(Self.json(folder.path + "decisions.log").first?["input"]?["headers"]?.object)
        #expect(headers.members.map(\.name).sorted() == ["referer", "x-beta"])
    }

    /// The address of a page reveals its click for five minutes, from the log as well as from the address bar.
    @Test("tokens of pages are masked in the access log", arguments: [DaemonSettings.LogFormat.json, .combined])
    func pageTokens(format: DaemonSettings.LogFormat) throws {
        let folder = try ScratchFolder()
        let path = folder.path + "access.log"
        let daemon = try DaemonInMemory {
            $0.accessLog = path; $0.logFormat = format
        }
        _ = try daemon.click("/_fp/tokenSecret-_", fields: ["Referer": "https://example.page.link/_fp/refererSecret"])
        daemon.finish()
        let line = try #require(Self.lines(path).first)
        #expect(!line.contains("Secret"), "\(line)")
        #expect(line.matches(of: /\/_fp\/~\w{15}/).count == 2, "\(line)")
    }

    // MARK: - Replay

    @Test(
        "the access log decides as the decision log does, for clicks that said no more than it holds",
        arguments: [DaemonSettings.LogFormat.combined, .json])
    func accessLog(format: DaemonSettings.LogFormat) throws {
        let folder = try ScratchFolder()
        let (access, decisions) = (folder.path + "access.log", folder.path + "decisions.log")
        let daemon = try DaemonInMemory {
            ($0.accessLog, $0.logFormat, $0.decisionLog) = (access, format, decisions)
        }
        for link in SampleClicks.targets {
            for agent in SampleClicks.agents { _ = try daemon.click(link, fields: ["User-Agent": agent]) }
        }
        daemon.finish()
        let fromAccess = try Self.decided(access, host: format == .combined ? "example.page.link" : nil)
        #expect(fromAccess.count == SampleClicks.targets.count * SampleClicks.agents.count)
        #expect(try fromAccess == Self.decided(decisions, host: nil))
        if format == .combined {
            #expect(try Self.decided(access, host: nil) == [], "without a host nothing is decided")
        }
    }

    private static func decided(_ path: String, host: String?) throws -> [String] {
        var settings = ReplaySettings(inputs: try LogInput.expanding([path]), host: host)
        settings.workers = 1
        let ruleSet = try SiteRules.ruleSet(of: ParityCase.site)
        return try Replay.run(settings, ruleSet) { DecidingVisitor() }.sums.flatMap { $0 }
    }
}

/// Reports each decision, in the order of the lines.
private struct DecidingVisitor: ReplayVisitor {
    private var lines: [String] = []

    mutating func visit(
        _ record: inout LogRecord, _ request: borrowing ClickRequest, _ outcome: inout Outcome,
        in arena: inout ByteArena
    ) {
        let decision = outcome.decision
        let target = decision.target.map { Masking.blanked(arena.string($0)) } ?? "-"
        lines.append(
            "\(decision.kind) \(decision.rule ?? -1) \(target) \(decision.page?.rawValue ?? "-") \(decision.status)")
    }

    consuming func finish() -> [String] { lines }
}
