import ByteText
import Foundation
import TestSupport
import Testing

/// Proxies that pass connections on, with the client's address in the PROXY protocol.
@Suite("connections that proxies pass on", .serialized, .timeLimit(.minutes(20)))
struct PassedConnectionTests {
    /// A shipped file, and the changes made to it.
    struct Kind: Sendable, CustomTestStringConvertible {
        var proxy: RealProxy.Kind
        var isOld = false

        var testDescription: String { proxy.file + (isOld ? " with send-proxy" : "") }

        func change(_ text: String) -> String {
            guard isOld else { return text }
            return text.replacing("send-proxy-v2 proxy-v2-options crc32c,unique-id", with: "send-proxy")
        }
    }

    static let kinds = RealProxy.passing.filter { $0.path != nil }.flatMap { proxy in
        proxy.program == "haproxy" ? [Kind(proxy: proxy), Kind(proxy: proxy, isOld: true)] : [Kind(proxy: proxy)]
    }

    private static let flags = ["--listen", "127.0.0.1:0 proxy_protocol", "--trusted-peers", "127.0.0.1"]
    private static let absent = [
        "User-Agent": Agents.windows, "X-Forwarded-For": "198.51.100.66",
        "Fingerpost-Device": "platform=android, app;state=absent",
    ]

    /// Matches clients at 127.0.0.2.
    private static let rule = """
        {"name": "near", "when": "request.ip == '127.0.0.2'", "because": "It has a page of its own.", \
        "then": {"continue_redirect": {"to": "https://www.example.com/near/"}}}
        """

    @Test("the client is known by its own address, and has no more to say than without a proxy", arguments: kinds)
    func client(_ kind: Kind) throws {
        let folder = try ScratchFolder()
        let log = folder.path + "access.log"
        let rules = try RulesFolder(site: ParityCase.site.replacing("\"rules\": [", with: "\"rules\": [\(Self.rule), "))
        let daemon = try RunningDaemon(rules: rules.path, flags: Self.flags + ["--access-log", log])
        let front = try #require(daemon.fronts.last)
        #expect(daemon.fronts.count == 2)
        let proxy = try RealProxy(kind.proxy, front: front, change: kind.change)
        let client = try HTTPClient(port: proxy.port, from: 2)
        for _ in 0..<2 {
            client.send(HTTPRequest.text("/WXYZ", host: "example.page.link", fields: Self.absent))
            let answer = try client.answer()
            #expect(answer.status == 302)
            #expect(answer["Location"] == "https://www.example.com/near/")
        }
        // A request from the proxy's own address is trusted like one without a proxy.
        let near = try proxy.click("/WXYZ", fields: Self.absent)
        #expect(near["Location"]?.hasPrefix("https://play.google.com/") == true)
        // A PROXY line sent by the client follows the proxy's, and is not a request.
        let forger = try HTTPClient(port: proxy.port, from: 2)
        forger.send("PROXY TCP4 203.0.113.9 127.0.0.1 1 2\r\n" + HTTPRequest.text("/WXYZ", host: "example.page.link"))
        #expect(try forger.answer().status == 400)
        // Longer than the interval of health checks.
        usleep(1_200_000)
        let metrics = try daemon.ask(daemon.admin, "/metrics").body
        #expect(metrics.contains("\nfingerpost_shed_total{reason=\"proxy_header\"} 0\n"))
        #expect(daemon.stop() == 0)
        let remotes = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            .map { try JSONValue(parsing: String($0)) }.filter { $0["target"]?.string == "/WXYZ" }
            .map { $0["remote"]?.string }
        // Each of the two workers writes its own lines.
        #expect(remotes.sorted { $0 ?? "" < $1 ?? "" } == ["127.0.0.1", "127.0.0.2", "127.0.0.2"])
    }

    @Test(
        "the header comes before the handshake, and before what is sent to https",
        .enabled(if: haproxy != nil, "skipped: haproxy is not installed"))
    func secure() throws {
        let folder = try ScratchFolder()
        let log = folder.path + "access.log"
        let daemon = try SecureDaemon(flags: ["--access-log", log, "--workers", "1"], expectsProxyHeader: true)
        let kind = try #require(Self.haproxy)
        let (secure, plain) = try (
            RealProxy(kind, front: daemon.passedOn.secure), RealProxy(kind, front: daemon.passedOn.redirect)
        )
        for version in ["-tls1_2", "-tls1_3"] {
            let outcome = try daemon.connect([version, "-bind", "127.0.0.2:0"], port: secure.port)
            #expect(outcome.output.contains("HTTP/1.1 302 "), "\(outcome.error)")
        }
        let answer = try plain.click("/WXYZ", host: "link.example")
        #expect(answer.status == 301)
        #expect(answer["Location"] == "https://link.example/WXYZ")
        // Health checks send nothing; a client without TLS counts as failed.
        usleep(1_200_000)
        #expect(try secure.click("/WXYZ", host: "link.example").status == 400)
        let admin = try HTTPClient(port: daemon.admin)
        admin.send(HTTPRequest.text("/metrics", host: "localhost", fields: ["Connection": "close"]))
        let metrics = try admin.answer().body
        #expect(metrics.contains("\nfingerpost_tls_handshakes_total{result=\"new\"} 2\n"))
        #expect(metrics.contains("\nfingerpost_tls_handshakes_total{result=\"failed\"} 1\n"))
        #expect(metrics.contains("\nfingerpost_shed_total{reason=\"proxy_header\"} 0\n"))
        // A connection without the header is not a proxy's.
        #expect(!(try daemon.connect(port: daemon.passedOn.secure).output.contains("HTTP/1.1")))
        #expect(daemon.stop() == 0)
        let remotes = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            .map { try JSONValue(parsing: String($0)) }.filter { $0["target"]?.string == "/WXYZ" }
            .map { $0["remote"]?.string }
        #expect(remotes == ["127.0.0.2", "127.0.0.2", "127.0.0.1"])
    }

    private static let haproxy = RealProxy.passing.first { $0.program == "haproxy" && $0.path != nil }

    @Test("who is not trusted gets no answer, and is counted")
    func strangers() throws {
        let daemon = try RunningDaemon(flags: Self.flags)
        let front = try #require(daemon.fronts.last)
        let stranger = try HTTPClient(port: front, from: 3)
        stranger.send("PROXY TCP4 127.0.0.1 127.0.0.1 1 2\r\n" + HTTPRequest.text("/WXYZ", host: "example.page.link"))
        #expect(try stranger.isClosedByPeer())
        let plain = try HTTPClient(port: front)
        plain.send(HTTPRequest.text("/WXYZ", host: "example.page.link"))
        #expect(try plain.isClosedByPeer())
        let metrics = try daemon.ask(daemon.admin, "/metrics").body
        #expect(metrics.contains("\nfingerpost_shed_total{reason=\"proxy_header\"} 2\n"))
        #expect(daemon.stop() == 0)
    }

    @Test("an option survives a handover")
    func handover() throws {
        let daemon = try RunningDaemon(flags: Self.flags)
        let front = try #require(daemon.fronts.last)
        let old = daemon.id
        daemon.signal(SIGUSR2)
        #expect(wait(seconds: 20) { HandoverTests.hasEnded(old) })
        let new = try #require(HandoverTests.successor(of: daemon))
        defer { kill(new, SIGKILL) }
        let client = try HTTPClient(port: front)
        client.send("PROXY TCP4 203.0.113.9 127.0.0.1 1 2\r\n" + HTTPRequest.text("/WXYZ", host: "example.page.link"))
        #expect(try client.answer().status == 302)
        let plain = try HTTPClient(port: front)
        plain.send(HTTPRequest.text("/WXYZ", host: "example.page.link"))
        #expect(try plain.isClosedByPeer())
    }
}
