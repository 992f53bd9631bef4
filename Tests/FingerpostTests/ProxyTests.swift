import Foundation
import TestSupport
import Testing

/// The shipped proxy configurations, in the real proxies.
@Suite("behind proxies", .serialized, .timeLimit(.minutes(20)))
struct ProxyTests {
    @Test(
        "every proxy is installed",
        .enabled(
            if: RealProxy.missing.isEmpty,
            "not tested, since not installed: \(Set(RealProxy.missing).sorted().joined(separator: ", "))"))
    func installed() {
        #expect(RealProxy.installed.count == RealProxy.all.count)
        #expect(RealProxy.passing.allSatisfy { $0.path != nil })
    }

    /// gRPC requires HTTP/2.
    private static let environment = ["FINGERPOST_H2C": "true"]

    private static let long =
        "/?link=https%3A%2F%2Fwww.example.com%2F%3Fa%3D1%2526b&apn=com.example.android&ibi=com.example.ios&isi=1234567"

    @Test(
        "a link is answered as without the proxy, long or with forged fields; other requests go to the site",
        arguments: RealProxy.installed)
    func clicks(_ kind: RealProxy.Kind) throws {
        let rules = try RulesFolder(
            site: ParityCase.site.replacing("\"rules\": [", with: "\"rules\": [\(Self.abroad), "))
        let daemon = try RunningDaemon(
            rules: rules.path, flags: ["--trusted-peers", "127.0.0.1", "--country-header", "CF-IPCountry"],
            environment: Self.environment)
        let site = try RecordingSite()
        let proxy = try RealProxy(kind, front: daemon.front, edge: daemon.edge, site: site.port)
        try Self.expectUnforgeable(proxy, daemon)
        for agent in [Agents.android, Agents.windows] {
            let own = try daemon.click(Self.long, fields: ["User-Agent": agent])
            let answer = try proxy.click(Self.long, fields: ["User-Agent": agent])
            #expect(answer.status == 302)
            #expect(answer["Location"] == own["Location"])
            #expect(answer["Cache-Control"] == "no-store")
            #expect(answer["Referrer-Policy"] == "no-referrer")
        }
        try Self.expectPage(of: Self.long, kind, proxy, daemon)
        // So is a link's preview.
        try Self.expectPage(of: "/WXYZ+", kind, proxy, daemon)
        // So is a longer link, and its page.
        let longer = Self.long + "&x=" + String(repeating: "a", count: 7000)
        #expect(try proxy.click(longer, fields: ["User-Agent": Agents.android]).status == 302)
        try Self.expectPage(of: longer, kind, proxy, daemon)
        let file = try proxy.click("/.well-known/assetlinks.json")
        #expect(file.status == 200)
        #expect(file["Content-Type"] == "application/json")
        #expect(site.heads.isEmpty)
        guard kind.hasSite else { return }
        let elsewhere = kind.asksEdge ? "auth.example.com" : "www.example.com"
        #expect(try proxy.click("/style.css", host: elsewhere).body == "the site\n")
        #expect(site.heads.count == 1)
    }

    /// Regression: behind nginx each visitor of such a page got a 500, and behind others the page of a broken link.
    @Test(
        "an address that is no link goes on to the site, and another spelling of a link is the link",
        arguments: RealProxy.installed)
    func spellings(_ kind: RealProxy.Kind) throws {
        let daemon = try RunningDaemon(flags: ["--trusted-peers", "127.0.0.1"], environment: Self.environment)
        let site = try RecordingSite()
        let proxy = try RealProxy(kind, front: daemon.front, edge: daemon.edge, site: site.port)
        let home = "https://www.example.com/"
        var links = ["/%57XYZ": home, "//WXYZ": home, "/WXYZ?utm_source=50%25&utm_source=b": home]
        links["/WXYZ)."] = "https://example.page.link/WXYZ"
        for (target, location) in links {
            let answer = try proxy.click(target, fields: ["User-Agent": Agents.windows])
            #expect(answer.status == 302 && answer["Location"] == location, "\(target) \(answer.status)")
        }
        guard kind.asksEdge, kind.hasSite else { return }
        var count = 0
        for target in ["/über-uns/team", "/a/b?x=a\\b", "/a\\b", "/50%25/x", "/?q=ü", "/style.css?utm_source=50%"] {
            let answer = try proxy.click(target, fields: ["User-Agent": Agents.windows])
            // Some proxies reject such a request line themselves.
            #expect(
                answer.status == 200 || answer.status == 400 && site.heads.count == count, "\(target) \(answer.status)")
            if answer.status == 200 { #expect(answer.body == "the site\n") }
            count = site.heads.count
        }
        #expect(count >= 4)
    }

    @Test("clicks above the rate of their link are answered with 429", arguments: RealProxy.installed)
    func limited(_ kind: RealProxy.Kind) throws {
        let limits = #""limits": {"clicks_per_link_per_second": 1}, "rules": ["#
        let rules = try RulesFolder(site: ParityCase.site.replacing("\"rules\": [", with: limits))
        let daemon = try RunningDaemon(
            rules: rules.path, flags: ["--trusted-peers", "127.0.0.1", "--workers", "1"], environment: Self.environment)
        let proxy = try RealProxy(kind, front: daemon.front, edge: daemon.edge, site: try RecordingSite().port)
        let answers = try (0..<20).map { _ in try proxy.click("/WXYZ", fields: ["User-Agent": Agents.windows]) }
        #expect(answers.contains { $0.status == 302 })
        let refused = answers.filter { $0.status == 429 }
        #expect(!refused.isEmpty && refused.allSatisfy { $0["Retry-After"] == "1" }, "\(answers.map(\.status))")
    }

    private static let abroad = """
        {"name": "abroad", "when": "request.country == 'IN'", "because": "It is said to come from there.", \
        "then": {"continue_redirect": {"to": "https://www.example.com/abroad/"}}}
        """

    /// Forged devices, countries and request names change nothing.
    private static func expectUnforgeable(_ proxy: RealProxy, _ daemon: RunningDaemon) throws {
        // The field of a trusted peer is used.
        #expect(
            try daemon.click("/WXYZ", fields: ["CF-IPCountry": "IN"])["Location"] == "https://www.example.com/abroad/")
        let plain = try proxy.click("/WXYZ", fields: ["User-Agent": Agents.windows])
        let forged = try proxy.click(
            "/WXYZ",
            fields: [
                "User-Agent": Agents.windows, "Fingerpost-Device": "platform=android, app;state=absent",
                "X-Forwarded-Host": "auth.example.com", "X-Request-Id": "f0rged", "CF-IPCountry": "IN",
            ])
        #expect(plain["Location"] == "https://www.example.com/")
        #expect(forged["Location"] == plain["Location"])
        #expect(forged["X-Request-Id"] != "f0rged")
    }

    /// A page arrives through the proxy, at once or by its own address.
    private static func expectPage(
        of link: String, _ kind: RealProxy.Kind, _ proxy: RealProxy, _ daemon: RunningDaemon
    ) throws {
        var answer = try proxy.click(link, fields: ["User-Agent": Agents.iPhone])
        if kind.asksEdge {
            let address = try #require(answer["Location"])
            let mark = "https://example.page.link"
            #expect(address.hasPrefix(mark + "/_fp/"))
            answer = try proxy.click(String(address.dropFirst(mark.count)), fields: ["User-Agent": Agents.iPhone])
        }
        #expect(answer.status == 200)
        #expect(answer.body == (try daemon.click(link, fields: ["User-Agent": Agents.iPhone])).body)
    }

    /// A client's values for the fields that Fingerpost trusts.
    private static let forged: [String: String] = [
        "X-Forwarded-For": "198.51.100.66", "X-Forwarded-Host": "f0rged.example", "X-Forwarded-Proto": "f0rged",
        "X-Forwarded-Uri": "/f0rged", "X-Forwarded-Method": "F0RGED", "X-Original-URI": "/f0rged",
        "X-Original-Method": "F0RGED", "Forwarded": "for=198.51.100.66;host=f0rged.example",
        "Fingerpost-Device": "platform=ios, app;state=f0rged", "X-Request-Id": "f0rged", "CF-IPCountry": "f0rged",
    ]

    @Test(
        "no proxy field sent by a client arrives, and its own PROXY line is no request",
        // A site that records requests does not answer gRPC.
        arguments: RealProxy.installed.filter { !$0.usesGRPC })
    func forgedFields(_ kind: RealProxy.Kind) throws {
        let (front, edge, site) = (try RecordingSite(), try RecordingSite(), try RecordingSite())
        let proxy = try RealProxy(kind, front: front.port, edge: edge.port, site: site.port)
        // Fields named by `Connection` are hop-by-hop, and a proxy may remove them: its own too?
        var refused = 0
        let named = "close, " + Self.forged.keys.sorted().joined(separator: ", ")
        for (round, more) in [[:], ["Connection": named], ["Connection": named.lowercased()]].enumerated() {
            let fields = Self.forged.merging(more) { $1 }
            for path in ["/WXYZ\(round)", "/_fp/\(round)"] {
                // Varnish and Envoy reject such requests themselves.
                if try proxy.click(path, fields: fields).status == 400, !more.isEmpty { refused += 1 }
            }
        }
        let refusesTricks = ["varnishd", "envoy"].contains(kind.program)
        #expect(refused == (refusesTricks ? 4 : 0))
        #expect(edge.heads.count == (kind.asksEdge ? refusesTricks ? 1 : 3 : 0))
        let heads = edge.heads + front.heads.filter { !$0.hasPrefix("OPTIONS") }
        #expect(heads.count >= 6 - refused)
        for head in heads + site.heads {
            let lines = head.lowercased().components(separatedBy: "\r\n").filter { !$0.hasPrefix("connection: ") }
            #expect(lines.filter { $0.contains("f0rged") || $0.contains("198.51.100.66") } == [], "\(head)")
            #expect(lines.contains("x-forwarded-for: 127.0.0.1"), "\(head)")
            // A host in a field other than Host is always sent: the edge takes it from there.
            // Envoy passes the request line and Host on unchanged.
            if head.hasPrefix("GET /edge/envoy/") {
                #expect(head.hasPrefix("GET /edge/envoy/WXYZ") && lines.contains("host: example.page.link"), "\(head)")
            } else if head.hasPrefix("GET /edge/") {
                #expect(lines.contains { $0.hasPrefix("x-forwarded-host: example.page.link") }, "\(head)")
                #expect(lines.contains { $0.contains("uri: /wxyz") }, "\(head)")
                #expect(lines.contains { $0.hasSuffix("method: get") }, "\(head)")
            }
        }
        let client = try HTTPClient(port: proxy.port)
        client.send(
            "PROXY TCP4 198.51.100.66 127.0.0.1 1 2\r\n" + HTTPRequest.text("/WXYZ", host: "example.page.link"))
        // Refused with or without a response.
        #expect((try? client.answer()).map { $0.status >= 400 } ?? true)
        for head in front.heads + edge.heads + site.heads { #expect(!head.contains("198.51.100.66"), "\(head)") }
    }

    @Test("when Fingerpost is down, clicks fail open or closed as the file specifies", arguments: RealProxy.installed)
    func down(_ kind: RealProxy.Kind) throws {
        let site = try RecordingSite()
        let proxy = try RealProxy(
            kind, front: FreePort.next(), edge: FreePort.next(), site: site.port)
        // At once, and after the proxy has noticed.
        for _ in 0..<2 { #expect(try proxy.click("/WXYZ").status == kind.statusWhenDown) }
        #expect(site.heads.count == (kind.failsOpen ? 2 : 0))
        guard kind.hasSite, !kind.asksEdge else { return }
        #expect(try proxy.click("/", host: "www.example.com").body == "the site\n")
    }

    @Test("when Fingerpost does not answer, no client waits long", arguments: RealProxy.installed.filter(\.asksEdge))
    func hung(_ kind: RealProxy.Kind) throws {
        let (daemon, site) = (
            try RunningDaemon(flags: ["--trusted-peers", "127.0.0.1"], environment: Self.environment),
            try RecordingSite()
        )
        let proxy = try RealProxy(kind, front: daemon.front, edge: daemon.edge, site: site.port)
        #expect(try proxy.click("/WXYZ").status == 302)
        // The kernel still accepts connections.
        defer { daemon.signal(SIGCONT) }
        try #require(daemon.freeze())
        let status = try proxy.click("/WXYZ").status
        #expect([kind.statusWhenDown, 504].contains(status))
        #expect(site.heads.count == (kind.failsOpen ? 1 : 0))
    }
}
