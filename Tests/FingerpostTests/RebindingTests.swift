import Foundation
import Testing

/// Web pages that ask edge and admin: under a name of their own that leads here (DNS rebinding), or from another origin.
@Suite("web pages at edge and admin", .timeLimit(.minutes(20)))
struct RebindingTests {
    private static let link = "https%3A%2F%2Fexample.page.link%2FWXYZ"

    private static func ask(
        _ port: UInt16, _ target: String, host: String, _ fields: [String: String] = [:]
    ) throws -> HTTPClient.Answer {
        let client = try HTTPClient(port: port)
        client.send(HTTPClient.request(target, host: host, fields: fields))
        return try client.answer()
    }

    @Test("a foreign name or origin is refused; programs, proxies and the configured name are served")
    func pages() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let daemon = try RunningDaemon(
            rules: rules.path, flags: ["--trusted-peers", "127.0.0.1"],
            environment: ["FINGERPOST_ALLOWED_HOSTS": "router.internal"])
        for (port, target) in [(daemon.edge, "/v1/decide?link=\(Self.link)"), (daemon.admin, "/metrics")] {
            for host in ["localhost:\(port)", "127.0.0.1", "router.internal:\(port)"] {
                #expect(try Self.ask(port, target, host: host).status == 200, "\(host) \(target)")
            }
            for host in ["evil.example", "127.evil.example", "example.page.link"] {
                let answer = try Self.ask(port, target, host: host)
                #expect(answer.status == 421 && answer.body.contains("allowed_hosts"), "\(host) \(target)")
            }
            let own = "http://localhost:\(port)"
            for (fields, status) in [
                (["Origin": own], 200), (["Origin": "http://evil.example"], 403), (["Origin": "null"], 403),
                (["Sec-Fetch-Site": "same-origin"], 200), (["Sec-Fetch-Site": "none"], 200),
                (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
                (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"], 200),
                (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"], 403),
            ] {
                let answer = try Self.ask(port, target, host: "localhost:\(port)", fields)
                #expect(answer.status == status, "\(fields) \(target)")
            }
        }
    }

    /// nginx asks with the name of its upstream, Caddy and Envoy with the host of the click.
    @Test("proxies on this machine ask as they do; a page under another name may not ask as one")
    func proxies() throws {
        let daemon = try RunningDaemon(flags: ["--trusted-peers", "127.0.0.1"])
        let fields = [
            "X-Original-URI": "/WXYZ", "X-Forwarded-Uri": "/WXYZ", "X-Forwarded-Host": "example.page.link",
            "Sec-Fetch-Site": "cross-site", "Origin": "https://mail.example",
        ]
        for (style, no) in [("nginx", 401), ("forward", 302)] {
            for host in ["fingerpost_edge", "127.0.0.1:8081", "example.page.link"] {
                let answer = try Self.ask(daemon.edge, "/edge/\(style)", host: host, fields)
                #expect(answer.status == no, "\(style) \(host)")
            }
            #expect(try Self.ask(daemon.edge, "/edge/\(style)", host: "evil.example", fields).status == 421)
        }
        #expect(try Self.ask(daemon.edge, "/edge/envoy/WXYZ", host: "example.page.link", fields).status == 302)
        #expect(try Self.ask(daemon.edge, "/edge/envoy/WXYZ", host: "evil.example", fields).status == 200)
    }

    @Test("edge and admin beyond this machine are warned of, as they have no TLS")
    func exposed() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let child = try Child(
            Program.path,
            [
                "serve", "--rules", rules.path, "--listen", "127.0.0.1:0", "--edge", "127.0.0.1:0", "--admin",
                "0.0.0.0:0",
            ])
        #expect(wait(seconds: 20) { child.error.contains("ready ") })
        #expect(child.error.contains("listen.admin: warning: other machines can reach 0.0.0.0:"))
        #expect(!child.error.contains("listen.edge: warning"))
        child.signal(SIGTERM)
        #expect(child.waits(seconds: 20))
    }
}
