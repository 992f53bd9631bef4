import ByteText
import Foundation
import Links
import LinkStore
import Routing
import Settings
import TestSupport
import Testing

@testable import Clicks
@testable import Server

/// Limits on the click rates of sites and links.
@Suite("Limits of clicks")
struct ClickLimitTests {
    private static func admitted(
        _ limiter: inout ClickLimiter, _ link: String = "https://a.link/x", site: Int = 0, perSite: Int? = nil,
        perLink: Int? = nil, at milliseconds: UInt64, count: Int = 1
    ) -> Int {
        let bytes = Array(link.utf8)
        return (0..<count).count { _ in
            limiter.admits(
                bytes.span, ofSite: site, perLink: perLink, perSite: perSite,
                now: 5_000_000_000 + milliseconds * 1_000_000)
        }
    }

    @Test("a second's worth may come at once, and then as many as the rate allows")
    func rate() {
        var limiter = ClickLimiter()
        #expect(Self.admitted(&limiter, perSite: 10, at: 0, count: 50) == 10)
        #expect(Self.admitted(&limiter, perSite: 10, at: 99, count: 50) == 0)
        #expect(Self.admitted(&limiter, perSite: 10, at: 100, count: 50) == 1)
        #expect(Self.admitted(&limiter, perSite: 10, at: 600, count: 50) == 5)
        #expect(Self.admitted(&limiter, perSite: 10, at: 60_000, count: 50) == 10)
        // Each site has its own limit.
        #expect(Self.admitted(&limiter, site: 7, perSite: 10, at: 60_000, count: 50) == 10)
    }

    @Test("each link has its rate, and clicks above it do not count against the site")
    func links() {
        var limiter = ClickLimiter()
        #expect(Self.admitted(&limiter, "https://a.link/hot", perSite: 100, perLink: 5, at: 0, count: 1_000) == 5)
        for index in 0..<19 {
            #expect(Self.admitted(&limiter, "https://a.link/\(index)", perSite: 100, perLink: 5, at: 0, count: 9) == 5)
        }
        #expect(Self.admitted(&limiter, "https://a.link/last", perSite: 100, perLink: 5, at: 0, count: 9) == 0)
    }

    @Test("any number of links takes the same memory, and none is refused that has a rate left")
    func manyLinks() {
        var limiter = ClickLimiter()
        for index in 0..<20_000 {
            #expect(Self.admitted(&limiter, "https://a.link/\(index)", perLink: 1, at: UInt64(index / 100)) == 1)
        }
    }

    @Test("clicks above the limit get 429, Retry-After and the page; without limits there are none")
    func answers() throws {
        func statuses(_ limits: String) throws -> [Int: Int] {
            let site = ParityCase.site.replacing(#""rules": ["#, with: limits + #""rules": ["#)
            let daemon = try DaemonInMemory(site: site)
            let answers = try (0..<40).map { _ in
                try daemon.click("/WXYZ", fields: ["User-Agent": Agents.windows])
            }
            for answer in answers where answer.status == 429 {
                #expect(answer["Retry-After"] == "1" && answer["Cache-Control"] == "no-store")
                #expect(answer.body.contains("Too many requests"))
            }
            return Dictionary(grouping: answers, by: \.status).mapValues(\.count)
        }
        #expect(try statuses("")[429] == nil)
        // A busy machine may take longer than a second for forty clicks, and then admits more of them.
        let site = try statuses(#""limits": {"clicks_per_second": 1}, "#)
        #expect((site[429] ?? 0) > 0 && site.count == 2, "\(site)")
        let link = try statuses(#""limits": {"clicks_per_link_per_second": 1}, "#)
        #expect((link[429] ?? 0) > 0 && link.count == 2, "\(link)")
    }

    private static let tokens: [DaemonInMemory.Token] = [(name: "all", secret: "fpt_all", options: [])]

    private static func daemon(
        _ limits: String = "", _ change: (inout DaemonSettings) -> Void = { _ in }
    ) throws -> DaemonInMemory {
        let site = ParityCase.site.replacing(#""rules": ["#, with: limits + #""rules": ["#)
        return try DaemonInMemory(
            site: site, isStoring: true, tokens: tokens, trusting: ["127.0.0.1"], change)
    }

    private static func make(_ daemon: DaemonInMemory, _ code: String, _ fields: String = "") throws {
        let body =
            #"{"domain": "example.page.link", "code": "\#(code)", "long_link": "https://www.example.com/"\#(fields)}"#
        let made = try daemon.ask("POST", "/v1/links", body, token: "fpt_all")
        #expect(made.status == 201, "\(made.body)")
    }

    /// The number of refused clicks out of forty.
    private static func refused(_ daemon: DaemonInMemory, _ code: String) throws -> Int {
        try (0..<40).count { _ in
            try daemon.click("/\(code)", fields: ["User-Agent": Agents.windows]).status == 429
        }
    }

    @Test("a link's own rate replaces its site's rate per link")
    func ownRate() throws {
        let free = try Self.daemon()
        try Self.make(free, "Slow", #", "max_clicks_per_second": 1"#)
        try Self.make(free, "Any")
        #expect(try Self.refused(free, "Slow") > 30)
        #expect(try Self.refused(free, "Any") == 0)
        let limited = try Self.daemon(#""limits": {"clicks_per_link_per_second": 1}, "#)
        try Self.make(limited, "Fast", #", "max_clicks_per_second": 1000000"#)
        try Self.make(limited, "Slow")
        #expect(try Self.refused(limited, "Fast") == 0)
        #expect(try Self.refused(limited, "Slow") > 30)
        // Without the field, the site's rate applies again immediately.
        let path = "/v1/links/example.page.link%2FFast"
        let patch = try limited.ask(
            "PATCH", path, #"{"max_clicks_per_second": null}"#, token: "fpt_all", fields: ["If-Match": "*"])
        #expect(patch.status == 200, "\(patch.body)")
        #expect(try Self.refused(limited, "Fast") > 30)
    }

    @Test(
        "clicks above a rate are refused clicks in the log, and not counted; apps that ask where a link leads are not among them"
    )
    func recorded() throws {
        let folder = try ScratchFolder()
        let daemon = try Self.daemon { $0.decisionLog = folder.path + "/decisions.log" }
        try Self.make(daemon, "Slow", #", "max_clicks_per_second": 1"#)
        for _ in 0..<5 { #expect(try daemon.click("/Slow", fields: ["Accept": "application/json"]).status == 200) }
        let refused = try Self.refused(daemon, "Slow")
        #expect(refused > 30)
        daemon.finish()
        let log = try String(contentsOfFile: folder.path + "/decisions.log", encoding: .utf8)
        let lines = try log.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        #expect(lines.count == 45)
        let shed = lines.filter { $0["error"]?.string == "too-many-clicks" }
        #expect(shed.count == refused)
        #expect(shed.allSatisfy { $0["decision"]?.string == "error" && $0["status"]?.number?.int == 429 })
        let key = try #require(LinkKey("example.page.link/Slow"))
        let id = try #require(try daemon.store.link(key)?.id)
        let clicks = try daemon.store.totals(of: id).first { "\($0.event)" == "click" }
        #expect(clicks.map { Int($0.count) } == 40 - refused)
    }

    @Test("proxies and programs that ask the edge share the rates of the worker")
    func edge() throws {
        let daemon = try Self.daemon()
        try Self.make(daemon, "Slow", #", "max_clicks_per_second": 1"#)
        func ask(_ path: String, _ uri: String) throws -> HTTPAnswer {
            let fields = [uri: "/Slow", "X-Forwarded-Host": "example.page.link", "User-Agent": Agents.windows]
            return try daemon.ask(.edge, path, fields: fields)
        }
        _ = try Self.refused(daemon, "Slow")
        let page = try daemon.click("/Slow", fields: ["User-Agent": Agents.windows])
        let forward = try ask("/edge/forward", "X-Forwarded-Uri")
        #expect(forward.status == 429 && forward["Retry-After"] == "1" && forward.body == page.body)
        let nginx = try ask("/edge/nginx", "X-Original-URI")
        #expect(nginx.status == 403 && nginx["Fingerpost-Status"] == "429" && nginx["Fingerpost-Decision"] == "error")
        let decision = try JSONValue(parsing: try daemon.decide(#"{"link": "https://example.page.link/Slow"}"#).body)
        #expect(decision["error"]?["code"]?.string == "too-many-clicks", "\(decision)")
        #expect(decision["status"]?.number?.int == 429)
        // Requests for other paths are passed on to the server behind the router.
        let site = try Self.daemon(#""limits": {"clicks_per_second": 1}, "#)
        let fields = ["X-Forwarded-Uri": "/style.css", "X-Forwarded-Host": "example.page.link"]
        for _ in 0..<20 { #expect(try site.ask(.edge, "/edge/forward", fields: fields).status == 200) }
    }

    @Test("a page of a click that was admitted is not refused at its own address")
    func pageOfAdmitted() throws {
        let daemon = try Self.daemon(#""limits": {"clicks_per_link_per_second": 1}, "#)
        let link = "/?link=https%3A%2F%2Fwww.example.com%2F&ibi=com.example.ios&isi=1234567"
        let fields = ["X-Forwarded-Uri": link, "X-Forwarded-Host": "example.page.link", "User-Agent": Agents.iPhone]
        let answer = try daemon.ask(.edge, "/edge/forward", fields: fields)
        let address = try #require(answer["Location"])
        #expect(address.contains("/_fp/"), "\(answer.status) \(address)")
        for _ in 0..<5 {
            #expect(try daemon.click(link: address, fields: ["User-Agent": Agents.iPhone]).status == 200)
        }
    }
}
