@testable import Telemetry
import Clicks
import ByteText
import LinkStore
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// Clicks outside a site's links, for a site with targets for them.
@Suite("root and not_found, in memory")
struct StrayClickTests {
    private static func site(_ notFound: String) -> String {
        """
        {"site": "example", "hosts": ["example.page.link", "links.example.com/go"],
         "hosting": ["auth.example.com"], "authorized_domains": ["www.example.com"],
         "root": {"to": "https://www.example.com/", "status": 307}, "not_found": \(notFound),
         "devices": {"client_hints": ["model"]},
         "links": {"WXYZ": "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fw"}}
        """
    }

    private static let lost = "https://www.example.com/lost"
    private let daemon: DaemonInMemory

    init() throws {
        daemon = try DaemonInMemory(
            site: Self.site("{\"to\": \"\(Self.lost)\", \"gone\": true}"), isStoring: true, trusting: ["127.0.0.1"])
    }

    private func make(_ code: String, _ change: (inout LinkRecord) -> Void = { _ in }) throws {
        let key = try #require(LinkKey(domain: "example.page.link", code: code))
        var record = LinkRecord(
            key: key, longLink: "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fp",
            created: daemon.now)
        change(&record)
        try daemon.store.apply(.create(LinkCreation(record)))
    }

    @Test("browsers are redirected, and nothing is kept", arguments: ["GET", "HEAD"])
    func redirects(_ method: String) throws {
        let clicks = [
            ("/", "example.page.link", 307, "https://www.example.com/"),
            ("/go", "links.example.com", 307, "https://www.example.com/"),
            ("/NOPE?fbclid=1", "example.page.link", 302, Self.lost), ("/go/a/b", "links.example.com", 302, Self.lost),
        ]
        for (target, host, status, location) in clicks {
            let answer = try daemon.click(target, method: method, host: host, fields: ["User-Agent": Agents.android])
            #expect(answer.status == status, "\(target)")
            #expect(answer["Location"] == location, "\(target)")
            #expect(answer["Cache-Control"] == "no-store")
            answer.expectCommonFields()
        }
    }

    @Test("what is not below a link domain stays a 404, and so does what systems fetch")
    func others() throws {
        for (target, host) in [
            ("/NOPE", "elsewhere.example"), ("/elsewhere", "links.example.com"), ("/NOPE", "auth.example.com"),
            ("/favicon.ico", "example.page.link"), ("/.well-known/nothing", "example.page.link"),
            ("/_fp/x", "example.page.link"),
        ] {
            let answer = try daemon.click(target, host: host)
            #expect(answer.status == 404 && answer["Location"] == nil, "\(host)\(target)")
        }
        #expect(try daemon.click("/robots.txt").status == 200)
        #expect(try daemon.click("/NOPE", method: "POST").status == 405)
    }

    @Test("an app that asks hears that there is no link")
    func apps() throws {
        let json = ["Accept": "application/json", "User-Agent": Agents.android]
        try daemon.click("/NOPE", fields: json).expectError(404, "NOT_FOUND", naming: "does not exist")
        try daemon.click("/", fields: json).expectError(400, "INVALID_ARGUMENT", naming: "has no")
        #expect(try daemon.click("/WXYZ", fields: json).status == 200)
    }

    @Test("a code is lost no longer once a link has it, however often it was asked for before")
    func comesBack() throws {
        for _ in 0..<4 {
            #expect(try daemon.click("/Soon", fields: ["User-Agent": Agents.android])["Location"] == Self.lost)
        }
        try make("Soon")
        for _ in 0..<2 {
            let answer = try daemon.click("/Soon", fields: ["User-Agent": Agents.android])
            #expect(answer["Location"] == "https://www.example.com/p")
        }
    }

    @Test("former links lead there if the site is configured so; one that begins later never does")
    func gone() throws {
        let now = daemon.now
        let narrow = try DaemonInMemory(site: Self.site("\"\(Self.lost)\""), isStoring: true)
        for (code, change) in [
            ("Late", { $0.expires = now - 1 }), ("Off", { $0.isDisabled = true }),
            ("Early", { $0.starts = now + 60 }),
        ] as [(String, (inout LinkRecord) -> Void)] {
            try make(code, change)
            var record = LinkRecord(
                key: try #require(LinkKey(domain: "example.page.link", code: code)),
                longLink: "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fp", created: now)
            change(&record)
            try narrow.store.apply(.create(LinkCreation(record)))
            #expect(try daemon.click("/\(code)").status == (code == "Early" ? 404 : 302), "\(code)")
            #expect(try narrow.click("/\(code)").status == (code == "Early" ? 404 : 410), "\(code)")
        }
        #expect(try narrow.click("/NOPE")["Location"] == Self.lost)
    }

    @Test("proxies are told, too, and with a reserved path to go on")
    func proxies() throws {
        func ask(_ uri: String) throws -> HTTPAnswer {
            try daemon.ask(
                .edge, "/edge/nginx",
                fields: [
                    "X-Original-URI": uri, "X-Forwarded-Host": "example.page.link", "User-Agent": Agents.android,
                ])
        }
        let answer = try ask("/NOPE")
        #expect(answer.status == 401)
        #expect(answer["Fingerpost-Location"] == Self.lost)
        #expect(answer["Fingerpost-Rule"]?.hasSuffix("/not-found") == true)
        #expect(try ask("/favicon.ico").status == 204)
    }

    @Test("counted by site and by the rule of the key, so that no client makes a series")
    func counted() throws {
        for code in 0..<5 { _ = try daemon.click("/NOPE\(code)") }
        _ = try daemon.click("/")
        let decision = try JSONValue(
            parsing: try daemon.decide(#"{"link":"https://example.page.link/NOPE","user_agent":"x"}"#).body)
        let rule = try #require(decision["rule"]?.string)
        #expect(rule.hasSuffix("/not-found"))
        #expect(decision["reason"]?.string == "There is no such link; the site redirects such clicks.")
        #expect(decision["error"] == .null && decision["payload"] == .null)
        let counters = try #require(daemon.decider.recorder).counters
        var hits: [String: UInt64] = [:]
        counters.forEachRule { hits[$0] = UInt64($1) }
        #expect(hits[rule] == 6)
        #expect(hits[rule.replacing("/not-found", with: "/root")] == 1)
    }

    @Test("explain shows the redirect as the one rule that decides")
    func explained() throws {
        let answer = try daemon.ask(
            .edge, "/v1/explain", method: "POST", #"{"link":"https://example.page.link/NOPE"}"#)
        let rules = try #require(try JSONValue(parsing: answer.body)["rules"]?.array)
        #expect(rules.count == 1)
        #expect(rules.first?["result"]?.string == "decides")
        #expect(rules.first?["condition"] == .null)
    }
}
