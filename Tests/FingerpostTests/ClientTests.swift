import Foundation
import TestSupport
import Testing

/// Third-party clients of the daemon.
@Suite(
    "Google's client and schemathesis", .timeLimit(.minutes(20)),
    .enabled(if: PythonClients.interpreter != nil, "skipped: no Python with Tests/Clients/requirements.txt; see above"))
struct ClientTests {
    private static func run(_ script: String, _ arguments: [String]) throws -> Child {
        let python = try #require(PythonClients.interpreter)
        let child = try Child(python, [PythonClients.script(script)] + arguments)
        #expect(child.waits(seconds: 300))
        return child
    }

    @Test("Google's Python client works as against Google")
    func google() throws {
        let server = try LinkServer()
        let child = try Self.run(
            "firebase_client.py", ["http://127.0.0.1:\(server.daemon.admin)", LinkServer.key, LinkServer.token])
        #expect(child.code == 0, "\(child.error.suffix(3000))")
        #expect(child.output == "ok\n")
        #expect(server.daemon.stop() == 0)
    }

    @Test("the OpenAPI document is valid, and generated requests conform to it")
    func openAPI() throws {
        let server = try LinkServer()
        let child = try Self.run("openapi.py", ["http://127.0.0.1:\(server.daemon.admin)", LinkServer.token, "15"])
        #expect(child.code == 0, "\(child.output.suffix(5000)) \(child.error.suffix(2000))")
        #expect(child.output.hasPrefix("ok"))
        #expect(server.daemon.stop() == 0)
    }
}

/// Dub's published client against the real daemon.
@Suite(
    "Dub's client", .timeLimit(.minutes(20)),
    .enabled(if: PythonDub.interpreter != nil, "skipped: no Python with Tests/Clients/Dub/requirements.txt; see above"))
struct DubClientTests {
    private static let limited = "fpt_other_site"

    @Test("Dub's Python client makes, changes, finds, lists, counts and deletes links")
    func links() throws {
        let server = try LinkServer(tokens: [("other", Self.limited, "sites=other")])
        let sides = [server.daemon.admin, server.daemon.front].map { "http://127.0.0.1:\($0)" }
        let child = try Child(
            try #require(PythonDub.interpreter),
            [PythonDub.script("dub_client.py"), sides[0], LinkServer.token, Self.limited, sides[1]])
        #expect(child.waits(seconds: 300))
        #expect(child.code == 0, "\(child.error.suffix(3000))")
        #expect(child.output == "ok\n")
        #expect(server.daemon.stop() == 0)
    }
}

/// Firebase's Admin SDK creates action links, of which the edge makes links for mails.
@Suite(
    "Firebase's Admin SDK", .timeLimit(.minutes(20)),
    .enabled(
        if: PythonFirebase.interpreter != nil,
        "skipped: no Python with Tests/Clients/Firebase/requirements.txt; see above"))
struct FirebaseAdminTests {
    @Test("links of the Admin SDK for Python become mail links that lead back to the web widget")
    func mails() throws {
        let emulator = "127.0.0.1:\(try FreePort.next())"
        let rules = try RulesFolder(
            site: """
                {"site": "example", "hosting": ["auth.example.com"], "handler": "http://\(emulator)/emulator/action",
                 "mobile_links": "hosting", "authorized_domains": ["www.example.com"],
                 "apps": [{"android": {"package": "com.example.android"}}, {"ios": {"bundle": "com.example.ios"}}]}
                """)
        let daemon = try RunningDaemon(rules: rules.path)
        let sides = [daemon.edge, daemon.front].map { "http://127.0.0.1:\($0)" }
        let child = try Child(
            try #require(PythonFirebase.interpreter), [PythonFirebase.script("admin_sdk.py"), emulator] + sides)
        #expect(child.waits(seconds: 120))
        #expect(child.code == 0, "\(child.error.suffix(3000))")
        #expect(child.output == "ok\n")
        #expect(daemon.stop() == 0)
    }
}
