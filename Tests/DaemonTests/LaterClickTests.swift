import ByteText
import Foundation
import LinkStore
import Server
import Settings
import TestSupport
import Testing

@testable import Daemon

/// Expired links with a target for later clicks, and unsafe links.
@Suite("clicks that come too late, in memory")
struct LaterClickTests {
    private static let late = "https://www.example.com/late?a=1"
    private static let full = "https://www.example.com/full"
    private let folder: ScratchFolder
    private let daemon: DaemonInMemory

    init() throws {
        let folder = try ScratchFolder()
        self.folder = folder
        daemon = try DaemonInMemory(
            isStoring: true, tokens: [(name: "all", secret: "fpt_all", options: [])], trusting: ["127.0.0.1"]
        ) { $0.decisionLog = folder.path + "/decisions.log" }
    }

    private func make(_ code: String, _ change: (inout LinkRecord) -> Void) throws {
        let key = try #require(LinkKey(domain: "example.page.link", code: code))
        var record = LinkRecord(
            key: key,
            longLink: "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fp&apn=com.example.android",
            created: daemon.now)
        change(&record)
        try daemon.store.apply(.create(LinkCreation(record)))
    }

    private func click(_ code: String, _ fields: [String: String] = [:]) throws -> HTTPAnswer {
        try daemon.click("/\(code)", fields: fields.merging(["User-Agent": Agents.android]) { one, _ in one })
    }

    private func ask(_ style: String, _ code: String) throws -> HTTPAnswer {
        let uri = style == "nginx" ? "X-Original-URI" : "X-Forwarded-Uri"
        let fields = [uri: "/\(code)", "X-Forwarded-Host": "example.page.link", "User-Agent": Agents.android]
        return try daemon.ask(.edge, "/edge/\(style)", fields: fields)
    }

    @Test(
        "an expired link leads to its later target, at the front and through proxies; an app gets an error"
    )
    func expired() throws {
        try make("Late") { ($0.expires, $0.expiredTarget, $0.usedUpTarget) = (daemon.now - 1, Self.late, Self.full) }
        for _ in 0..<3 {
            let answer = try click("Late")
            #expect(answer.status == 302 && answer["Location"] == Self.late)
            #expect(answer["Cache-Control"] == "no-store")
        }
        #expect(try ask("nginx", "Late")["Fingerpost-Location"] == Self.late)
        #expect(try ask("forward", "Late")["Location"] == Self.late)
        let app = try click("Late", ["Accept": "application/json"])
        #expect(app.status == 410 && app.body.contains("has expired"))
        #expect(try daemon.click("/Late/qr.svg").status == 410)
        let answer = try daemon.decide(#"{"link": "https://example.page.link/Late", "user_agent": "x"}"#)
        let decision = try JSONValue(parsing: answer.body)
        #expect(decision["decision"]?.string == "continue_redirect" && decision["rule"]?.isNull == true)
        #expect(decision["reason"]?.string == "This link has expired.")
        daemon.finish()
        // None of them counts as a click on the link.
        let key = try #require(LinkKey("example.page.link/Late"))
        let id = try #require(try daemon.store.link(key)?.id)
        #expect(try daemon.store.totals(of: id).isEmpty)
        let log = try String(contentsOfFile: folder.path + "/decisions.log", encoding: .utf8)
        #expect(log.split(separator: "\n").allSatisfy { $0.contains(#""decision":"continue_redirect","rule":null"#) })
    }

    @Test("a link that is used up leads on, for the clicks after the last")
    func usedUp() throws {
        try make("Twice") { ($0.maximumClicks, $0.usedUpTarget) = (2, Self.full) }
        let locations = try (0..<4).map { _ in try click("Twice")["Location"] }
        #expect(
            locations.prefix(2).allSatisfy { $0 != Self.full } && locations.suffix(2).allSatisfy { $0 == Self.full })
        daemon.finish()
        #expect(try click("Twice")["Location"] == Self.full)
    }

    @Test("a target that the site does not allow any more is not used: the page gives the reason")
    func refused() throws {
        for (code, target) in [
            ("A", "https://evil.example/"), ("B", "http://www.example.com/"), ("C", "javascript:alert(1)"),
            ("D", "https://example.page.link/WXYZ"), ("E", "https://example.page.link/?link=https://evil.example/"),
        ] {
            try make(code) { ($0.expires, $0.expiredTarget) = (daemon.now - 1, target) }
            let answer = try click(code)
            #expect(answer.status == 410 && answer["Location"] == nil && answer.body.contains("has expired"), "\(code)")
        }
    }

    @Test("a link's own target comes first, then its site's")
    func siteTarget() throws {
        let lost = "https://www.example.com/lost"
        let site = ParityCase.site.replacing(
            "\"rules\": [", with: "\"not_found\": {\"to\": \"\(lost)\", \"gone\": true}, \"rules\": [")
        let daemon = try DaemonInMemory(site: site, isStoring: true)
        for (code, target) in [("Own", Self.late), ("None", nil)] {
            let key = try #require(LinkKey(domain: "example.page.link", code: code))
            var record = LinkRecord(key: key, longLink: "https://www.example.com/", created: daemon.now)
            (record.expires, record.expiredTarget) = (daemon.now - 1, target)
            try daemon.store.apply(.create(LinkCreation(record)))
            #expect(try daemon.click("/\(code)")["Location"] == target ?? lost)
        }
        // Visitors are warned of an unsafe link, whatever the site's settings for others.
        try daemon.store.apply(.update(LinkKey("example.page.link/None")!, Self.unsafe, at: daemon.now))
        #expect(try daemon.click("/None").status == 403)
    }

    private static var unsafe: LinkPatch {
        var patch = LinkPatch()
        patch.isUnsafe = true
        return patch
    }

    @Test("an unsafe link warns in the client's language and leads nowhere, for any client")
    func unsafe() throws {
        try make("Bad") { ($0.isUnsafe, $0.expires, $0.expiredTarget) = (true, daemon.now - 1, Self.late) }
        for agent in [Agents.android, Agents.windows, Agents.iPhone, Agents.slackbot, "curl/8.4.0"] {
            let answer = try click("Bad", ["User-Agent": agent])
            #expect(answer.status == 403 && answer["Location"] == nil)
            #expect(answer.body.contains("This link may be unsafe") && !answer.body.contains("www.example.com"))
        }
        #expect(try click("Bad", ["Accept-Language": "de"]).body.contains("möglicherweise gefährlich"))
        #expect(try click("Bad", ["Accept": "application/json"]).status == 403)
        #expect(try click("Bad/qr.png").status == 403)
        let proxy = try ask("forward", "Bad")
        #expect(proxy.status == 403 && proxy.body.contains("unsafe"))
    }

    @Test("the API takes targets that the site allows, and says what is wrong with others")
    func api() throws {
        func create(_ code: String, _ fields: String) throws -> HTTPAnswer {
            let body =
                #"{"domain": "example.page.link", "code": "\#(code)", "long_link": "https://www.example.com/", \#(fields)}"#
            return try daemon.ask("POST", "/v1/links", body, token: "fpt_all")
        }
        let made = try create("Api", #""expired_target": "\#(Self.late)", "used_up_target": "\#(Self.full)""#)
        #expect(made.status == 201, "\(made)")
        let json = try JSONValue(parsing: made.body)
        #expect(json["expired_target"]?.string == Self.late && json["used_up_target"]?.string == Self.full)
        #expect(json["unsafe"]?.bool == false)
        for (target, part) in [
            ("https://evil.example/", "evil.example"), ("http://www.example.com/", "https"), ("nothing", "https"),
            ("https://example.page.link/x", "link domain"),
        ] {
            try create("Bad", #""expired_target": "\#(target)""#).expectError(400, "INVALID_ARGUMENT", naming: part)
            let patch = try daemon.ask(
                "PATCH", "/v1/links/example.page.link%2FApi", #"{"used_up_target": "\#(target)"}"#, token: "fpt_all",
                fields: ["If-Match": "*"])
            try patch.expectError(400, "INVALID_ARGUMENT", naming: "used_up_target")
        }
        let patched = try daemon.ask(
            "PATCH", "/v1/links/example.page.link%2FApi", #"{"expired_target": null, "unsafe": true}"#,
            token: "fpt_all", fields: ["If-Match": "*"])
        let after = try JSONValue(parsing: patched.body)
        #expect(after["expired_target"]?.isNull == true && after["used_up_target"]?.string == Self.full)
        #expect(try click("Api").status == 403)
    }
}
