import Foundation
import LinkStore
import Testing

/// Short links of the store, in the real program: another process makes them, and they work at once.
@Suite("short links of the store", .timeLimit(.minutes(20)))
struct ShortLinkTests {
    private let folder: ScratchFolder
    private let store: LinkStore
    private let daemon: RunningDaemon

    init() throws {
        folder = try ScratchFolder()
        store = try LinkStore(directory: folder.path)
        daemon = try RunningDaemon(flags: ["--store", folder.path])
    }

    private static let android =
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
    private static let long =
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fpost%3Fid%3D7&apn=com.example.android&amv=12"
        + "&utm_source=mail&utm_campaign=summer"

    private func make(
        _ code: String, domain: String = "example.page.link", _ change: (inout LinkRecord) -> Void = { _ in }
    )
        throws
    {
        let key = try #require(LinkKey(domain: domain, code: code))
        var record = LinkRecord(key: key, longLink: Self.long, created: Int64(Date().timeIntervalSince1970))
        change(&record)
        try store.apply(.create(LinkCreation(record)))
    }

    private func click(_ code: String, host: String = "example.page.link", accept: String = "text/html") throws
        -> HTTPClient.Answer
    {
        try daemon.click("/\(code)", host: host, fields: ["User-Agent": Self.android, "Accept": accept])
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
        let long = try daemon.click(link: Self.long, fields: ["User-Agent": Self.android, "Accept": "text/html"])
        #expect(long["Location"] == answer["Location"])
        // What the rules state comes first.
        try make("WXYZ") { $0.longLink = "https://www.example.com/other" }
        #expect(try click("WXYZ")["Location"]?.contains("post") == false)
    }

    @Test("resolve, explain and the decision API find the same link as the daemon")
    func sameEverywhere() throws {
        try make("Same")
        let request =
            #"{"link":"https://example.page.link/Same","time":"2026-11-20T12:00:00Z","device":{"platform":"android"}}"#
        let rules = try RulesFolder(site: ParityCase.site)
        let resolved = try Program.run(
            ["resolve", "--batch", "-", "--rules", rules.path, "--store", folder.path], input: request)
        #expect(resolved.code == 0, "\(resolved.error)")
        #expect(resolved.output.contains("intent:"))
        #expect(try daemon.decide(request).body == resolved.output)
        let explained = try Program.run(
            ["explain", "https://example.page.link/Same", "--rules", rules.path, "--store", folder.path])
        #expect(explained.code == 0, "\(explained.error)")
    }

    @Test("links that do not work say why, in a page")
    func closedLinks() throws {
        let now = Int64(Date().timeIntervalSince1970)
        try make("Late") { $0.expires = now - 1 }
        try make("Early") { $0.starts = now + 3_600 }
        try make("Off") { $0.isDisabled = true }
        try make("Gone")
        let gone = try #require(LinkKey("example.page.link/Gone"))
        try store.apply(.delete(gone, at: now))
        try make("Kept") { $0.isArchived = true }
        try make("Open") {
            $0.starts = now - 60
            $0.expires = now + 3_600
        }
        for (code, status, text) in [
            ("Late", 410, "has expired"), ("Early", 404, "does not work yet"), ("Off", 410, "switched off"),
            ("Gone", 410, "deleted"), ("Kept", 302, ""), ("Open", 302, ""),
        ] {
            let answer = try click(code)
            #expect(answer.status == status, "\(code)")
            #expect(text.isEmpty || answer.body.contains(text), "\(code): \(answer.body.suffix(300))")
        }
    }

    @Test("a link is good for as many clicks as it says, bots and HEAD not counted")
    func maximumClicks() throws {
        try make("Twice") { $0.maximumClicks = 2 }
        for _ in 0..<3 {
            #expect(try daemon.click("/Twice", method: "HEAD", fields: ["User-Agent": Self.android]).status == 302)
            #expect(try daemon.click("/Twice", fields: ["User-Agent": "Googlebot/2.1"]).status < 400)
        }
        #expect(try click("Twice").status == 302)
        #expect(try click("Twice").status == 302)
        #expect(try click("Twice").status == 410)
        // Still so when the counts are written.
        Thread.sleep(forTimeInterval: 1.5)
        #expect(try click("Twice").status == 410)
    }

    @Test("no bot uses a link up: not by asking for JSON, nor through a proxy, and neither does HEAD or a look at it")
    func maximumClicksOfBots() throws {
        let daemon = try RunningDaemon(flags: ["--store", folder.path, "--trusted-peers", "127.0.0.1"])
        try make("Once") { $0.maximumClicks = 1 }
        for agent in ["Googlebot/2.1", "curl/8.4.0", "WhatsApp/2.23.20 A"] {
            let json = ["User-Agent": agent, "Accept": "application/json"]
            #expect(try daemon.click("/Once", fields: json).status == 200)
            #expect(try daemon.click("/Once", fields: ["User-Agent": agent]).status < 400)
            try ask(daemon, ["User-Agent": agent])
        }
        try ask(daemon, ["User-Agent": Self.android, "X-Original-Method": "HEAD"])
        try ask(daemon, ["User-Agent": Self.android], "/Once?d=1")
        let look = ["User-Agent": Self.android, "Accept": "application/json"]
        #expect(try daemon.click("/Once?d=1", fields: look).status == 200)
        Thread.sleep(forTimeInterval: 1.5)
        #expect(try daemon.click("/Once", fields: ["User-Agent": Self.android]).status == 302)
        #expect(try daemon.click("/Once", fields: ["User-Agent": Self.android]).status == 410)
        #expect(daemon.stop() == 0)
    }

    /// Asks the edge about a click, as nginx does.
    private func ask(_ daemon: RunningDaemon, _ fields: [String: String], _ target: String = "/Once") throws {
        var fields = fields
        fields["X-Original-URI"] = target
        fields["X-Forwarded-Host"] = "example.page.link"
        let answer = try daemon.ask(daemon.edge, "/edge/nginx", fields: fields)
        #expect(answer.status == 401 && answer["Fingerpost-Decision"] != "error", "\(answer)")
    }

    @Test("clicks are counted, by what they led to and platform, within a second or two")
    func counting() throws {
        try make("Count")
        for _ in 0..<5 { _ = try click("Count") }
        let mac =
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"
        _ = try daemon.click("/Count", fields: ["User-Agent": mac])
        // A look at the preview link is no click.
        #expect(try daemon.click("/Count?d=1", fields: ["User-Agent": mac]).status == 200)
        let key = try #require(LinkKey("example.page.link/Count"))
        let store = store
        func counts() -> Set<String> {
            let found = try? store.totals(of: store.link(key)?.id ?? 0)
            return Set((found ?? []).map { "\($0.event) \($0.platform) \($0.count)" })
        }
        let expected: Set = ["click android 5", "appOpen android 5", "click desktop 1", "redirect desktop 1"]
        #expect(wait(seconds: 10) { counts() == expected }, "\(counts())")
    }

    @Test("an app that asks for JSON gets payload, minimum version and campaign; a hurried one is told to wait")
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
        var statuses: Set<Int> = []
        for _ in 0..<60 { statuses.insert(try click("App", accept: "application/json").status) }
        #expect(statuses == [200, 429])
        #expect(try click("App").status == 302)
    }

    @Test("a store that is cut off under the daemon: short links are 503 and so is readyz; the rules' links go on")
    func cutOff() throws {
        try make("Cut")
        #expect(try daemon.ask(daemon.admin, "/readyz").status == 200)
        let file = try FileHandle(forWritingTo: folder.url.appending(path: "links.mdb"))
        try file.truncate(atOffset: 8_192)
        let daemon = daemon
        #expect(wait(seconds: 10) { (try? daemon.ask(daemon.admin, "/readyz").status) == 503 })
        #expect(try click("Cut").status == 503)
        #expect(try click("WXYZ").status == 302)
    }

    @Test("link check, backup and compact")
    func upkeep() throws {
        try make("Keep")
        let check = try Program.run(["link", "check", "--store", folder.path])
        #expect(check.code == 0)
        #expect(
            check.output.hasPrefix("1 link, 0 deleted, 2 index entries") && check.output.hasSuffix("all is well\n"))
        let copy = try ScratchFolder()
        let file = copy.url.appending(path: "links.mdb").path()
        #expect(try Program.run(["link", "backup", file, "--store", folder.path]).code == 0)
        #expect(try Program.run(["link", "backup", file, "--store", folder.path]).code == 2)
        #expect(try Program.run(["link", "check", "--store", copy.path]).output.hasPrefix("1 link,"))
        let busy = try Program.run(["link", "compact", "--store", folder.path])
        #expect(busy.code == 2)
        #expect(busy.error.contains("another process has"))
        #expect(try Program.run(["link", "compact", "--store", copy.path]).code == 0)
        #expect(try Program.run(["link", "check", "--store", copy.path]).output.hasPrefix("1 link,"))
        let none = try Program.run(["link", "check", "--store", copy.url.appending(path: "none").path()])
        #expect(none.code == 2)
        #expect(none.error.contains("there is no store of links"))
    }

    @Test("a store that was asked for and can't be used ends serve; where the usual place can't have one it serves on")
    func unusable() throws {
        let rules = RulesFolder.shippedRules.path()
        let arguments = [
            "serve", "--rules", rules, "--listen", "127.0.0.1:0", "--edge", "127.0.0.1:0", "--admin", "127.0.0.1:0",
        ]
        let asked = try Program.run(arguments + ["--store", "/proc/none"])
        #expect(asked.code == 2)
        #expect(asked.error.contains("/proc/none"))
        let foreign = try ScratchFolder()
        try foreign.file("links.mdb", "not a store")
        let refused = try Program.run(arguments + ["--store", foreign.path])
        #expect(refused.code == 2)
        #expect(refused.error.contains("not a store of links"))
        let usual = try RunningDaemon(rules: rules, environment: ["STATE_DIRECTORY": "/proc/none"])
        #expect(usual.said.contains("serving without a store"))
        #expect(try usual.click("/WXYZ").status == 302)
    }
}
