import ByteText
import Configuration
import Foundation
import Routing
import Rules
import Server
import TestSupport
import Testing

@testable import Clicks
@testable import Telemetry
@testable import ServiceFiles
@testable import Daemon

/// Sites that an operator has disabled.
@Suite("disabled sites, in memory")
struct DisabledSitesTests {
    private static let other = """
        {"site": "other", "hosts": ["other.page.link"], "authorized_domains": ["www.example.com"],
         "links": {"WXYZ": "https://other.page.link/?link=https%3A%2F%2Fwww.example.com%2F"}}
        """

    private static func daemon() throws -> DaemonInMemory {
        let folder = try RulesFolder(site: ParityCase.site)
        try folder.folder.file("sites/other.yaml", other)
        let loaded = try RuleDirectory.load(path: folder.path)
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
        return try DaemonInMemory(RuleSet(loaded), isStoring: true, trusting: ["127.0.0.1"])
    }

    private static func entry(_ site: String, until: Int64? = nil) -> DisabledSites.Entry {
        DisabledSites.Entry(site: site, since: 1_000_000_000, until: until, by: "root", reason: "a \"report\"")
    }

    private static func disabled(_ entries: DisabledSites.Entry...) -> DisabledSites {
        var sites = DisabledSites()
        for entry in entries { sites.disable(entry) }
        return sites
    }

    @Test("clicks on one are refused with the page of paused links on front and edge, those on others are not")
    func refused() throws {
        let daemon = try Self.daemon()
        daemon.decider.disable(Self.disabled(Self.entry("example")))
        let page = try daemon.click("/WXYZ", fields: ["User-Agent": Agents.windows, "Accept-Language": "en"])
        #expect(page.status == 410)
        #expect(page["Cache-Control"] == "no-store")
        #expect(page.body.contains("This link is paused"), "\(page.body)")
        #expect(try daemon.click("/WXYZ", host: "other.page.link").status == 302)
        let question = #"{"link": "https://example.page.link/WXYZ"}"#
        let decision = try JSONValue(parsing: daemon.decide(question).body)
        #expect(decision["decision"]?.string == "error")
        #expect(decision["error"]?["code"]?.string == "site-disabled", "\(decision)")
        let explained = try daemon.ask(.edge, "/v1/explain", method: "POST", question)
        #expect(explained.body.contains("site-disabled"))
        let passed = ["X-Original-URI": "/WXYZ", "X-Forwarded-Host": "example.page.link"]
        #expect(try daemon.ask(.edge, "/edge/nginx", fields: passed).status == 403)
        daemon.decider.disable(DisabledSites())
        #expect(try daemon.click("/WXYZ").status == 302)
    }

    @Test("what is refused for a reason of its own stays refused for it")
    func otherRefusals() throws {
        let daemon = try Self.daemon()
        let before = try daemon.click("/NONE").status
        daemon.decider.disable(Self.disabled(Self.entry("example")))
        #expect(try daemon.click("/NONE").status == before)
        #expect(try daemon.click("/WXYZ", host: "nobody.example").status == 404)
    }

    @Test("one with an end is on again from that second on, and other rules change nothing")
    func end() throws {
        let daemon = try Self.daemon()
        daemon.decider.disable(Self.disabled(Self.entry("example", until: daemon.now + 60)))
        daemon.now += 59
        #expect(try daemon.click("/WXYZ").status == 410)
        let ruleSet = daemon.decider.evaluator.ruleSet
        daemon.decider.replace(with: try Decider.evaluator(of: ruleSet), daemon.decider.pages)
        #expect(try daemon.click("/WXYZ").status == 410)
        daemon.now += 1
        #expect(try daemon.click("/WXYZ").status == 302)
    }

    @Test("a click that is refused is counted for its site, as an error, and not for its link")
    func counts() throws {
        let daemon = try Self.daemon()
        daemon.decider.disable(Self.disabled(Self.entry("example")))
        _ = try daemon.click("/WXYZ")
        let recorder = try #require(daemon.decider.recorder)
        var counts: [String: UInt64] = [:]
        recorder.counters.forEachDecision { kind, site, count in counts["\(kind) \(site)"] = count }
        #expect(counts == ["error example": 1])
        #expect(recorder.kinds.reduce(0, +) == 1)
    }

    @Test("the file keeps all of it, is removed with the last site, and is refused where it was damaged")
    func file() throws {
        let folder = try ScratchFolder()
        let file = DisabledSitesFile(in: folder.path)
        #expect(try file.load() == DisabledSites())
        var sites = Self.disabled(Self.entry("b", until: 2_000_000_000), Self.entry("a"))
        try file.write(sites)
        #expect(try file.load() == sites)
        #expect(sites.entries.map(\.site) == ["a", "b"])
        sites.forgetPast(at: 2_000_000_000)
        #expect(sites.entries.map(\.site) == ["a"])
        #expect(sites.enable("a") && !sites.enable("a"))
        try file.write(sites)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        for text in ["", "{", "{}", #"{"sites": [{}]}"#, #"{"sites": [{"site": "a", "since": "now"}]}"#] {
            try folder.file(DisabledSitesFile.name, text)
            #expect(throws: FileFault.self, "\(text)") { try file.load() }
        }
    }
}
