import ByteText
import Configuration
import Foundation
import Routing
import Rules
import Settings
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// Targets that the operator denies to the links of all sites.
@Suite("denied targets, in memory")
struct DeniedTargetTests {
    private static let secret = "fpt_all"

    private static func loaded(_ list: String, _ site: String = site) throws -> LoadedRules {
        let (lists, folder) = (try ScratchFolder(), try ScratchFolder())
        try folder.file("site.yaml", site)
        var settings = DaemonSettings()
        settings.deniedTargets = try lists.file("denied.txt", list).path()
        var loaded = try RuleDirectory.load(path: folder.path)
        loaded.apply(settings)
        return loaded
    }

    private static let site = """
        {"site": "a", "hosts": ["a.link"], "url_patterns": ["^https://"], "rules": [
        {"name": "t", "when": "link.payload_path == \\"/t\\"", "because": "x",
         "then": {"continue_redirect": {"to": "https://evil.example/{link.payload_host}"}}},
        {"name": "rest", "then": {"continue_redirect": {}}, "because": "x"}]}
        """

    private static func daemon(_ list: String) throws -> DaemonInMemory {
        try DaemonInMemory(RuleSet(loaded(list)), isStoring: true, tokens: [("all", secret, [])])
    }

    private static func click(_ daemon: DaemonInMemory, _ target: String) throws -> HTTPAnswer {
        try daemon.click("/?link=\(target)", host: "a.link")
    }

    @Test("a click whose link, fallback or rule leads to a denied target gets the page that says so; others go on")
    func clicks() throws {
        let daemon = try Self.daemon("evil.example\nhttps://files.example.com/u/mallory")
        for _ in 0..<2 {
            let denied = try Self.click(daemon, "https://www.evil.example/x")
            #expect(denied.status == 403 && denied["Cache-Control"] == "no-store")
            #expect(denied.body.contains("This link is not allowed") || denied.body.contains("<h1>"))
            #expect(try Self.click(daemon, "https://files.example.com/u/mallory/a").status == 403)
            #expect(try Self.click(daemon, "https://files.example.com/u/alice").status == 302)
            #expect(try Self.click(daemon, "https://www.example.com/&ofl=https://evil.example/").status == 403)
            #expect(try Self.click(daemon, "https://www.example.com/t").status == 403)
            #expect(try Self.click(daemon, "https://www.example.com/").status == 302)
        }
        let answer = try daemon.decide(#"{"link": "https://a.link/?link=https://evil.example/"}"#)
        #expect(answer.json?["error"]?["code"]?.string == "denied-target")
    }

    @Test("a short link to a denied target is not made, and one that was made before leads nowhere")
    func links() throws {
        let daemon = try Self.daemon("evil.example")
        func make(_ target: String) throws -> HTTPAnswer {
            try daemon.ask(
                "POST", "/v1/links", #"{"domain": "a.link", "code": "x", "long_link": "\#(target)"}"#,
                token: Self.secret)
        }
        let refused = try make("https://evil.example/")
        #expect(refused.status == 400 && refused.body.contains("denied"), "\(refused.body)")
        #expect(try make("https://www.example.com/").status == 201)
    }

    @Test("a list is part of what tells rule sets apart, and one with a fault is refused with its lines")
    func hashes() throws {
        let (one, other) = (try Self.loaded("evil.example"), try Self.loaded("worse.example"))
        #expect(one.hash != other.hash && one.diagnostics.isEmpty)
        let faulty = try Self.loaded("evil.example\nhttp://\n")
        #expect(faulty.hasErrors)
        let line = try #require(faulty.diagnostics.first).rendered
        #expect(line.contains("denied.txt:2:1: error: `http://` denies nothing"), "\(line)")
        var missing = LoadedRules()
        var settings = DaemonSettings()
        settings.deniedTargets = "/nowhere/denied.txt"
        missing.apply(settings)
        #expect(missing.hasErrors)
    }
}
