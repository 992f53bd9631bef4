@testable import Telemetry
import Clicks
import ByteText
import EventSpool
import Foundation
import LinkStore
import Routing
import Server
import Settings
import TestSupport
import Testing

@testable import Daemon

/// Requests that get the response of a click but do not count as one: HEAD and prefetches.
@Suite("requests that are no clicks, in memory")
struct UncountedRequestTests {
    /// The fields by which browsers indicate a purpose.
    static let stated: [(fields: [String: String], method: String, purpose: String)] = [
        (["Sec-Purpose": "prefetch"], "GET", "prefetch"),
        (["Sec-Purpose": "prefetch;prerender"], "GET", "prefetch"),
        (["sec-purpose": "prefetch ; anonymous-client-ip"], "GET", "prefetch"),
        (["Purpose": "prefetch"], "GET", "prefetch"),
        (["X-Moz": "prefetch"], "GET", "prefetch"),
        (["X-Purpose": "preview"], "GET", "preview"),
        ([:], "HEAD", "head"),
        (["Sec-Purpose": "prefetch"], "HEAD", "head"),
    ]

    @Test("what says nothing of a purpose leaves a click one")
    func clicks() {
        for (name, value) in [
            ("sec-purpose", ""), ("sec-purpose", "prefetcher"), ("sec-purpose", "\"prefetch\""),
            ("purpose", "navigate"),
            ("x-moz", "pre"), ("x-purposes", "preview"), ("referer", "prefetch"), ("purpose", ""),
        ] {
            #expect(RequestPurpose.stated(by: name.utf8.span, value.utf8.span) == nil, "\(name): \(value)")
        }
    }

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
        let key = try #require(LinkKey("example.page.link/Twice"))
        var record = LinkRecord(key: key, longLink: "https://www.example.com/x", created: daemon.now)
        record.maximumClicks = 2
        try daemon.store.apply(.create(LinkCreation(record)))
    }

    private func click(_ fields: [String: String] = [:], method: String = "GET") throws -> HTTPAnswer {
        try daemon.click(
            "/Twice", method: method, fields: fields.merging(["User-Agent": Agents.windows]) { one, _ in one })
    }

    /// Sends the request to the edge, as proxies do.
    private func ask(_ fields: [String: String], method: String, _ style: String) throws -> HTTPAnswer {
        var fields = fields
        fields["User-Agent"] = Agents.windows
        switch style {
        case "nginx": fields.merge(["X-Original-URI": "/Twice", "X-Original-Method": method]) { $1 }
        case "forward": fields.merge(["X-Forwarded-Uri": "/Twice", "X-Forwarded-Method": method]) { $1 }
        default:
            return try daemon.ask(
                .edge, "/edge/envoy/Twice", method: method, host: "example.page.link", fields: fields)
        }
        fields["X-Forwarded-Host"] = "example.page.link"
        return try daemon.ask(.edge, "/edge/\(style)", fields: fields)
    }

    @Test("they get a click's answer, use up no link, are no event, and are named in log and metrics")
    func uncounted() throws {
        for (fields, method, purpose) in Self.stated {
            let answer = try click(fields, method: method)
            #expect(answer.status == 302 && answer["Location"] == "https://www.example.com/x", "\(fields): \(purpose)")
            for style in ["nginx", "forward", "envoy"] {
                let asked = try ask(fields, method: method, style)
                #expect(asked.status == (style == "nginx" ? 401 : 302), "\(style) \(fields): \(asked)")
            }
            var json = fields
            json["Accept"] = "application/json"
            #expect(try click(json, method: method).status == 200)
        }
        #expect(try click().status == 302)
        #expect(try click().status == 302)
        #expect(try click().status == 410)
        let metrics = daemon.decider.recorder.map { recorder in
            RequestPurpose.allCases.map { recorder.counters.count(for: $0) }
        }
        // Each once at the front as a page and as JSON, and through three proxies.
        #expect(metrics == [3, 10, 25, 5])
        daemon.finish()
        try expectLog()
        try expectEvents()
        let key = try #require(LinkKey("example.page.link/Twice"))
        let id = try #require(try daemon.store.link(key)?.id)
        let counts = try daemon.store.totals(of: id).map { "\($0.event) \($0.platform) \($0.count)" }
        #expect(Set(counts) == ["click desktop 2", "redirect desktop 2"])
    }

    /// Regression: the counters lacked the site of refused clicks, so a user with a token for that site saw no errors.
    @Test("refused clicks count for the site that answers for the host; those of `fingerpost doctor` for none")
    func refusals() throws {
        func errors() throws -> [String: UInt64] {
            var counts: [String: UInt64] = [:]
            let recorder = try #require(daemon.decider.recorder)
            recorder.counters.forEachDecision { kind, site, count in if kind == .error { counts[site] = count } }
            return counts
        }
        for target in ["/\(ProbeCode.prefix)none", "/\(ProbeCode.prefix)0123?x=1"] {
            #expect(try daemon.click(target, fields: ["User-Agent": Agents.windows]).status == 404)
        }
        #expect(try errors() == [:])
        // Using the prefix elsewhere in a URL does not evade the counters.
        let others = ["/none", "/x\(ProbeCode.prefix)", "/none?/\(ProbeCode.prefix)", "/none?x=\(ProbeCode.prefix)"]
        for target in others { _ = try daemon.click(target, fields: ["User-Agent": Agents.windows]) }
        #expect(try errors() == ["example": UInt64(others.count)])
        // A link whose code happens to have the prefix counts as any other.
        let key = try #require(LinkKey("example.page.link/\(ProbeCode.prefix)x"))
        var record = LinkRecord(key: key, longLink: "https://www.example.com/x", created: daemon.now)
        record.isDisabled = true
        try daemon.store.apply(.create(LinkCreation(record)))
        _ = try daemon.click("/\(ProbeCode.prefix)x", fields: ["User-Agent": Agents.windows])
        #expect(try errors()["example"] == UInt64(others.count) + 1)
    }

    private func expectLog() throws {
        let text = try String(contentsOfFile: folder.path + "/decisions.log", encoding: .utf8)
        let purposes = try text.split(separator: "\n").map {
            try JSONValue(parsing: String($0))["purpose"]?.string ?? "click"
        }
        let expected = Self.stated.flatMap { Array(repeating: $0.purpose, count: 5) } + ["click", "click", "click"]
        #expect(purposes == expected)
    }

    private func expectEvents() throws {
        let spool = EventSpool(folder: folder.path + "/events", limit: 1 << 20)
        let writer = try SpoolWriter(spool)
        defer { withExtendedLifetime(writer) {} }
        let events = try spool.read(from: .start, atMost: 1000).events.map { try JSONValue(parsing: $0.span) }
        #expect(events.map { $0["status"]?.number?.int } == [302, 302, 410])
    }

    @Test(
        "a program's fields for a click are trusted, and an untrusted proxy counts only for its own request")
    func stated() throws {
        let body = #"{"link": "https://example.page.link/Twice", "headers": {"sec-purpose": "prefetch"}}"#
        #expect(try daemon.ask(.edge, "/v1/decide", method: "POST", body).status == 200)
        #expect(try #require(daemon.decider.recorder).counters.count(for: .prefetch) == 1)
        #expect(try click(["X-Forwarded-Method": "HEAD", "X-Original-Method": "HEAD"]).status == 302)
        #expect(try #require(daemon.decider.recorder).counters.count(for: .head) == 0)
    }
}
