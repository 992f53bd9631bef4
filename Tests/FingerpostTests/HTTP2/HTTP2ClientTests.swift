import Foundation
import TestSupport
import Testing

/// Third-party HTTP/2 clients against the real front and edge.
@Suite("HTTP/2 with real clients", .serialized, .timeLimit(.minutes(20)))
struct HTTP2ClientTests {
    /// The path of a program from a Debian package; `nil` if it is not installed.
    private static func path(_ program: String) -> String? {
        ["/usr/bin/", "/usr/sbin/"].map { $0 + program }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func isInstalled(_ programs: String...) -> Bool {
        programs.allSatisfy { path($0) != nil } && CertificateMaker.openssl != nil
    }

    private static func run(_ program: String, _ arguments: [String], seconds: Double = 60) throws -> Child {
        let child = try Child(try #require(path(program)), arguments)
        defer { child.kill() }
        #expect(child.waits(seconds: seconds), "\(program) takes too long")
        return child
    }

    /// A daemon with the site of the parity cases that accepts HTTP/2 without TLS from trusted peers.
    private static func daemon(trusting: String = "127.0.0.1") throws -> SecureDaemon {
        try SecureDaemon(site: ParityCase.site, settings: "h2c: true\ntrusted_peers: [\(trusting)]")
    }

    private static let host = "example.page.link"

    // MARK: - curl

    /// The last response that curl printed: version, status and redirect target.
    private static func curl(_ arguments: [String]) throws -> (said: String, fields: [String], code: Int32) {
        let child = try run(
            "curl",
            ["-sk", "-D", "-", "-o", "/dev/null", "-A", Agents.android, "-w", "%{http_version} %{response_code}"]
                + arguments)
        let lines = child.output.split(whereSeparator: \.isNewline)
        // Names are in lower case in HTTP/2; these fields differ from response to response, or belong to the connection.
        let fields = lines.dropFirst().dropLast().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return parts[0].lowercased() + ":" + (parts.count > 1 ? parts[1] : "")
        }
        let own = fields.filter {
            !$0.hasPrefix("date:") && !$0.hasPrefix("x-request-id:") && !$0.hasPrefix("connection:")
        }
        return (lines.last.map(String.init) ?? "", own.sorted(), child.code)
    }

    @Test(
        "curl gets the same answers in HTTP/2 and HTTP/1.1, through TLS and without",
        .enabled(if: isInstalled("curl"), "skipped: curl or openssl is not installed"))
    func curl() throws {
        let daemon = try Self.daemon()
        let paths = [
            "/WXYZ", "/nothing", "/robots.txt", "/?link=https%3A%2F%2Fwww.example.com%2F&d=1", "/WXYZ/qr.svg",
            "/WXYZ/qr.png?size=300",
        ]
        for path in paths {
            for (scheme, port, version) in [
                ("https", daemon.secure, "--http2"), ("http", daemon.plain, "--http2-prior-knowledge"),
            ] {
                let rest = ["--resolve", "\(Self.host):\(port):127.0.0.1", "\(scheme)://\(Self.host):\(port)\(path)"]
                let (new, old) = (try Self.curl([version] + rest), try Self.curl(["--http1.1"] + rest))
                #expect(new.said.hasPrefix("2 ") && old.said.hasPrefix("1.1 "), "\(path): \(new), \(old)")
                #expect(new.said.dropFirst(2) == old.said.dropFirst(4) && new.fields == old.fields, "\(new), \(old)")
            }
        }
        let question = [
            "-d", #"{"link": "https://example.page.link/WXYZ"}"#, "http://127.0.0.1:\(daemon.edge)/v1/decide",
        ]
        #expect(try Self.curl(["--http2-prior-knowledge"] + question).said == "2 200")
        // No upgrade, and no HTTP/2 on the admin listener.
        #expect(try Self.curl(["--http2"] + question).said == "1.1 200")
        #expect(try Self.curl(["--http2-prior-knowledge", "http://127.0.0.1:\(daemon.admin)/healthz"]).code != 0)
        #expect(daemon.stop() == 0)
    }

    @Test(
        "HTTP/2 without TLS is for trusted peers alone",
        .enabled(if: isInstalled("curl"), "skipped: curl or openssl is not installed"))
    func untrusted() throws {
        let daemon = try Self.daemon(trusting: "192.0.2.1")
        let address = "http://127.0.0.1:\(daemon.plain)/robots.txt"
        #expect(try Self.curl(["--http2-prior-knowledge", address]).code != 0)
        #expect(try Self.curl(["--http1.1", "-H", "Host: \(Self.host)", address]).said == "1.1 200")
    }

    // MARK: - nghttp2

    @Test(
        "nghttp gets a redirect, a refusal and a file over one connection",
        .enabled(if: isInstalled("nghttp"), "skipped: nghttp2-client or openssl is not installed"))
    func nghttp() throws {
        let daemon = try Self.daemon()
        for base in ["https://127.0.0.1:\(daemon.secure)", "http://127.0.0.1:\(daemon.plain)"] {
            let child = try Self.run(
                "nghttp",
                [
                    "-v", "--no-verify-peer", "-H", ":authority: \(Self.host)", "-H",
                    "user-agent: \(Agents.android)",
                ]
                    + ["/WXYZ", "/nothing", "/robots.txt"].map { base + $0 })
            for status in [302, 404, 200] { #expect(child.output.contains(":status: \(status)"), "\(child.output)") }
            #expect(!child.output.contains("RST_STREAM") && child.output.contains("recv SETTINGS"), "\(child.output)")
        }
    }

    @Test(
        "h2load: two thousand requests on four connections, none lost",
        .enabled(if: isInstalled("h2load"), "skipped: nghttp2-client or openssl is not installed"))
    func h2load() throws {
        let daemon = try Self.daemon()
        for base in ["https://127.0.0.1:\(daemon.secure)", "http://127.0.0.1:\(daemon.plain)"] {
            let child = try Self.run(
                "h2load",
                [
                    "-n", "2000", "-c", "4", "-m", "100", "-H", ":authority: \(Self.host)", "-H",
                    "user-agent: \(Agents.android)", base + "/WXYZ",
                ])
            #expect(child.output.contains(" 2000 succeeded, 0 failed, 0 errored, 0 timeout"), "\(child.output)")
            #expect(child.output.contains("2000 3xx"), "\(child.output)")
        }
    }

    // MARK: - HAProxy

    @Test(
        "HAProxy asks front and edge over HTTP/2, without TLS and with it",
        .enabled(if: isInstalled("haproxy"), "skipped: haproxy or openssl is not installed"))
    func haproxy() throws {
        let daemon = try Self.daemon()
        let kind = RealProxy.Kind(file: "haproxy/http2.cfg", program: "haproxy", statusWhenDown: 503)
        let secure = "ssl verify none alpn h2 sni req.hdr(Host)"
        for (port, prefix, line) in [
            (daemon.plain, "", "proto h2"), (daemon.secure, "", secure), (daemon.edge, "/edge/envoy", "proto h2"),
        ] {
            let proxy = try RealProxy(kind, front: port) {
                $0.replacingOccurrences(of: "proto h2 check", with: "\(line) check")
            }
            for _ in 0..<20 {
                let answer = try proxy.click(prefix + "/WXYZ", fields: ["User-Agent": Agents.android])
                #expect(answer.status == 302 && answer["Location"] != nil, "\(line): \(answer)")
            }
            let refusal = try proxy.click(prefix + "/nothing", fields: ["User-Agent": Agents.android])
            // A request that is not a link is passed on if the edge decides.
            #expect(refusal.status == (prefix.isEmpty ? 404 : 200), "\(line): \(refusal)")
        }
        // HTTP/2 without TLS is refused to peers that are not trusted, and the proxy has no fallback.
        let other = try Self.daemon(trusting: "192.0.2.1")
        let proxy = try RealProxy(kind, front: other.plain)
        let refusal = try proxy.click("/WXYZ")
        #expect([502, 503].contains(refusal.status), "\(refusal)")
    }

    // MARK: - Envoy

    @Test(
        "checks of Envoy's ext_authz filter, many at a time on one connection without TLS",
        .enabled(
            if: PythonFrames.interpreter != nil, "skipped: no Python with Tests/HTTP2/requirements.txt; see above"),
        arguments: ["ext_authz.py", "ext_authz_grpc.py"])
    func envoy(_ script: String) throws {
        let daemon = try Self.daemon()
        let python = try #require(PythonFrames.interpreter)
        let child = try Child(python, [PythonFrames.script(script), "127.0.0.1:\(daemon.edge)"])
        #expect(child.waits(seconds: 60))
        #expect(child.code == 0 && child.output == "ok 100 checks\n", "\(child.error) \(child.output)")
        #expect(daemon.stop() == 0)
    }

    // MARK: - Chromium

    @Test(
        "Chromium gets a page and all that follows over HTTP/2, and has no error to report",
        .enabled(if: isInstalled("chromium", "python3"), "skipped: chromium, python3 or openssl is not installed"))
    func chromium() throws {
        let daemon = try Self.daemon()
        let base = "https://\(Self.host)"
        let long = "/?link=https%3A%2F%2Fwww.example.com%2F&ibi=com.example.ios&isi=1234567"
        let paths = ["/WXYZ", "/WXYZ?d=1", long, "/WXYZ"]
        let script = PythonBrowser.script("answers.py")
        let child = try Self.run(
            "python3",
            [script, try #require(Self.path("chromium")), "\(daemon.secure)", Agents.iPhone] + paths.map { base + $0 },
            seconds: 180)
        #expect(child.code == 0, "\(child.error)")
        let lines = child.output.split(separator: "\n")
        #expect(lines.count >= paths.count && !lines.contains { $0.hasPrefix("error:") }, "\(child.output)")
        for line in lines { #expect(line.contains(" h2 https://"), "\(line)") }
        #expect(lines.contains { $0.hasPrefix("200 h2 ") && $0.hasSuffix("/WXYZ?d=1") }, "\(child.output)")
        #expect(daemon.stop() == 0)
    }
}
