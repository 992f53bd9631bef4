import ByteText
import Configuration
import Foundation
import LinkStore
import Routing
import RuleLint
import Rules
import Settings
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// Targets that the operator denies for the links of all sites.
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

    @Test("a click whose link, fallback or rule leads to a denied target gets the page about it; others are redirected")
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

    @Test(
        "a link that is over does not lead to a target that was denied later, but to the page of links that are over",
        arguments: ["expired_target", "used_up_target"])
    func laterTargets(field: String) throws {
        let daemon = try Self.daemon("evil.example\nhttps://www.example.com/private")
        for (index, target) in [
            "https://www.evil.example/", "https://www.example.com/private/x", "https://www.example.com//private",
            "https://www.example.com/x%2f../private", "https://www.example.com/ok",
        ].enumerated() {
            let key = try #require(LinkKey(domain: "a.link", code: "over\(index)"))
            var record = LinkRecord(key: key, longLink: "https://www.example.com/", created: daemon.now)
            if field == "expired_target" {
                (record.expires, record.expiredTarget) = (daemon.now - 1, target)
            } else {
                (record.maximumClicks, record.usedUpTarget) = (0, target)
            }
            try daemon.store.apply(.create(LinkCreation(record)))
            for _ in 0..<2 {
                let answer = try daemon.click("/over\(index)", host: "a.link")
                if target.hasSuffix("ok") {
                    #expect(answer.status == 302 && answer["Location"] == target)
                } else {
                    #expect(answer.status == 410 && answer["Location"] == nil, "\(target): \(answer)")
                }
            }
        }
    }

    @Test("no interface makes a link that is to lead to a denied target once it is over")
    func laterTargetsMade() throws {
        let daemon = try Self.daemon("evil.example")
        func ask(_ method: String, _ path: String, _ body: String) throws -> HTTPAnswer {
            try daemon.ask(method, path, body, token: Self.secret, fields: ["If-Match": "*"])
        }
        let plain = #""domain": "a.link", "code": "x", "long_link": "https://www.example.com/""#
        let dub = #""domain": "a.link", "key": "y", "url": "https://www.example.com/""#
        let bad = "https://www.evil.example/"
        for field in ["expired_target", "used_up_target"] {
            let refused = try ask("POST", "/v1/links", "{\(plain), \"\(field)\": \"\(bad)\"}")
            #expect(refused.status == 400 && refused.body.contains("denied"), "\(refused.body)")
        }
        let refused = try ask("POST", "/dub/links", "{\(dub), \"expiredUrl\": \"\(bad)\"}")
        #expect(refused.status == 400 && refused.body.contains("expiredUrl: "), "\(refused.body)")
        #expect(try ask("POST", "/v1/links", "{\(plain)}").status == 201)
        #expect(try ask("POST", "/dub/links", "{\(dub)}").status == 200)
        for field in ["expired_target", "used_up_target"] {
            let patch = try ask("PATCH", "/v1/links/a.link%2Fx", "{\"\(field)\": \"\(bad)\"}")
            #expect(patch.status == 400 && patch.body.contains("denied"), "\(patch.body)")
        }
        let patch = try ask("PATCH", "/dub/links/a.link/y", "{\"expiredUrl\": \"\(bad)\"}")
        #expect(patch.status == 400 && patch.body.contains("expiredUrl: "), "\(patch.body)")
    }

    @Test("what a click adds to a link makes no denied target of it")
    func passedParameters() throws {
        let passing = Self.site.replacing(
            #""url_patterns""#, with: #""options": {"pass_through": true}, "pass_parameters": ["id"], "url_patterns""#)
        let ruleSet = RuleSet(try Self.loaded("https://www.example.com/q?id=7", passing))
        let daemon = try DaemonInMemory(ruleSet, isStoring: true, tokens: [("all", Self.secret, [])])
        let key = try #require(LinkKey(domain: "a.link", code: "q"))
        try daemon.store.apply(
            .create(LinkCreation(LinkRecord(key: key, longLink: "https://www.example.com/q", created: daemon.now))))
        #expect(try daemon.click("/q?id=8", host: "a.link")["Location"] == "https://www.example.com/q?id=8")
        #expect(try daemon.click("/q?id=7", host: "a.link")["Location"] == "https://www.example.com/q")
        #expect(try daemon.click("/q?id=%37", host: "a.link")["Location"] == "https://www.example.com/q")
    }

    @Test("`check` finds a denied address of a site's file")
    func findings() throws {
        let site = Self.site.replacing(
            #""url_patterns""#,
            with: #""not_found": "https://evil.example/lost", "links": {"x": "https://evil.example/"}, "url_patterns""#)
        let findings = RuleLint.findings(in: try Self.loaded("evil.example", site)).map(\.rendered)
        for part in ["refuses its own address `https://evil.example/lost`", "refuses its short link `x`"] {
            #expect(findings.contains { $0.contains(part) && $0.contains("denied") }, "\(findings)")
        }
    }

    @Test("a list is part of what tells rule sets apart, and one with a fault is refused with its lines")
    func hashes() throws {
        let (one, other) = (try Self.loaded("evil.example"), try Self.loaded("worse.example"))
        #expect(one.hash != other.hash && one.diagnostics.isEmpty)
        let faulty = try Self.loaded("evil.example\nhttp://\n")
        #expect(faulty.hasErrors)
        let line = try #require(faulty.diagnostics.first).rendered
        #expect(line.contains("denied.txt:2:1: error: the line denies nothing"), "\(line)")
        #expect(!line.contains("http://\n") && !line.contains("`http://`"), "\(line)")
        var missing = LoadedRules()
        var settings = DaemonSettings()
        settings.deniedTargets = "/nowhere/denied.txt"
        missing.apply(settings)
        #expect(missing.hasErrors)
    }

    @Test("a file that may not be read is not opened, and leaves a warning at its setting")
    func drafts() throws {
        let folder = try ScratchFolder()
        let list = try folder.file("denied.txt", "evil.example").path()
        var settings = DaemonSettings()
        settings.deniedTargets = list
        for (files, count) in [(NamedFiles.only([]), 1), (.only([list]), 0), (.all, 0), (.init(namedBy: settings), 0)] {
            var loaded = LoadedRules()
            loaded.apply(settings, reading: files)
            #expect(loaded.diagnostics.count == count && !loaded.hasErrors)
            #expect(loaded.hash.isEmpty == (count == 1))
        }
    }
}
