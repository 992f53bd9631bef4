import Foundation
import Testing

/// What every answer has in common, whoever asks.
@Suite("HTTP manners", .timeLimit(.minutes(20)))
struct MannersTests {
    private static let targets = [
        "/WXYZ", "/NOPE", "/robots.txt", "/favicon.ico", "/.well-known/assetlinks.json",
        "/.well-known/apple-app-site-association", "/?link=x",
    ]

    @Test("a date, a name, no referrer, a word on caching; nothing about the server")
    func common() throws {
        let daemon = try RunningDaemon()
        for target in Self.targets {
            let answer = try daemon.click(target)
            #expect(answer["Date"]?.hasSuffix(" GMT") ?? false)
            #expect(answer["Referrer-Policy"] == "no-referrer", "\(target)")
            #expect(answer["Cache-Control"] != nil, "\(target)")
            #expect(answer["X-Request-Id"]?.count == 32)
            for name in ["Server", "X-Powered-By", "Via", "Strict-Transport-Security"] {
                #expect(!answer.fields.contains { $0.name.lowercased() == name.lowercased() }, "\(name)")
            }
        }
        #expect(daemon.stop() == 0)
    }

    @Test("files are not sent to those who have them")
    func conditional() throws {
        let daemon = try RunningDaemon()
        for target in ["/.well-known/assetlinks.json", "/.well-known/apple-app-site-association", "/robots.txt"] {
            let first = try daemon.click(target)
            let tag = try #require(first["ETag"], "\(target)")
            for tags in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let again = try daemon.click(target, fields: ["If-None-Match": tags])
                #expect(again.status == 304, "\(target) \(tags)")
                #expect(again["ETag"] == tag)
                #expect(again["Cache-Control"] == first["Cache-Control"])
                #expect(again["Content-Length"] == nil)
            }
            #expect(try daemon.click(target, fields: ["If-None-Match": "\"x\""]).status == 200)
        }
        #expect(daemon.stop() == 0)
    }

    @Test("a trusted peer's name of a request is taken over, if it is well-formed; others get one")
    func names() throws {
        let daemon = try RunningDaemon(flags: ["--trusted-peers", "127.0.0.1"])
        func name(_ given: String, port: UInt16, _ target: String = "/WXYZ") throws -> String? {
            try daemon.ask(port, target, fields: ["X-Request-Id": given])["X-Request-Id"]
        }
        for port in [daemon.front, daemon.edge, daemon.admin] {
            #expect(try name("abc-123", port: port) == "abc-123")
            #expect(try name("a b", port: port)?.count == 32)
            #expect(try name("a\"b", port: port)?.count == 32)
        }
        #expect(try name("deferred", port: daemon.admin, "/metrics") == "deferred")
        let first = try name(String(repeating: "x", count: 129), port: daemon.front)
        #expect(first?.count == 32)
        #expect(try name("", port: daemon.front) != first)
        let stranger = try RunningDaemon()
        #expect(try stranger.click("/WXYZ", fields: ["X-Request-Id": "abc"])["X-Request-Id"]?.count == 32)
        #expect(daemon.stop() == 0)
        #expect(stranger.stop() == 0)
    }

    @Test("Strict-Transport-Security stands on every answer of the front, where it is asked for")
    func transportSecurity() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let daemon = try RunningDaemon(rules: rules.path, environment: ["FINGERPOST_HSTS": "300"])
        for target in Self.targets {
            #expect(try daemon.click(target)["Strict-Transport-Security"] == "max-age=300")
        }
        #expect(try daemon.ask(daemon.admin, "/healthz")["Strict-Transport-Security"] == nil)
        #expect(daemon.stop() == 0)
    }
}
