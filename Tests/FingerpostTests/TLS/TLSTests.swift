import Foundation
import TestSupport
import Testing

/// The front as TLS clients see it: the real daemon, and the openssl command against it.
@Suite(
    "TLS", .serialized, .timeLimit(.minutes(20)),
    .enabled(if: CertificateMaker.openssl != nil, "skipped: openssl is not installed"))
struct TLSTests {
    @Test("TLS 1.2 and 1.3 with modern ciphers, and nothing else")
    func versionsAndCiphers() throws {
        let daemon = try SecureDaemon()
        let weak = ["-cipher", "ALL:eNULL@SECLEVEL=0"]
        let accepted: [(arguments: [String], name: String, cipher: String)] =
            ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"].map {
                (["-tls1_3", "-ciphersuites", $0], "link.example", $0)
            }
            + ["AES128-GCM-SHA256", "AES256-GCM-SHA384", "CHACHA20-POLY1305"].flatMap {
                [
                    (["-tls1_2", "-cipher", "ECDHE-ECDSA-\($0)"], "link.example", "ECDHE-ECDSA-\($0)"),
                    (["-tls1_2", "-cipher", "ECDHE-RSA-\($0)"], "rsa.example", "ECDHE-RSA-\($0)"),
                ]
            }
        for (arguments, name, cipher) in accepted {
            let outcome = try daemon.connect(arguments, name: name)
            #expect(outcome.output.contains("Cipher is \(cipher)\n"), "\(arguments): \(outcome.output)")
            #expect(outcome.output.contains("HTTP/1.1 302 "))
            #expect(outcome.output.contains("Compression: NONE"))
        }
        let refused =
            [["-tls1"] + weak, ["-tls1_1"] + weak]
            + [
                "AES128-SHA", "AES128-GCM-SHA256", "ECDHE-RSA-AES128-SHA", "DHE-RSA-AES128-GCM-SHA256",
                "AECDH-AES128-SHA",
            ]
            .map { ["-tls1_2", "-cipher", "\($0)@SECLEVEL=0"] }
        for arguments in refused {
            let outcome = try daemon.connect(arguments, name: "rsa.example")
            #expect(outcome.output.contains("Cipher is (NONE)"), "\(arguments): \(outcome.output)")
            #expect(outcome.error.contains("alert"), "\(arguments): \(outcome.error)")
        }
        let metrics = try HTTPClient(port: daemon.admin)
        metrics.send(HTTPRequest.text("/metrics", host: "localhost"))
        let text = try metrics.answer().body
        #expect(text.contains("fingerpost_tls_handshakes_total{result=\"new\"} \(accepted.count)\n"))
        #expect(text.contains("fingerpost_tls_handshakes_total{result=\"failed\"} \(refused.count)\n"))
        #expect(daemon.stop() == 0)
    }

    @Test("each of many certificates is found by its name")
    func manyCertificates() throws {
        let hosts = (1...100).map { "h\($0).example" } + ["*.wide.example"]
        let daemon = try SecureDaemon(hosts: hosts)
        for (name, certificate) in [
            ("h1.example", "h1.example"), ("h50.example", "h50.example"), ("H100.example", "h100.example"),
            ("a.wide.example", "*.wide.example"), ("h101.example", "ec"), ("link.example", "ec"),
        ] {
            let outcome = try daemon.connect(name: name)
            #expect(outcome.output.contains("subject=CN = \(certificate)\n"), "\(name): \(outcome.output)")
        }
    }

    @Test("ALPN: HTTP/2 before HTTP/1.1, or HTTP/1.1 alone if it is turned off; and ALPN is optional")
    func protocols() throws {
        let rows: [(settings: String, offered: String, chosen: String?)] = [
            ("", "h2,http/1.1", "h2"), ("", "http/1.1,h2", "h2"), ("", "h2", "h2"), ("", "http/1.1", "http/1.1"),
            ("", "h3,spdy/3.1", nil), ("http2: false", "h2,http/1.1", "http/1.1"), ("http2: false", "h2", nil),
        ]
        for settings in ["", "http2: false"] {
            let daemon = try SecureDaemon(settings: settings)
            for row in rows where row.settings == settings {
                for version in ["-tls1_2", "-tls1_3"] {
                    let outcome = try daemon.connect([version, "-alpn", row.offered])
                    if let chosen = row.chosen {
                        #expect(outcome.output.contains("ALPN protocol: \(chosen)\n"), "\(row): \(outcome.output)")
                        #expect(outcome.output.contains("HTTP/1.1 302 ") == (chosen == "http/1.1"), "\(row)")
                    } else {
                        #expect(outcome.error.contains("alert no application protocol"), "\(row): \(outcome.error)")
                    }
                }
            }
            let without = try daemon.connect()
            #expect(without.output.contains("No ALPN negotiated") && without.output.contains("HTTP/1.1 302 "))
        }
    }

    @Test("the name that a client asks for chooses the certificate")
    func names() throws {
        let daemon = try SecureDaemon()
        let rows: [(name: String?, certificate: String)] = [
            ("link.example", "ec"), ("LINK.example", "ec"), ("rsa.example", "rsa"), ("a.wild.example", "rsa"),
            ("a.b.wild.example", "ec"), ("wild.example", "ec"), ("strange.example", "ec"), ("x", "ec"), (nil, "ec"),
        ]
        for (name, certificate) in rows {
            for version in ["-tls1_2", "-tls1_3"] {
                let outcome = try daemon.connect([version], name: name)
                #expect(outcome.output.contains("subject=CN = \(certificate)\n"), "\(name ?? "-"): \(outcome.output)")
            }
        }
    }

    @Test(
        "sessions are resumed in both versions, by every worker, and after a reload", arguments: ["-tls1_2", "-tls1_3"])
    func resumption(version: String) throws {
        // The kernel distributes connections over the workers' sockets by their ports: sixteen reach all four, or nearly so.
        let daemon = try SecureDaemon(flags: ["--workers", "4"])
        // A name that selects another of the server's contexts, too.
        for name in ["link.example", "rsa.example"] {
            let first = try daemon.connect([version, "-sess_out", "session"], name: name)
            #expect(first.output.contains("\nNew, "), "\(first.output)")
            for round in 0..<16 {
                if round == 8 { #expect(daemon.reload(saying: "reload: sha256:")) }
                let next = try daemon.connect([version, "-sess_in", "session", "-sess_out", "session"], name: name)
                #expect(next.output.contains("\nReused, "), "\(round): \(next.output)")
                #expect(next.output.contains("HTTP/1.1 302 "))
            }
        }
    }

    @Test("sessions are resumed by a successor, with nothing stated", arguments: ["-tls1_2", "-tls1_3"])
    func resumptionAfterHandover(version: String) throws {
        let daemon = try SecureDaemon()
        _ = try daemon.connect([version, "-sess_out", "session"])
        for _ in 0..<2 {
            let new = try daemon.replace()
            for _ in 0..<2 {
                let next = try daemon.connect([version, "-sess_in", "session", "-sess_out", "session"])
                #expect(next.output.contains("\nReused, ") && next.output.contains("HTTP/1.1 302 "), "\(next.output)")
            }
            #expect(!HandoverTests.hasEnded(new))
        }
    }

    @Test("sessions are resumed after a restart where a key file is stated", arguments: ["-tls1_2", "-tls1_3"])
    func resumptionAfterRestart(version: String) throws {
        let folder = try ScratchFolder()
        func key(_ name: String, _ letter: Character) throws -> String {
            try folder.file(name, String(repeating: letter, count: 64)).path()
        }
        func state(_ keys: [String]) throws { try folder.file("settings.yaml", "ticket_key_file: \(keys)") }
        let keys = [try key("one", "1"), try key("two", "2")]
        let flags = ["--settings", folder.url.appending(path: "settings.yaml").path()]
        let session = folder.url.appending(path: "session").path()
        func connect(_ daemon: SecureDaemon, keeps: Bool = true) throws -> String {
            let output = try daemon.connect(
                [version, "-sess_in", session] + (keeps ? ["-sess_out", session] : [])
            ).output
            #expect(output.contains("HTTP/1.1 302 "))
            return output
        }
        try state([keys[0]])
        let first = try SecureDaemon(flags: flags)
        _ = try first.connect([version, "-sess_out", session])
        #expect(first.stop() == 0)
        let second = try SecureDaemon(flags: flags)
        #expect(try connect(second).contains("\nReused, "))
        // A new key seals, and the old one opens until it is removed.
        try state([keys[1], keys[0]])
        #expect(second.reload(saying: "reload: sha256:"))
        #expect(try connect(second, keeps: false).contains("\nReused, "))
        try state([keys[1]])
        #expect(second.reload(saying: "reload: sha256:"))
        #expect(try connect(second).contains("\nNew, "))
        #expect(try connect(second).contains("\nReused, "))
        // A weak key is not used, and changes nothing.
        try folder.file("two", "short")
        #expect(second.reload(saying: "keeping the old ticket keys"))
        #expect(try connect(second).contains("\nReused, "))
        #expect(second.stop() == 0)
    }

    @Test("a ticket that is not ours leads to a whole handshake", arguments: ["-tls1_2", "-tls1_3"])
    func strangeTicket(version: String) throws {
        let (daemon, other) = (try SecureDaemon(), try SecureDaemon())
        _ = try other.connect([version, "-sess_out", daemon.certificates.path("session")])
        let outcome = try daemon.connect([version, "-sess_in", "session"])
        #expect(outcome.output.contains("\nNew, ") && outcome.output.contains("HTTP/1.1 302 "), "\(outcome.output)")
    }

    @Test("the last answer is followed by a close_notify, and renegotiation is refused")
    func closing() throws {
        let daemon = try SecureDaemon()
        for version in ["-tls1_2", "-tls1_3"] {
            let outcome = try daemon.connect([version])
            #expect(outcome.output.hasSuffix("closed\n"), "\(outcome.output.suffix(100))")
            #expect(!outcome.error.contains("unexpected eof"), "\(outcome.error)")
        }
        let pipe = Pipe.exclusive()
        let asking = try Child(
            try #require(CertificateMaker.openssl), ["s_client", "-connect", "127.0.0.1:\(daemon.secure)", "-tls1_2"],
            standardInput: pipe.fileHandleForReading)
        #expect(wait(seconds: 10) { asking.output.contains("Verify return code") })
        try pipe.fileHandleForWriting.write(contentsOf: Data("R\n".utf8))
        #expect(wait(seconds: 10) { asking.error.contains("no renegotiation") }, "\(asking.error)")
        // A refusal is, too, although it lingers.
        let client = try SecureClient(port: daemon.secure)
        client.send("GET / HTTP/1.1\r\n\r\n")
        #expect(client.closes())
        #expect(client.count(400) == 1 && !client.said.contains("unexpected eof"), "\(client.said)")
    }

    @Test("a site's alternatives are on every answer to its hosts through TLS, on both versions, and on no other")
    func alternatives() throws {
        let daemon = try SecureDaemon()
        let client = try SecureClient(port: daemon.secure)
        for (path, host, isThere) in [
            ("/WXYZ", "link.example", true), ("/nothing", "link.example", true),
            ("/robots.txt", "RSA.example:8443", true),
            ("/WXYZ", "strange.example", false), ("/_fp/x", "link.example", true),
        ] {
            let before = client.received.count
            client.send(HTTPRequest.text(path, host: host))
            #expect(
                wait(seconds: 10) { client.received.dropFirst(before).contains("\r\n\r\n") }, "\(path): \(client.said)")
            let answer = client.received.dropFirst(before)
            #expect(answer.contains("Alt-Svc: h3=\":443\"; ma=86400\r\n") == isThere, "\(host)\(path): \(answer)")
            usleep(50_000)
        }
        for port in [daemon.plain, daemon.redirect] {
            let client = try HTTPClient(port: port)
            client.send(SecureDaemon.click)
            #expect(try client.answer()["Alt-Svc"] == nil)
        }
    }

    @Test("HSTS is said through TLS alone, clicks are the same as without it, and the plain port sends them to https")
    func answers() throws {
        let daemon = try SecureDaemon(settings: "hsts: 300\nacme_folder: challenges")
        try daemon.certificates.folder.file("challenges/Token-1_x", "Token-1_x.thumb")
        let outcome = try daemon.connect()
        #expect(outcome.output.contains("\nStrict-Transport-Security: max-age=300\r\n"))
        #expect(outcome.output.contains("\nLocation: https://www.example.com/\r\n"))
        for port in [daemon.plain, daemon.redirect] {
            let client = try HTTPClient(port: port)
            client.send(SecureDaemon.click)
            let answer = try client.answer()
            #expect(answer["Strict-Transport-Security"] == nil)
            #expect(answer.status == (port == daemon.plain ? 302 : 301))
            client.send(HTTPRequest.text("/.well-known/acme-challenge/Token-1_x", host: "link.example"))
            #expect(try client.answer().body == "Token-1_x.thumb")
        }
    }
}
