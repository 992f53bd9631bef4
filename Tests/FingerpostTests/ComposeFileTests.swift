import Foundation
import Help
import TestSupport
import Testing

@testable import Settings

/// `systemd/container/compose.yaml`: the daemon and Caddy, as processes instead of containers.
@Suite("the Compose file", .serialized, .timeLimit(.minutes(20)))
struct ComposeFileTests {
    @Test("its image, settings and ports are those of this version and of the container recipe")
    func names() throws {
        let text = try ComposeFile.text()
        let recipe = try String(
            contentsOf: RulesFolder.repository.appending(path: "systemd/container/Containerfile"), encoding: .utf8)
        #expect(text.contains("image: fingerpost:\(Version.text)\n"))
        #expect(text.contains("fingerpost-\(Version.text)-amd64.oci.tar\n"))
        let variables = text.matches(of: /FINGERPOST_[A-Z_]+/).map { String($0.output) }
        #expect(variables == ["FINGERPOST_TRUSTED_PEERS"] && Setting.all.map(\.variable).contains(variables[0]))
        for (name, place) in [("FRONT", "reverse_proxy fingerpost:"), ("ADMIN", "ports: [\"127.0.0.1:8082:")] {
            let port = try #require(
                recipe.firstMatch(of: try Regex("FINGERPOST_LISTEN_\(name)=0.0.0.0:([0-9]+)"))?[1].substring)
            #expect(text.contains(place + port), "\(name)")
        }
        let network = try #require(text.firstMatch(of: /subnet: ([0-9.\/]+)/)?.1)
        #expect(text.contains("FINGERPOST_TRUSTED_PEERS: \(network)\n"))
        #expect(
            recipe.contains("FINGERPOST_STORE=/var/lib/fingerpost") && text.contains("\"store:/var/lib/fingerpost\""))
        #expect(
            recipe.contains("FINGERPOST_RULES=/etc/fingerpost/rules") && text.contains(":/etc/fingerpost/rules:ro\""))
    }

    @Test(
        "Caddy terminates TLS, redirects HTTP, and passes on neither forged fields nor requests of a stopped daemon",
        .enabled(
            if: ComposeFile.caddy != nil && CertificateMaker.openssl != nil, "skipped: Caddy or openssl is missing"))
    func caddy() throws {
        let daemon = try RunningDaemon(flags: ["--trusted-peers", "127.0.0.1", "--country-header", "CF-IPCountry"])
        let proxy = try ComposeFile.Proxy(hosts: "example.page.link auth.example.com", front: daemon.front)
        let own = try daemon.click("/WXYZ", fields: ["User-Agent": Agents.android])
        let location = try #require(own["Location"])
        #expect(location.hasPrefix("intent:"))
        let answer = try proxy.click("/WXYZ", ["User-Agent": Agents.android])
        #expect(answer.contains("HTTP/1.1 302 ") && answer.contains("\r\nLocation: \(location)\r\n"), "\(answer)")

        let plain = try proxy.click("/WXYZ", ["User-Agent": Agents.windows])
        let forged = try proxy.click(
            "/WXYZ",
            [
                "User-Agent": Agents.windows, "Fingerpost-Device": "platform=android, app;state=absent",
                "X-Forwarded-Host": "elsewhere.example.com", "X-Request-Id": "f0rged", "CF-IPCountry": "IN",
            ])
        #expect(ComposeFile.location(plain) == ComposeFile.location(forged) && ComposeFile.location(plain) != nil)
        #expect(!forged.contains("f0rged"))

        let client = try HTTPClient(port: proxy.plainPort)
        client.send(HTTPRequest.text("/WXYZ", host: "example.page.link"))
        let redirect = try client.answer()
        #expect(redirect.status == 308 && redirect["Location"]?.hasPrefix("https://example.page.link") == true)

        #expect(daemon.stop() == 0)
        #expect(try proxy.click("/WXYZ", [:]).contains("HTTP/1.1 502 "))
    }
}

/// The Compose file, and Caddy with the configuration in it.
enum ComposeFile {
    static let caddy = ["/usr/bin/caddy", "/usr/local/bin/caddy"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static func text() throws -> String {
        try String(
            contentsOf: RulesFolder.repository.appending(path: "systemd/container/compose.yaml"), encoding: .utf8)
    }

    /// The value of a response's `Location`.
    static func location(_ answer: String) -> Substring? { answer.firstMatch(of: /\r\nLocation: ([^\r]*)\r\n/)?.1 }

    /// The content of `configs.caddyfile`, with HOSTS as Compose replaces it.
    static func caddyfile(hosts: String) throws -> String {
        let content = try #require(try text().split(separator: "    content: |\n").last)
        let lines = content.split(separator: "\n").map { $0.dropFirst(6) }
        let first = try #require(lines.first)
        #expect(first.hasPrefix("${HOSTS:?") && !lines.dropFirst().joined().contains("$"))
        return ["\(hosts) {"].joined() + "\n" + lines.dropFirst().joined(separator: "\n") + "\n"
    }

    /// Caddy on free ports with its own authority; stopped when the object is released.
    final class Proxy {
        let plainPort: UInt16
        private let securePort: UInt16
        private let child: Child
        private let folder: ScratchFolder

        init(hosts: String, front: UInt16) throws {
            folder = try ScratchFolder()
            (plainPort, securePort) = (try FreePort.next(), try FreePort.next())
            let options = """
                {
                	admin off
                	local_certs
                	skip_install_trust
                	default_bind 127.0.0.1
                	http_port \(plainPort)
                	https_port \(securePort)
                }

                """
            let sites = try ComposeFile.caddyfile(hosts: hosts)
                .replacing("fingerpost:8080", with: "127.0.0.1:\(front)")
            let file = try folder.file("Caddyfile", options + sites)
            child = try Child(
                try #require(ComposeFile.caddy), ["run", "--adapter", "caddyfile", "--config", file.path()],
                environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": folder.path],
                folder: folder.path)
            let (child, ports, authority) = (child, [plainPort, securePort], authority)
            let isReady = wait(seconds: 30) {
                !child.isRunning
                    || ports.allSatisfy { (try? HTTPClient(port: $0)) != nil }
                        && FileManager.default.fileExists(atPath: authority)
            }
            guard isReady, child.isRunning else { throw HTTPClient.Broken(description: "Caddy: \(child.error)") }
        }

        private var authority: String { folder.url.appending(path: "caddy/pki/authorities/local/root.crt").path() }

        /// The response to a request over TLS, after checking the certificate.
        func click(_ target: String, _ fields: [String: String]) throws -> String {
            let host = "example.page.link"
            let request = HTTPRequest.text(
                target, host: host, fields: fields.merging(["Connection": "close"]) { $1 })
            let client = try Child(
                try #require(CertificateMaker.openssl),
                [
                    "s_client", "-quiet", "-connect", "127.0.0.1:\(securePort)", "-servername", host,
                    "-verify_hostname", host, "-verify_return_error", "-CAfile", authority, "-ign_eof",
                ], input: request)
            defer { client.kill() }
            #expect(client.waits(seconds: 20), "\(client.error)")
            return client.output
        }

        deinit {
            child.signal(SIGTERM)
            _ = child.waits(seconds: 5)
            child.kill()
        }
    }
}
