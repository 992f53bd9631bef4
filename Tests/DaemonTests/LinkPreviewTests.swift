import ByteText
import Foundation
import LinkStore
import Server
import Settings
import TestSupport
import Testing

@testable import Daemon

/// `/CODE+`: a page that shows the target of a short link.
@Suite("previews of links, in memory")
struct LinkPreviewTests {
    private let folder: ScratchFolder
    private let daemon: DaemonInMemory

    init() throws {
        let folder = try ScratchFolder()
        self.folder = folder
        daemon = try DaemonInMemory(isStoring: true, trusting: ["127.0.0.1"]) {
            $0.decisionLog = folder.path + "/decisions.log"
            $0.events.folder = folder.path + "/events"
        }
        daemon.keeps = [folder]
    }

    private func make(
        _ code: String, domain: String = "example.page.link", _ change: (inout LinkRecord) -> Void = { _ in }
    ) throws {
        let key = try #require(LinkKey(domain: domain, code: code))
        var record = LinkRecord(key: key, longLink: "https://www.example.com/sale?id=7", created: daemon.now)
        change(&record)
        try daemon.store.apply(.create(LinkCreation(record)))
    }

    private func look(
        _ code: String, host: String = "example.page.link", method: String = "GET", agent: String = Agents.windows
    ) throws -> HTTPAnswer {
        try daemon.click("/\(code)+", method: method, host: host, fields: ["User-Agent": agent])
    }

    @Test("the page names the website and the address, and its button follows the link")
    func page() throws {
        try make("Sale")
        try make("Below", domain: "links.example.com/go")
        for answer in [try look("Sale"), try look("WXYZ"), try look("go/Below", host: "links.example.com")] {
            #expect(answer.status == 200 && answer["Location"] == nil)
            #expect(answer["Cache-Control"] == "no-store" && answer["Referrer-Policy"] == "no-referrer")
            #expect(answer.body.contains("<strong>www.example.com</strong>"))
            #expect(answer.body.contains(#"content="noindex""#))
        }
        let body = try look("Sale").body
        #expect(body.contains(">https://www.example.com/sale?id=7</p>"), "\(body)")
        #expect(body.contains(#"href="https://example.page.link/Sale""#))
        #expect(try look("Sale", method: "HEAD").body.isEmpty)
        let german = try daemon.click("/Sale+", fields: ["Accept-Language": "de"])
        #expect(german.body.contains("Wohin dieser Link führt"))
    }

    @Test("of an app it is the address that opens there, for every device")
    func app() throws {
        try make("App") {
            $0.longLink =
                "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fpost%3Fid%3D7&apn=com.example.android"
                + "&ibi=com.example.ios&isi=1234567"
        }
        for agent in [Agents.android, Agents.iPhone, Agents.windows, Agents.slackbot, "curl/8.4.0"] {
            let answer = try look("App", agent: agent)
            #expect(answer.status == 200 && answer.body.contains(">https://www.example.com/post?id=7</p>"), "\(agent)")
            #expect(!answer.body.contains("intent:") && !answer.body.contains("play.google.com"))
        }
    }

    @Test("codes and keys are masked")
    func secrets() throws {
        try make("Mail") {
            $0.longLink =
                "https://example-app.firebaseapp.com/__/auth/action?mode=resetPassword&oobCode=ONE-TIME-CODE&apiKey=AIzaKEY1"
        }
        for agent in [Agents.windows, Agents.slackbot, Agents.android] {
            let answer = try look("Mail", agent: agent)
            #expect(answer.status == 200 && answer.body.contains("<strong>example-app.firebaseapp.com</strong>"))
            #expect(!answer.body.contains("ONE-TIME-CODE") && !answer.body.contains("AIzaKEY1"))
        }
    }

    @Test("to look counts as no click, uses no link up, is no event and no decision")
    func counts() throws {
        try make("Once") { $0.maximumClicks = 1 }
        for _ in 0..<3 { #expect(try look("Once").status == 200) }
        #expect(try daemon.click("/Once", fields: ["User-Agent": Agents.windows]).status == 302)
        // A used-up link is refused as for a click.
        #expect(try look("Once").status == 410)
        daemon.finish()
        let log = try String(contentsOfFile: folder.path + "/decisions.log", encoding: .utf8)
        #expect(log.split(separator: "\n").count == 1)
        let key = try #require(LinkKey("example.page.link/Once"))
        let id = try #require(try daemon.store.link(key)?.id)
        let counts = try daemon.store.totals(of: id).map { "\($0.event) \($0.count)" }
        #expect(Set(counts) == ["click 1", "redirect 1"])
    }

    @Test("a link that does not work is refused, and one that leads on shows where")
    func refused() throws {
        try make("Late") { $0.expires = daemon.now - 1 }
        try make("On") { ($0.expires, $0.expiredTarget) = (daemon.now - 1, "https://www.example.com/over") }
        try make("Bad") { $0.isUnsafe = true }
        #expect(try look("Late").status == 410)
        #expect(try look("On").body.contains(">https://www.example.com/over</p>"))
        let unsafe = try look("Bad")
        #expect(unsafe.status == 403 && !unsafe.body.contains("www.example.com"))
        #expect(try look("NOPE").status == 404)
        #expect(try daemon.click("/+").status == 404)
        #expect(try daemon.click("/WXYZ/+").status == 404)
    }

    private func ask(_ style: String, _ target: String, agent: String = Agents.windows) throws -> HTTPAnswer {
        let uri = style == "nginx" ? "X-Original-URI" : "X-Forwarded-Uri"
        let fields = [uri: target, "X-Forwarded-Host": "example.page.link", "User-Agent": agent]
        return try daemon.ask(.edge, "/edge/\(style)", fields: fields)
    }

    @Test("through a proxy that asks the edge it is a page with its own address", arguments: ["forward", "nginx"])
    func edge(_ style: String) throws {
        try make("Sale")
        try make("Once") { $0.maximumClicks = 1 }
        try make("Late") { $0.expires = daemon.now - 1 }
        try make("Bad") { $0.isUnsafe = true }
        for (code, agent) in [("Sale", Agents.windows), ("Once", Agents.windows), ("WXYZ", Agents.iPhone)] {
            let answer = try ask(style, "/\(code)+?utm_source=x", agent: agent)
            #expect(answer.status == (style == "nginx" ? 401 : 302) && answer["Cache-Control"] == "no-store")
            let address = try #require(answer[style == "nginx" ? "Fingerpost-Location" : "Location"])
            #expect(address.hasPrefix("https://example.page.link/_fp/"), "\(address)")
            let page = try daemon.click(link: address, fields: ["User-Agent": agent])
            let direct = try look(code, agent: agent)
            #expect(page.status == 200 && page.body == direct.body)
            #expect(page.body.contains("<strong>www.example.com</strong>"))
        }
        let statuses = try ["Late", "Bad"].map { try ask(style, "/\($0)+").status }
        #expect(statuses == (style == "nginx" ? [403, 403] : [410, 403]))
        // Paths without a preview are passed on to the server behind the router.
        for target in ["/NOPE+", "/+", "/a/+", "/Sale/+"] {
            #expect(try ask(style, target).status == (style == "nginx" ? 204 : 200), "\(target)")
        }
        daemon.finish()
        let log = try String(contentsOfFile: folder.path + "/decisions.log", encoding: .utf8)
        #expect(!log.contains(#""decision":"continue_redirect""#), "\(log)")
        for code in ["Sale", "Once"] {
            let key = try #require(LinkKey(domain: "example.page.link", code: code))
            let id = try #require(try daemon.store.link(key)?.id)
            #expect(try daemon.store.totals(of: id).isEmpty)
        }
    }

    @Test("a site may want none")
    func off() throws {
        let site = ParityCase.site.replacing("\"rules\": [", with: "\"pages\": {\"preview\": false}, \"rules\": [")
        let daemon = try DaemonInMemory(site: site)
        #expect(try daemon.click("/WXYZ+").status == 404)
        #expect(try daemon.click("/WXYZ").status == 302)
    }
}
