import Foundation
import LinkStore
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// Clicks on short links of the store.
@Suite("short links of the store, in memory")
struct ShortLinkTests {
    private let daemon: DaemonInMemory

    init() throws {
        daemon = try DaemonInMemory(isStoring: true, trusting: ["127.0.0.1"])
    }

    private static let long =
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fpost%3Fid%3D7&apn=com.example.android&amv=12"
        + "&utm_source=mail&utm_campaign=summer"

    private func make(
        _ code: String, domain: String = "example.page.link", _ change: (inout LinkRecord) -> Void = { _ in }
    )
        throws
    {
        let key = try #require(LinkKey(domain: domain, code: code))
        var record = LinkRecord(key: key, longLink: Self.long, created: daemon.now)
        change(&record)
        try daemon.store.apply(.create(LinkCreation(record)))
    }

    private func click(_ code: String, host: String = "example.page.link", accept: String = "text/html") throws
        -> HTTPAnswer
    {
        try daemon.click("/\(code)", host: host, fields: ["User-Agent": Agents.android, "Accept": accept])
    }

    @Test("a link works as soon as it is made, below its own domain, in its own case, and like its long link")
    func works() throws {
        #expect(try click("Made").status == 404)
        try make("Made")
        try make("Made2", domain: "links.example.com/go")
        let answer = try click("Made")
        #expect(answer.status == 302)
        #expect(answer["Location"]?.hasPrefix("intent://www.example.com/post?id=7") == true, "\(answer)")
        #expect(try click("made").status == 404)
        #expect(try click("Made/").status == 302)
        #expect(try click("go/Made2", host: "links.example.com").status == 302)
        #expect(try click("Made2").status == 404)
        let long = try daemon.click(link: Self.long, fields: ["User-Agent": Agents.android, "Accept": "text/html"])
        #expect(long["Location"] == answer["Location"])
        // Links in the rules take precedence.
        try make("WXYZ") { $0.longLink = "https://www.example.com/other" }
        #expect(try click("WXYZ")["Location"]?.contains("post") == false)
    }

    @Test("links that do not work say why, in a page")
    func closedLinks() throws {
        let now = daemon.now
        try make("Late") { $0.expires = now - 1 }
        try make("Early") { $0.starts = now + 3_600 }
        try make("Off") { $0.isDisabled = true }
        try make("Gone")
        let gone = try #require(LinkKey("example.page.link/Gone"))
        try daemon.store.apply(.delete(gone, at: now))
        try make("Kept") { $0.isArchived = true }
        try make("Open") {
            $0.starts = now - 60
            $0.expires = now + 3_600
        }
        for (code, status, text) in [
            ("Late", 410, "has expired"), ("Early", 404, "is not active yet"), ("Off", 410, "is paused"),
            ("Gone", 410, "deleted"), ("Kept", 302, ""), ("Open", 302, ""),
        ] {
            let answer = try click(code)
            #expect(answer.status == status, "\(code)")
            #expect(text.isEmpty || answer.body.contains(text), "\(code): \(answer.body.suffix(300))")
        }
    }

    @Test("a link works for its maximum of clicks, not counting bots and HEAD")
    func maximumClicks() throws {
        try make("Twice") { $0.maximumClicks = 2 }
        for _ in 0..<3 {
            #expect(try daemon.click("/Twice", method: "HEAD", fields: ["User-Agent": Agents.android]).status == 302)
            #expect(try daemon.click("/Twice", fields: ["User-Agent": "Googlebot/2.1"]).status < 400)
        }
        #expect(try click("Twice").status == 302)
        #expect(try click("Twice").status == 302)
        #expect(try click("Twice").status == 410)
        // Also after the counts were written.
        daemon.finish()
        #expect(try click("Twice").status == 410)
    }

    @Test("no bot uses a link up: not by asking for JSON, nor through a proxy, and neither does HEAD or a look at it")
    func maximumClicksOfBots() throws {
        try make("Once") { $0.maximumClicks = 1 }
        for agent in ["Googlebot/2.1", "curl/8.4.0", "WhatsApp/2.23.20 A"] {
            let json = ["User-Agent": agent, "Accept": "application/json"]
            #expect(try daemon.click("/Once", fields: json).status == 200)
            #expect(try daemon.click("/Once", fields: ["User-Agent": agent]).status < 400)
            try ask(["User-Agent": agent])
        }
        try ask(["User-Agent": Agents.android, "X-Original-Method": "HEAD"])
        try ask(["User-Agent": Agents.android], "/Once?d=1")
        let look = ["User-Agent": Agents.android, "Accept": "application/json"]
        #expect(try daemon.click("/Once?d=1", fields: look).status == 200)
        #expect(try daemon.click("/Once", fields: ["User-Agent": Agents.android]).status == 302)
        #expect(try daemon.click("/Once", fields: ["User-Agent": Agents.android]).status == 410)
    }

    /// Sends a click to the edge as nginx does.
    private func ask(_ fields: [String: String], _ target: String = "/Once") throws {
        var fields = fields
        fields["X-Original-URI"] = target
        fields["X-Forwarded-Host"] = "example.page.link"
        let answer = try daemon.ask(.edge, "/edge/nginx", fields: fields)
        #expect(answer.status == 401 && answer["Fingerpost-Decision"] != "error", "\(answer)")
    }

    @Test("clicks are counted by decision and platform")
    func counting() throws {
        try make("Count")
        for _ in 0..<5 { _ = try click("Count") }
        _ = try daemon.click("/Count", fields: ["User-Agent": Agents.windows])
        // Opening the preview link does not count as a click.
        #expect(try daemon.click("/Count?d=1", fields: ["User-Agent": Agents.windows]).status == 200)
        daemon.finish()
        let key = try #require(LinkKey("example.page.link/Count"))
        let store = try daemon.store
        let counts = try store.totals(of: store.link(key)?.id ?? 0)
        let expected: Set = ["click android 5", "appOpen android 5", "click desktop 1", "redirect desktop 1"]
        #expect(Set(counts.map { "\($0.event) \($0.platform) \($0.count)" }) == expected)
    }

    @Test("an app that asks for JSON gets payload, minimum version and campaign; one that guesses is slowed down")
    func apps() throws {
        try make("App")
        let answer = try click("App", accept: "application/json")
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "application/json")
        #expect(answer["Cache-Control"] == "no-store")
        #expect(answer["Set-Cookie"] == nil)
        #expect(
            answer.body == #"{"payload":"https://www.example.com/post?id=7","minimum_version":"12","#
                + #""app":{"platform":"android","id":"com.example.android"},"utm_source":"mail","utm_campaign":"summer"}"#
                + "\n")
        let missing = try click("None", accept: "application/json")
        #expect(missing.status == 404)
        #expect(missing.body.contains(#""status":"NOT_FOUND""#))
        // Many people share an address; only clients that guess are slowed down.
        for _ in 0..<60 { #expect(try click("App", accept: "application/json").status == 200) }
        var statuses: Set<Int> = []
        for _ in 0..<60 { statuses.insert(try click("None", accept: "application/json").status) }
        #expect(statuses == [404, 429])
        #expect(try click("App").status == 302)
    }
}
