import Foundation
import LinkStore
import TestSupport
import Testing

/// The started daemon: its connections, options and variables reach the code that DaemonTests cover in memory.
@Suite("serve", .timeLimit(.minutes(20)))
struct ServingTests {
    @Test("the front: many clicks on a connection, one byte by byte, HEAD, half a click, and other requests")
    func front() throws {
        let daemon = try RunningDaemon()
        let client = try HTTPClient(port: daemon.front)
        let click = HTTPRequest.text("/WXYZ", host: "example.page.link")
        for _ in 0..<20 {
            client.send(click + HTTPRequest.text("/NOPE", host: "example.page.link"))
            #expect(try client.answer().status == 302)
            #expect(try client.answer().status == 404)
        }
        client.send(HTTPRequest.text("/WXYZ?d=1", method: "HEAD", host: "example.page.link"))
        #expect(try client.answer(toHead: true).status == 200)
        // No byte of a body precedes the next response.
        for character in click { client.send(String(character)) }
        #expect(try client.answer().status == 302)
        client.send(HTTPRequest.text("/WXYZ", host: "example.page.link", fields: ["Connection": "close"]))
        #expect(try client.answer()["Connection"] == "close")
        #expect(try client.isClosedByPeer())

        for (bytes, status) in [
            ("GET /WXYZ HTTP/1.1\r\nHost: example", 400), ("GET / HTTP/1.1\r\n\r\n", 400), ("HEAD * HTTP/1.1\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 20_000) + "\r\n\r\n", 431),
            ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", 400),
        ] {
            let bad = try HTTPClient(port: daemon.front)
            bad.send(bytes)
            bad.finish()
            #expect(try bad.answer(toHead: bytes.hasPrefix("HEAD")).status == status)
            #expect(try bad.isClosedByPeer())
        }
        let silent = try HTTPClient(port: daemon.front)
        silent.finish()
        #expect(try silent.isClosedByPeer())
        #expect(daemon.stop() == 0)
    }

    @Test("the edge: a body in chunks that waits for leave, and one that is too large")
    func edge() throws {
        let daemon = try RunningDaemon()
        let client = try HTTPClient(port: daemon.edge)
        let head = "POST /v1/decide HTTP/1.1\r\nHost: localhost\r\n"
        client.send(head + "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(try client.answer().status == 100)
        for byte in #"{"link":"https://example.page.link/WXYZ"}"# { client.send("1\r\n\(byte)\r\n") }
        client.send("0\r\n\r\n")
        #expect(try client.answer().status == 200)
        let large = try HTTPClient(port: daemon.edge)
        large.send(head + "Transfer-Encoding: chunked\r\n\r\n")
        let piece = String(repeating: "a", count: 65_536)
        for _ in 0..<40 { large.send("10000\r\n\(piece)\r\n") }
        #expect(try large.answer().status == 413)
        #expect(daemon.stop() == 0)
    }

    @Test("options and variables: trusted peers, allowed hosts, Strict-Transport-Security; and without them")
    func settings() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let daemon = try RunningDaemon(
            rules: rules.path, flags: ["--trusted-peers", "127.0.0.1", "--country-header", "CF-IPCountry"],
            environment: ["FINGERPOST_HSTS": "300", "FINGERPOST_ALLOWED_HOSTS": "router.internal"])
        let absent = ["User-Agent": Agents.windows, "Fingerpost-Device": "platform=android, app;state=absent"]
        let store = try daemon.click("/WXYZ", fields: absent)
        #expect(
            store["Location"]?.hasPrefix("https://play.google.com/store/apps/details?id=com.example.android") == true)
        #expect(store["Strict-Transport-Security"] == "max-age=300")
        let india = try daemon.click("/WXYZ", fields: ["User-Agent": Agents.windows, "CF-IPCountry": "IN"])
        #expect(india["Location"] == "https://www.example.com/in/")
        let admin = try daemon.ask(daemon.admin, "/healthz")
        #expect(admin.status == 200 && admin["Strict-Transport-Security"] == nil)
        let asked = ["X-Original-URI": "/WXYZ", "X-Forwarded-Host": "example.page.link"]
        #expect(try daemon.ask(daemon.edge, "/edge/nginx", fields: asked).status == 401)
        for (host, status) in [("router.internal", 200), ("evil.example", 421)] {
            let client = try HTTPClient(port: daemon.admin)
            client.send(HTTPRequest.text("/v1/ruleset", host: host))
            #expect(try client.answer().status == status)
        }
        // The request name of a trusted peer is used if it is well-formed.
        func name(_ given: String, port: UInt16, _ target: String = "/WXYZ") throws -> String? {
            try daemon.ask(port, target, fields: ["X-Request-Id": given])["X-Request-Id"]
        }
        for port in [daemon.front, daemon.edge, daemon.admin] {
            #expect(try name("abc-123", port: port) == "abc-123")
            for bad in ["a b", "a\"b", String(repeating: "x", count: 129)] {
                #expect(try name(bad, port: port)?.count == 32)
            }
        }
        #expect(try name("deferred", port: daemon.admin, "/metrics") == "deferred")
        #expect(try name("", port: daemon.front) != name("", port: daemon.front))
        #expect(daemon.stop() == 0)

        let stranger = try RunningDaemon(rules: rules.path)
        let forged = try stranger.click("/WXYZ", fields: absent.merging(["X-Request-Id": "abc"]) { $1 })
        #expect(forged["Location"] == "https://www.example.com/" && forged["X-Request-Id"]?.count == 32)
        #expect(forged["Strict-Transport-Security"] == nil)
        #expect(try stranger.ask(stranger.edge, "/edge/nginx", fields: asked).status == 403)
        #expect(stranger.stop() == 0)
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
