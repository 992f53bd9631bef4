import Foundation
import TestSupport
import Testing

/// The doctor against real installations: the daemon alone, and behind nginx configured correctly or with usual mistakes.
///
/// After changing messages, run with FINGERPOST_WRITE_GOLDENS=1 and review the diff.
@Suite(
    "the doctor at real installations", .serialized,
    .enabled(if: CertificateMaker.openssl != nil, "not tested, since openssl is not installed"),
    .timeLimit(.minutes(20)))
struct DoctorTests {
    private static let host = "example.page.link"

    /// The fields that nginx must set or clear, as in the shipped configuration.
    private static let clearing = """
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-Host $host;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header Forwarded "";
        proxy_set_header Fingerpost-Device "";
        proxy_set_header X-Request-Id "";
        """

    /// A rule that reads the client's address, so that the decision log contains it.
    private static let asksForAddress = """
        {"name": "inside", "when": "request.ip == '192.0.2.9'", "because": "It has its own page.",
         "then": {"continue_redirect": {"to": "https://www.example.com/in/"}}}
        """

    struct Installation: Sendable, CustomTestStringConvertible {
        var name: String
        var certificate = "good"
        var locations: String
        var code: Int32 = 1
        var testDescription: String { name }
    }

    static let installations: [Installation] = [
        Installation(name: "right", locations: "location / { proxy_pass http://front; \(clearing) }", code: 0),
        Installation(
            name: "redirects-files",
            locations: """
                location /.well-known/ { return 301 https://www.example.com$request_uri; }
                location / { proxy_pass http://front; \(clearing) }
                """),
        Installation(
            name: "content-type",
            locations: """
                location /.well-known/ {
                    proxy_pass http://front; \(clearing)
                    proxy_hide_header Content-Type;
                    add_header Content-Type text/plain;
                }
                location / { proxy_pass http://front; \(clearing) }
                """),
        Installation(
            name: "drops-user-agent",
            locations: "location / { proxy_pass http://front; \(clearing) proxy_set_header User-Agent \"\"; }"),
        Installation(
            name: "drops-host",
            locations: """
                location / {
                    proxy_pass http://front; \(clearing.replacing("Host $host", with: "Host $proxy_host"))
                }
                """),
        Installation(
            name: "believes-clients",
            locations: "location / { proxy_pass http://front; proxy_set_header Host $host; }"),
        Installation(
            name: "expired", certificate: "expired",
            locations: "location / { proxy_pass http://front; \(clearing) }"),
        Installation(name: "down", locations: "location / { return 502; }"),
    ]

    @Test(
        "behind nginx", .enabled(if: TLSProxy.program != nil, "not tested, since nginx is not installed"),
        arguments: installations)
    func behindNginx(_ installation: Installation) throws {
        let maker = try CertificateMaker()
        try maker.makeAuthority("ca")
        try maker.makeSigned("good", by: "ca", for: [Self.host], days: 90)
        try maker.makeSigned("expired", by: "ca", for: [Self.host], days: -1)
        let rules = try RulesFolder(
            site: ParityCase.site.replacing("\"rules\": [", with: "\"rules\": [\(Self.asksForAddress), "))
        let log = rules.folder.url.appending(path: "decisions.log").path()
        let daemon = try RunningDaemon(
            rules: rules.path, flags: ["--trusted-peers", "127.0.0.1", "--decision-log", log])
        let proxy = try TLSProxy(
            maker, certificate: installation.certificate, front: daemon.front, locations: installation.locations)
        let outcome = try Self.examine(
            rules, ["--address", "127.0.0.1:\(proxy.port)", "--ca", maker.path("ca.pem")],
            environment: [
                "FINGERPOST_LISTEN_ADMIN": "127.0.0.1:\(daemon.admin)", "FINGERPOST_LOGS_DECISIONS": log,
                "FINGERPOST_TRUSTED_PEERS": "127.0.0.1",
            ])
        #expect(outcome.code == installation.code, "\(outcome.output)\(outcome.error)")
        #expect(outcome.error == "")
        try Self.compare(outcome.output, installation.name)
    }

    @Test("rules and settings with errors: these are findings, and all is examined that needs no rules")
    func brokenRules() throws {
        let store = try ScratchFolder()
        let daemon = try SecureDaemon(flags: ["--store", store.path])
        let rules = try RulesFolder(
            site: ParityCase.site.replacing(
                "\"rules\": [", with: "\"rules\": [{\"name\": \"x\", \"when\": \"devise.os\"}, "))
        let arguments = [
            "--address", "127.0.0.1:\(daemon.secure)", "--ca", daemon.certificates.path("ec.pem"), "--store",
            store.path,
        ]
        var environment = ["FINGERPOST_LISTEN_ADMIN": "127.0.0.1:\(daemon.admin)"]
        let outcome = try Self.examine(rules, arguments, environment: environment)
        #expect(outcome.code == 1 && outcome.error.isEmpty, "\(outcome.error)")
        let lines = outcome.lines
        #expect(
            lines.contains { $0.contains("error    configuration") && $0.contains("site.yaml") }, "\(outcome.output)")
        #expect(lines.contains { $0.contains("skipped  files, clicks") })
        #expect(lines.contains { $0.contains("ok       store") } && lines.contains { $0.contains("ok       daemon") })
        #expect(lines.contains { $0.contains("certificate") } && outcome.output.contains("last good load"))
        environment["FINGERPOST_HSTS"] = "soon"
        let settings = try Self.examine(rules, arguments + ["--json"], environment: environment)
        #expect(settings.code == 1 && settings.output.contains("FINGERPOST_HSTS: error: "), "\(settings.error)")
    }

    @Test("the daemon's own TLS, with and without an authority that is trusted")
    func alone() throws {
        let store = try ScratchFolder()
        let daemon = try SecureDaemon(flags: ["--store", store.path])
        let address = "127.0.0.1:\(daemon.secure)"
        let environment = ["FINGERPOST_LISTEN_ADMIN": "127.0.0.1:\(daemon.admin)"]
        let trusted = try Program.run(
            ["doctor", "--rules", daemon.rulesPath, "--host", "link.example", "--address", address]
                + ["--store", store.path, "--ca", daemon.certificates.path("ec.pem")], environment: environment)
        #expect(trusted.code == 0, "\(trusted.output)\(trusted.error)")
        #expect(trusted.output.contains("  ok       daemon"))
        #expect(trusted.output.contains("  ok       rules"))
        #expect(trusted.output.contains("  ok       store"))
        let strange = try Program.run(
            ["doctor", "--rules", daemon.rulesPath, "--host", "link.example", "--address", address, "--json"],
            environment: environment)
        #expect(strange.code == 1)
        #expect(strange.output.contains("not signed by a trusted authority"))
        let other = try Program.run(
            ["doctor", "--rules", daemon.rulesPath, "--host", "rsa.example", "--address", "127.0.0.1:\(daemon.plain)"],
            environment: environment)
        #expect(other.code == 1)
        #expect(other.output.contains("TLS handshake"))
    }

    @Test("nothing listens: said once for each host, and no more is asked")
    func nothing() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let port = try FreePort.next()
        let outcome = try Self.examine(
            rules, ["--address", "127.0.0.1:\(port)"],
            environment: ["FINGERPOST_LISTEN_ADMIN": "127.0.0.1:\(port)"])
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("Connection refused"))
        #expect(!outcome.output.contains("Apple file"))
    }

    private static func examine(
        _ rules: RulesFolder, _ arguments: [String], environment: [String: String]
    ) throws -> Program.Outcome {
        try Program.run(
            ["doctor", "--rules", rules.path, "--host", host] + arguments,
            environment: environment.merging(["COLUMNS": "100"]) { $1 })
    }

    /// Compares the host's report with a golden file, ignoring dates and times.
    private static func compare(_ output: String, _ name: String) throws {
        let start = try #require(output.firstRange(of: "\(host)  links")?.lowerBound)
        let shown = String(output[start...])
            .replacing(/\d{4}-\d\d-\d\d/, with: "DATE").replacing(/\(\d+ days\)/, with: "(N days)")
            .replacing(/(?m)^\d+ ok, .*\n/, with: "")
        let file = RulesFolder.repository.appending(path: "Tests/FingerpostTests/Doctor/\(name).txt")
        if ProcessInfo.processInfo.environment["FINGERPOST_WRITE_GOLDENS"] != nil {
            try Data(shown.utf8).write(to: file)
        }
        #expect(shown == (try? String(contentsOf: file, encoding: .utf8)))
    }
}
