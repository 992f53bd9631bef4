import Foundation
import TestSupport
import Testing

/// A daemon whose webhook, collector and identity provider are behind a proxy.
@Suite(
    "a daemon behind a proxy", .timeLimit(.minutes(10)),
    .enabled(if: CertificateMaker.openssl != nil, "skipped: no openssl"))
struct OutgoingProxyServingTests {
    private let folder: ScratchFolder
    private let maker: CertificateMaker
    private let plain: PythonServer
    private let secure: PythonServer

    init() throws {
        folder = try ScratchFolder()
        maker = try CertificateMaker()
        try maker.makeAuthority("ca")
        try maker.makeSigned(
            "server", by: "ca", for: ["hooks.example", "id.example", "peer.example", "links.example"], days: 30)
        plain = try PythonServer.server()
        secure = try PythonServer.server(certificate: maker.path("server.pem"), key: maker.path("server.key"))
        try folder.file("secret", "whsec_" + Data(repeating: 1, count: 32).base64EncodedString() + "\n")
    }

    private func settings(proxy port: UInt16) throws -> String {
        let authorities = maker.path("ca.pem")
        return try folder.file(
            "settings.yaml",
            """
            outgoing_proxy: http://127.0.0.1:\(port)
            outgoing_proxy_credentials_file: \(folder.file("credentials", "ann:s3cret\n").path())
            events:
              folder: \(folder.path)/events
              webhook: https://hooks.example:\(secure.port)/hook
              webhook_secret_file: \(folder.path)/secret
              webhook_ca: \(authorities)
            traces: {endpoint: "http://otel.example:\(plain.port)", one_in: 1}
            console:
              openid:
                issuer: https://id.example:\(secure.port)
                client_id: console
                roles: [ops=operator]
                ca: \(authorities)
            """
        ).path()
    }

    private func daemon(proxy port: UInt16) throws -> RunningDaemon {
        let rules = try RulesFolder(site: ParityCase.site)
        let flags = ["--settings", try settings(proxy: port), "--store", "\(folder.path)/store"]
        return try withExtendedLifetime(rules) { try RunningDaemon(rules: rules.path, flags: flags) }
    }

    /// The page that begins a sign-in, with the provider's address.
    private func signIn(_ daemon: RunningDaemon) throws -> HTTPAnswer {
        let host = "127.0.0.1:\(daemon.admin)"
        let fields = ["Origin": "http://\(host)", "Content-Type": "application/x-www-form-urlencoded"]
        let client = try HTTPClient(port: daemon.admin)
        client.send(
            HTTPRequest.text("/sign-in/openid", method: "POST", host: host, fields: fields, body: "to=%2Frules"))
        return try client.answer()
    }

    @Test("its events, spans and sign-ins pass through it: tunnels for https, absolute form for http")
    func everything() throws {
        let proxy = try PythonServer.proxy(credentials: "ann:s3cret")
        let daemon = try daemon(proxy: proxy.port)
        _ = try daemon.click("/L1")
        let page = try signIn(daemon)
        #expect(
            page.status == 200 && page.body.contains("https://id.example:\(secure.port)/authorize?"), "\(page.body)")
        let expected: Set = [
            "CONNECT hooks.example:\(secure.port) HTTP/1.1 credentials",
            "CONNECT id.example:\(secure.port) HTTP/1.1 credentials",
            "POST http://otel.example:\(plain.port)/v1/traces HTTP/1.1 credentials",
        ]
        #expect(wait(seconds: 60) { expected.isSubset(of: proxy.requests) }, "\(proxy.requests)")
        #expect(Set(proxy.requests) == expected)
        #expect(wait(seconds: 60) { secure.requests.contains("POST hooks.example:\(secure.port) /hook") })
        #expect(wait(seconds: 60) { plain.requests.contains("POST otel.example:\(plain.port) /v1/traces") })
        #expect(secure.requests.contains("GET id.example:\(secure.port) /.well-known/openid-configuration"))
        #expect(daemon.stop() == 0)
        #expect(!daemon.said.contains("s3cret"))
    }

    @Test("published links and backups of peers pass through it")
    func linksAndBackups() throws {
        let proxy = try PythonServer.proxy()
        let variables = ["FINGERPOST_OUTGOING_PROXY": "http://127.0.0.1:\(proxy.port)"]
        let token = try folder.file("token", "fpt_x\n").path()
        let backup = try Program.run(
            [
                "link", "backup", "\(folder.path)/copy.mdb", "--from", "https://peer.example:\(secure.port)",
                "--token-file", token, "--ca", maker.path("ca.pem"),
            ], environment: variables)
        #expect(backup.code == 2 && backup.error.contains("not a response of a node of this version"), "\(backup)")
        #expect(proxy.requests == ["CONNECT peer.example:\(secure.port) HTTP/1.1 -"])
        #expect(secure.requests == ["POST peer.example:\(secure.port) /v1/backup"])

        try maker.run(["genpkey", "-algorithm", "ed25519", "-out", maker.path("links.key")])
        try maker.run(["pkey", "-in", maker.path("links.key"), "-pubout", "-out", maker.path("links.pub")])
        let rules = try RulesFolder(site: ParityCase.site)
        let daemon = try RunningDaemon(
            rules: rules.path,
            flags: [
                "--links", "https://links.example:\(secure.port)/links/", "--links-key", maker.path("links.pub"),
                "--links-ca", maker.path("ca.pem"), "--store", "\(folder.path)/copy",
            ], environment: variables)
        #expect(
            wait(seconds: 60) { secure.requests.contains { $0.contains("GET links.example:\(secure.port) /links/") } })
        #expect(Set(proxy.requests.dropFirst()) == ["CONNECT links.example:\(secure.port) HTTP/1.1 -"])
        #expect(daemon.stop() == 0)
    }

    @Test("a proxy that does not accept its credentials is reported, and the credentials are not")
    func refusal() throws {
        let proxy = try PythonServer.proxy(credentials: "ann:other")
        let daemon = try daemon(proxy: proxy.port)
        _ = try daemon.click("/L1")
        _ = try signIn(daemon)
        #expect(
            wait(seconds: 60) {
                daemon.said.contains("does not accept the credentials in outgoing_proxy_credentials_file")
            },
            "\(daemon.said)")
        #expect(!daemon.said.contains("s3cret"))
        #expect(secure.requests == [] && plain.requests == [])
        let settings = try Program.run(
            ["settings", "--store", "\(folder.path)/store"],
            environment: ["FINGERPOST_SETTINGS": "\(folder.path)/settings.yaml"])
        #expect(settings.output.contains("outgoing_proxy_credentials_file") && !settings.output.contains("s3cret"))
        for form in [[], ["--json"], ["--all"]] {
            let refused = try Program.run(
                // Without a daemon, whose settings would be listed.
                ["settings", "--store", "\(folder.path)/none"] + form,
                environment: ["FINGERPOST_OUTGOING_PROXY": "http://ann:s3cret@127.0.0.1:1"])
            #expect(refused.output.contains("@127.0.0.1:1") && !refused.output.contains("s3cret"), "\(form)")
        }
    }
}
