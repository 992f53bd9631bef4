import ByteText
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// Responses to operators.
@Suite("admin, in memory")
struct AdminAnswerTests {
    @Test("alive and ready, and what runs")
    func health() throws {
        let daemon = try DaemonInMemory()
        for target in ["/healthz", "/readyz"] {
            let answer = try daemon.ask(.admin, target)
            #expect(answer.status == 200)
            #expect(answer.body == "{\"status\":\"pass\"}\n")
            #expect(try daemon.ask(.admin, target, method: "POST").status == 405)
        }
        let ruleSet = try #require(try daemon.ask(.admin, "/v1/ruleset").json)
        #expect(ruleSet["hash"]?.string?.hasPrefix("sha256:") ?? false)
        #expect(ruleSet["sites"]?.number?.int == 1)
        #expect(ruleSet["last_reload"] == .null)
        try daemon.ask(.admin, "/").expectError(404, "NOT_FOUND", naming: "nothing")
    }

    @Test("not ready any more when it drains, and alive still")
    func draining() throws {
        let daemon = try DaemonInMemory()
        daemon.isDraining = true
        #expect(try daemon.ask(.admin, "/healthz").status == 200)
        #expect(try daemon.ask(.admin, "/readyz").status == 503)
    }

    @Test("a reload requires a token with the scope for it")
    func reload() throws {
        let tokens: [DaemonInMemory.Token] = [("all", "fpt_all", []), ("reader", "fpt_r", ["scopes=links.read"])]
        for daemon in [try DaemonInMemory(), try DaemonInMemory(tokens: tokens)] {
            for field in [nil, "", "Bearer", "Bearer ", "Bearer x", "Basic eDp5"] {
                let fields = field.map { ["Authorization": $0] } ?? [:]
                let answer = try daemon.ask(.admin, "/v1/reload", method: "POST", fields: fields)
                try answer.expectError(401, "UNAUTHENTICATED", naming: "token")
                // Google's Python client requires a parameter.
                #expect(answer["WWW-Authenticate"] == "Bearer realm=\"fingerpost\"")
            }
            #expect(try daemon.ask(.admin, "/v1/reload").status == 405)
        }
        let daemon = try DaemonInMemory(tokens: tokens)
        try daemon.ask("POST", "/v1/reload", token: "fpt_r").expectError(403, "PERMISSION_DENIED", naming: "scope")
        #expect(try daemon.ask("POST", "/v1/reload", token: "fpt_all").status == 200)
    }
}
