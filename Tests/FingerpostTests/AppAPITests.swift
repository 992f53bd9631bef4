import ByteText
import Foundation
import TestSupport
import Testing

/// The apps listener of the real program, behind real proxies and for a real browser.
@Suite("apps create links", .timeLimit(.minutes(20)))
struct AppAPITests {
    private static let body =
        #"{"longDynamicLink": "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fp"}"#

    private static func create(_ port: UInt16, _ target: String, _ body: String = body, fields: [String: String] = [:])
        throws -> HTTPAnswer
    {
        let client = try HTTPClient(port: port)
        client.send(HTTPRequest.text(target, method: "POST", host: "api.example.com", fields: fields, body: body))
        return try client.answer()
    }

    @Test("over TCP, counted by its name, without the key in a log; and the next process has the address")
    func program() throws {
        let logs = try ScratchFolder()
        let server = try LinkServer(flags: ["--api", "127.0.0.1:0", "--access-log", logs.path + "/access"])
        let daemon = server.daemon
        let port = try #require(daemon.api, "\(daemon.readyLine)")
        #expect(daemon.readyLine.contains(" api=http://127.0.0.1:\(port) "))
        #expect(try Self.create(port, "/v1/shortLinks?key=\(LinkServer.key)").status == 200)
        #expect(try Self.create(port, "/v1/shortLinks?key=\(LinkServer.token)").status == 400)
        #expect(try Self.create(port, "/v1/links?key=\(LinkServer.key)").status == 404)
        let large = "{\"x\": \"" + String(repeating: "a", count: 70_000) + "\"}"
        #expect(try Self.create(port, "/v1/shortLinks?key=\(LinkServer.key)", large).status == 413)
        let metrics = try daemon.ask(daemon.admin, "/metrics").body
        #expect(metrics.contains(#"fingerpost_http_requests_total{listener="api",code="200"} 1"#))
        daemon.signal(SIGUSR1)
        let isLogged = wait(seconds: 5) {
            let text = (try? String(contentsOfFile: logs.path + "/access", encoding: .utf8)) ?? ""
            return text.contains(#""listener":"api""#)
        }
        #expect(isLogged)
        let log = try String(contentsOfFile: logs.path + "/access", encoding: .utf8)
        #expect(log.contains(#""target":"/v1/shortLinks""#))
        #expect(!log.contains(LinkServer.key) && !log.contains(LinkServer.token))
        daemon.signal(SIGUSR2)
        #expect(wait(seconds: 20) { HandoverTests.hasEnded(daemon.id) }, "\(daemon.said)")
        let successor = try #require(HandoverTests.successor(of: daemon))
        defer { kill(successor, SIGKILL) }
        #expect(try Self.create(port, "/v1/shortLinks?key=\(LinkServer.key)").status == 200)
    }

    @Test("a daemon without the setting has no such listener")
    func off() throws {
        #expect(try RunningDaemon().readyLine.contains("api=") == false)
    }

    @Test("behind proxies: the one path, bodies of bounded size, and nothing forged", arguments: RealProxy.ofAPI)
    func proxies(_ kind: RealProxy.Kind) throws {
        guard kind.path != nil else { return }
        let server = try LinkServer(flags: ["--api", "127.0.0.1:0", "--trusted-peers", "127.0.0.1"])
        let proxy = try RealProxy(kind, api: try #require(server.daemon.api))
        let target = "/v1/shortLinks?key=\(LinkServer.key)"
        #expect(try Self.create(proxy.port, target).status == 200)
        #expect(try Self.create(proxy.port, "/v1/shortLinks", fields: ["X-Goog-Api-Key": LinkServer.key]).status == 200)
        #expect(try Self.create(proxy.port, "/v1/shortLinks").status == 403)
        for path in ["/v1/links", "/metrics", "/", "/v1/shortLinks/x", "/v1/managedShortLinks:create"] {
            #expect(try Self.create(proxy.port, path + "?key=\(LinkServer.key)").status == 404, "\(path)")
        }
        let large = "{\"x\": \"" + String(repeating: "a", count: 100_000) + "\"}"
        // Caddy streams the body, and may find the connection closed by the 413 before it reads the response.
        let refused = kind.program == "caddy" ? [413, 502] : [413]
        #expect(refused.contains(try Self.create(proxy.port, target, large).status))

        let recording = try RecordingSite()
        let other = try RealProxy(kind, api: recording.port)
        let forged = [
            "X-Forwarded-For": "198.51.100.66", "X-Forwarded-Host": "f0rged.example", "X-Forwarded-Proto": "f0rged",
            "X-Original-URI": "/f0rged", "Forwarded": "for=198.51.100.66;host=f0rged.example",
            "Fingerpost-Device": "platform=ios, app;state=f0rged", "X-Request-Id": "f0rged", "CF-IPCountry": "f0rged",
            "Content-Length": "0",
        ]
        _ = try Self.create(other.port, "/v1/shortLinks", "", fields: forged)
        let heads = recording.heads.filter { $0.hasPrefix("POST") }
        #expect(heads.count == 1)
        for head in heads {
            #expect(!head.contains("f0rged") && !head.contains("198.51.100.66"), "\(head)")
            #expect(head.lowercased().contains("x-forwarded-for: 127.0.0.1\r\n"), "\(head)")
        }
    }

    private static let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(
        "a page in a browser creates a link where its origin is allowed, and not elsewhere",
        .enabled(if: chromium != nil, "there is no chromium"))
    func browser() throws {
        let pages = try RecordingSite()
        let origin = "http://localhost:\(pages.port)"
        let server = try LinkServer(flags: ["--api", "127.0.0.1:0", "--cors", origin])
        let api = "http://127.0.0.1:\(try #require(server.daemon.api))/v1/shortLinks"
        pages.page = """
            <!doctype html><title>x</title><p id=a>waiting</p><script>
            fetch("\(api)", {method: "POST", headers: {"Content-Type": "application/json", "X-Goog-Api-Key": "\(LinkServer.key)"},
              body: JSON.stringify(\(Self.body))})
              .then(r => r.json()).then(j => { a.textContent = "made " + j.shortLink }, e => { a.textContent = "kept out" })
            </script>
            """
        #expect(try dom(of: origin + "/").contains("made https://example.page.link/"))
        // Another name of this machine is another origin.
        #expect(try dom(of: "http://127.0.0.1:\(pages.port)/").contains("kept out"))
    }

    private func dom(of address: String) throws -> String {
        let profile = try ScratchFolder()
        let child = try Child(
            try #require(Self.chromium),
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile.path)",
                "--virtual-time-budget=10000", "--dump-dom", address,
            ])
        defer { child.kill() }
        #expect(child.waits(seconds: 90))
        return child.output
    }
}
