import Foundation
import TestSupport
import Testing

/// Certificates: selection and replacement.
@Suite(
    "certificates", .serialized, .timeLimit(.minutes(20)),
    .enabled(if: CertificateMaker.openssl != nil, "skipped: openssl is not installed"))
struct TLSReloadTests {
    @Test("a reload shows new certificates to new connections; the old ones stay open; a bad file changes nothing")
    func reload() throws {
        let daemon = try SecureDaemon()
        let client = try SecureClient(port: daemon.secure)
        client.send(SecureDaemon.click)
        #expect(client.hasAnswers(1))
        let before = try daemon.connect(["-showcerts"]).output
        try daemon.certificates.make("ec", for: ["link.example"])
        #expect(daemon.reload(saying: "reload: sha256:"))
        let after = try daemon.connect(["-showcerts"]).output
        func certificate(_ text: String) -> Substring? {
            text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().first?.prefix(200)
        }
        #expect(certificate(before) != nil && certificate(before) != certificate(after))
        client.send(SecureDaemon.click)
        #expect(client.hasAnswers(2))

        let files = daemon.certificates
        let good = try String(contentsOfFile: files.path("ec.pem"), encoding: .utf8)
        for bad in ["", "nonsense", try String(contentsOfFile: files.path("rsa.pem"), encoding: .utf8)] {
            try files.folder.file("ec.pem", bad)
            #expect(daemon.reload(saying: "keeping the old ones"), "\(daemon.said)")
            #expect(try daemon.connect().output.contains("subject=CN = ec\n"))
        }
        try files.folder.file("ec.pem", good)
        #expect(daemon.reload(saying: "reload: sha256:"))
    }

    private static let wrk = ["/usr/bin/wrk", "/usr/local/bin/wrk"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(
        "reloads under load lose no request", .enabled(if: wrk != nil, "skipped: wrk is not installed"),
        arguments: ["keep-alive", "close"])
    func underLoad(connection: String) throws {
        let daemon = try SecureDaemon()
        let load = try Child(
            try #require(Self.wrk),
            [
                "-t1", "-c16", "-d3s", "-H", "Host: link.example", "-H", "Connection: \(connection)",
                "https://127.0.0.1:\(daemon.secure)/WXYZ",
            ])
        for round in 0..<8 {
            usleep(250_000)
            try daemon.certificates.make("ec", for: ["link.example", "round-\(round).example"])
            #expect(daemon.reload(saying: "reload: sha256:"))
        }
        #expect(load.waits(seconds: 30) && load.code == 0)
        #expect(load.output.contains("Requests/sec"), "\(load.output)")
        #expect(!load.output.contains("Socket errors"), "\(load.output)")
        #expect(!load.output.contains("Non-2xx or 3xx"), "\(load.output)")
        #expect(daemon.stop() == 0)
    }

    /// Flags with unusable certificates, and the error messages.
    private static let badStarts: [(flags: [String], message: String)] = [
        (["--tls-certificate", "none.pem"], "none.pem: can't read: No such file"),
        (["--tls-certificate", "empty.pem"], "empty.pem: contains no certificate"),
        (["--tls-certificate", "ec.key"], "ec.key: contains no certificate"),
        (["--tls-certificate", "broken.pem"], "broken.pem: OpenSSL rejects it: "),
        (["--tls-certificate", "ec.pem"], "ec.pem: contains no private key"),
        (["--tls-certificate", "ec.pem", "--tls-key", "rsa.key"], "rsa.key: the private key does not match ec.pem"),
        (["--tls-certificate", "ec.pem", "--tls-key", "locked.key"], "locked.key: the private key is encrypted"),
        (["--tls-certificate", "weak.pem", "--tls-key", "weak.key"], "weak.pem: OpenSSL rejects it: ee key too small"),
        (["--tls-key", "ec.key"], "--tls-key: error: 1 key for 0 certificates"),
    ]

    @Test("certificates that can't be used are bad configuration")
    func badStarts() throws {
        let files = try Self.files()
        let rules = try RulesFolder(site: SecureDaemon.site)
        for (flags, message) in Self.badStarts {
            let outcome = try Program.run(
                ["serve", "--rules", rules.path, "--listen", "127.0.0.1:0", "--edge", "127.0.0.1:0"]
                    + ["--admin", "127.0.0.1:0"] + flags, in: files.folder.path)
            #expect(outcome.code == 2)
            #expect(outcome.error.contains(message), "\(outcome.error)")
        }
    }

    /// Valid and invalid files of all kinds.
    private static func files() throws -> CertificateMaker {
        let files = try CertificateMaker()
        try files.make("ec", for: ["link.example"])
        try files.make("rsa", for: ["rsa.example"], key: CertificateMaker.rsa)
        try files.make("weak", for: ["link.example"], key: ["-newkey", "rsa:1024"])
        try files.run(["pkey", "-in", "ec.key", "-aes128", "-passout", "pass:x", "-out", "locked.key"])
        try files.folder.file("empty.pem", "")
        let good = try String(contentsOfFile: files.path("ec.pem"), encoding: .utf8)
        try files.folder.file("broken.pem", good.replacingOccurrences(of: "\nM", with: "\nA"))
        return files
    }

    @Test("flags alone make the front speak TLS, key and certificate in one file")
    func flags() throws {
        let files = try CertificateMaker()
        try files.make("one", for: ["link.example", "rsa.example"])
        let both = try ["one.pem", "one.key"].map { try String(contentsOfFile: files.path($0), encoding: .utf8) }
        try files.folder.file("both.pem", both.joined())
        let rules = try RulesFolder(site: SecureDaemon.site)
        let child = try Child(
            Program.path,
            ["serve", "--rules", rules.path, "--listen", "127.0.0.1:0", "--edge", "127.0.0.1:0"]
                + ["--admin", "127.0.0.1:0", "--tls-certificate", "both.pem"], folder: files.folder.path)
        #expect(wait(seconds: 20) { child.error.contains("ready ") || !child.isRunning })
        #expect(child.error.contains("ready front=https://127.0.0.1:"), "\(child.error)")
    }

    @Test("expired certificates and hosts without one are warned of, by serve and by check")
    func warnings() throws {
        let files = try CertificateMaker()
        try files.makeExpired("old")
        let rules = try RulesFolder(site: SecureDaemon.site)
        let settings = "listen: {front: [{address: '127.0.0.1:0', tls: {certificate: OLD.pem, key: OLD.key}}]}"
        try rules.folder.file("fingerpost.yaml", settings.replacing("OLD", with: files.path("old")))
        let outcome = try Program.run(["check", rules.path])
        #expect(outcome.code == 0, "\(outcome.error)")
        for words in [
            "fingerpost.yaml:1:48: warning: \(files.path("old.pem")): the certificate has expired",
            "the certificate has no DNS name", "no certificate covers `link.example`, `rsa.example`",
        ] {
            #expect(outcome.output.contains(words), "\(outcome.output)")
        }
        #expect(try Program.run(["check", "--strict", rules.path]).code == 1)
    }
}
