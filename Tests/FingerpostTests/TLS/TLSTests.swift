import Foundation
import TestSupport
import Testing

/// What a TLS client sees of the front: the real daemon, and the openssl command against it.
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

    @Test("ALPN has http/1.1 and no other; a client without ALPN is served")
    func applicationProtocols() throws {
        let daemon = try SecureDaemon()
        let both = try daemon.connect(["-alpn", "h2,http/1.1"])
        #expect(both.output.contains("ALPN protocol: http/1.1") && both.output.contains("HTTP/1.1 302 "))
        let other = try daemon.connect(["-alpn", "h2"])
        #expect(other.error.contains("alert no application protocol"), "\(other.error)")
        #expect(try daemon.connect().output.contains("No ALPN negotiated"))
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
        let daemon = try SecureDaemon()
        // The name behind another context of the server's, too.
        for name in ["link.example", "rsa.example"] {
            let first = try daemon.connect([version, "-sess_out", "session"], name: name)
            #expect(first.output.contains("\nNew, "), "\(first.output)")
            for round in 0..<6 {
                if round == 3 { #expect(daemon.reload(saying: "reload: sha256:")) }
                let next = try daemon.connect([version, "-sess_in", "session", "-sess_out", "session"], name: name)
                #expect(next.output.contains("\nReused, "), "\(round): \(next.output)")
                #expect(next.output.contains("HTTP/1.1 302 "))
            }
        }
    }

    @Test("a ticket that is not ours leads to a whole handshake", arguments: ["-tls1_2", "-tls1_3"])
    func strangeTicket(version: String) throws {
        let (daemon, other) = (try SecureDaemon(), try SecureDaemon())
        _ = try other.connect([version, "-sess_out", daemon.certificates.path("session")])
        let outcome = try daemon.connect([version, "-sess_in", "session"])
        #expect(outcome.output.contains("\nNew, ") && outcome.output.contains("HTTP/1.1 302 "), "\(outcome.output)")
    }

    @Test("nobody renegotiates")
    func renegotiation() throws {
        let daemon = try SecureDaemon()
        let pipe = Pipe()
        let client = try Child(
            try #require(CertificateMaker.openssl), ["s_client", "-connect", "127.0.0.1:\(daemon.secure)", "-tls1_2"],
            standardInput: pipe.fileHandleForReading)
        #expect(wait(seconds: 10) { client.output.contains("Verify return code") })
        try pipe.fileHandleForWriting.write(contentsOf: Data("R\n".utf8))
        #expect(wait(seconds: 10) { client.error.contains("no renegotiation") }, "\(client.error)")
    }

    @Test("the last answer is followed by a close_notify")
    func closing() throws {
        let daemon = try SecureDaemon()
        for version in ["-tls1_2", "-tls1_3"] {
            let outcome = try daemon.connect([version])
            #expect(outcome.output.hasSuffix("closed\n"), "\(outcome.output.suffix(100))")
            #expect(!outcome.error.contains("unexpected eof"), "\(outcome.error)")
        }
        // A refusal, too, which lingers.
        let client = try SecureClient(port: daemon.secure)
        client.send("GET / HTTP/1.1\r\n\r\n")
        #expect(client.closes())
        #expect(client.count(400) == 1 && !client.said.contains("unexpected eof"), "\(client.said)")
    }

    @Test("HSTS is said through TLS alone, and clicks are the same as without it")
    func answers() throws {
        let daemon = try SecureDaemon(settings: "hsts: 300")
        let outcome = try daemon.connect()
        #expect(outcome.output.contains("\nStrict-Transport-Security: max-age=300\r\n"))
        #expect(outcome.output.contains("\nLocation: https://www.example.com/\r\n"))
        for port in [daemon.plain, daemon.redirect] {
            let client = try HTTPClient(port: port)
            client.send(SecureDaemon.click)
            let answer = try client.answer()
            #expect(answer["Strict-Transport-Security"] == nil)
        }
    }

    @Test("the plain port sends clients to https, and answers challenges")
    func redirect() throws {
        let daemon = try SecureDaemon(settings: "acme_folder: challenges")
        try daemon.certificates.folder.file("challenges/Token-1_x", "Token-1_x.thumb")
        let secret = try daemon.certificates.folder.file("secret", "secret").path()
        // Whoever may write to the folder may not read all that the daemon may.
        let challenges = daemon.certificates.folder.path + "/challenges/"
        try FileManager.default.createSymbolicLink(atPath: challenges + "Link", withDestinationPath: secret)
        try daemon.certificates.folder.file("challenges/Folder/secret", "secret")
        try daemon.certificates.folder.file("challenges/Long", String(repeating: "secret", count: 100))
        // Safe: Swift lends the string's bytes for the call.
        _ = unsafe mkfifo(challenges + "Pipe", 0o600)
        func ask(_ target: String, method: String = "GET", host: String = "link.example", port: UInt16? = nil) throws
            -> HTTPAnswer
        {
            let client = try HTTPClient(port: port ?? daemon.redirect)
            client.send(HTTPRequest.text(target, method: method, host: host))
            return try client.answer(toHead: method == "HEAD")
        }
        for method in ["GET", "HEAD"] {
            let answer = try ask("/WXYZ?a=b%20c", method: method)
            #expect(answer.status == 301 && answer["Location"] == "https://link.example/WXYZ?a=b%20c")
        }
        #expect(try ask("/WXYZ", host: "link.example:8080")["Location"] == "https://link.example/WXYZ")
        #expect(try ask("/", host: "evil.example").status == 404)
        let post = try ask("/WXYZ", method: "POST")
        #expect(post.status == 405 && post["Allow"] == "GET, HEAD")
        for port in [daemon.redirect, daemon.plain] {
            let challenge = try ask("/.well-known/acme-challenge/Token-1_x", port: port)
            #expect(challenge.status == 200 && challenge.body == "Token-1_x.thumb")
            for token in [
                "", "other", "..%2Fsecret", "../secret", ".", "Token-1_x/", "%54oken-1_x", "Link", "Folder", "Long",
                "Pipe",
            ] {
                let answer = try ask("/.well-known/acme-challenge/\(token)", port: port)
                #expect(answer.body.contains("secret") == false && answer.status != 200, "\(token)")
            }
        }
    }
}
