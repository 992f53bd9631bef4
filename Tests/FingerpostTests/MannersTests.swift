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

    @Test("HEAD has the fields of GET on every side, for every kind of answer")
    func head() throws {
        let daemon = try RunningDaemon(flags: ["--trusted-peers", "127.0.0.1"])
        let clicks =
            Self.targets + [
                "/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android", "/WXYZ?d=1", "/_fp/x",
                "/.well-known/nothing", "/%zz",
            ]
        let agents = [Agents.iPhone, Agents.android, Agents.slackbot].map { ["User-Agent": $0] }
        for target in clicks {
            for fields in agents + [["If-None-Match": "*"]] {
                try Self.expectEqual(daemon.click(target, fields: fields), "front \(target) \(fields)") {
                    try daemon.click(target, method: "HEAD", fields: fields)
                }
            }
        }
        for target in ["/WXYZ", "/NOPE"] {
            try Self.expectEqual(daemon.click(target, fields: ["Accept": "application/json"]), "JSON \(target)") {
                try daemon.click(target, method: "HEAD", fields: ["Accept": "application/json"])
            }
        }
        let question = "link=https%3A%2F%2Fexample.page.link%2FWXYZ"
        let asking = ["/v1/decide?\(question)", "/v1/explain?\(question)", "/v1/decide", "/nothing", "/edge/forward"]
        let operating = ["/healthz", "/readyz", "/v1/ruleset", "/openapi.json", "/v1/links", "/v1/reload", "/nothing"]
        for (port, target) in asking.map({ (daemon.edge, $0) }) + operating.map({ (daemon.admin, $0) }) {
            try Self.expectEqual(daemon.ask(port, target), target) {
                try daemon.ask(port, target, method: "HEAD")
            }
        }
        let asked = ["X-Forwarded-Host": "example.page.link", "X-Forwarded-Uri": "/WXYZ", "X-Original-URI": "/WXYZ"]
        for target in ["/edge/forward", "/edge/nginx"] {
            try Self.expectEqual(daemon.ask(daemon.edge, target, fields: asked), target) {
                try daemon.ask(daemon.edge, target, method: "HEAD", fields: asked)
            }
        }
        #expect(daemon.stop() == 0)
    }

    private static func expectEqual(
        _ get: HTTPClient.Answer, _ name: String, _ head: () throws -> HTTPClient.Answer
    ) throws {
        func lines(_ answer: HTTPClient.Answer) -> [String] {
            answer.fields.filter { $0.name != "Date" && $0.name != "X-Request-Id" }.map { "\($0.name): \($0.value)" }
        }
        let head = try head()
        #expect(head.status == get.status, "\(name)")
        #expect(lines(head) == lines(get), "\(name)")
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
