import Foundation
import Settings
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// Requests by web pages to edge and admin, by DNS rebinding or from another origin.
@Suite("web pages at edge and admin, in memory")
struct RebindingTests {
    private static let link = "https%3A%2F%2Fexample.page.link%2FWXYZ"

    @Test("a foreign name or origin is refused; programs, proxies and the configured name are served")
    func pages() throws {
        let daemon = try DaemonInMemory(trusting: ["127.0.0.1"]) { $0.allowedHosts = ["router.internal"] }
        for (side, target) in [(ListenerKind.edge, "/v1/decide?link=\(Self.link)"), (.admin, "/metrics")] {
            for host in ["localhost:8080", "127.0.0.1", "router.internal:8080"] {
                #expect(try daemon.ask(side, target, host: host).status == 200, "\(host) \(target)")
            }
            for host in ["evil.example", "127.evil.example", "example.page.link"] {
                let answer = try daemon.ask(side, target, host: host)
                #expect(answer.status == 421 && answer.body.contains("allowed_hosts"), "\(host) \(target)")
            }
            let own = "http://localhost:8080"
            for (fields, status) in [
                (["Origin": own], 200), (["Origin": "http://evil.example"], 403), (["Origin": "null"], 403),
                (["Sec-Fetch-Site": "same-origin"], 200), (["Sec-Fetch-Site": "none"], 200),
                (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
                (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"], 200),
                (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"], 403),
            ] {
                let answer = try daemon.ask(side, target, host: "localhost:8080", fields: fields)
                #expect(answer.status == status, "\(fields) \(target)")
            }
        }
    }

    /// nginx sends the name of its upstream, Caddy and Envoy the host of the click.
    @Test("proxies on this machine ask as they do; a page under another name may not ask as one")
    func proxies() throws {
        let daemon = try DaemonInMemory(trusting: ["127.0.0.1"])
        let fields = [
            "X-Original-URI": "/WXYZ", "X-Forwarded-Uri": "/WXYZ", "X-Forwarded-Host": "example.page.link",
            "Sec-Fetch-Site": "cross-site", "Origin": "https://mail.example",
        ]
        for (style, yes, no) in [("nginx", 401, 403), ("forward", 302, 421)] {
            for host in ["fingerpost_edge", "127.0.0.1:8081", "example.page.link"] {
                let answer = try daemon.ask(.edge, "/edge/\(style)", host: host, fields: fields)
                #expect(answer.status == yes, "\(style) \(host)")
            }
            #expect(try daemon.ask(.edge, "/edge/\(style)", host: "evil.example", fields: fields).status == no)
        }
        #expect(try daemon.ask(.edge, "/edge/envoy/WXYZ", host: "example.page.link", fields: fields).status == 302)
        #expect(try daemon.ask(.edge, "/edge/envoy/WXYZ", host: "evil.example", fields: fields).status == 200)
    }
}
