import Foundation
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// The common properties of all responses.
@Suite("HTTP manners, in memory")
struct MannersTests {
    private static let targets = [
        "/WXYZ", "/NOPE", "/robots.txt", "/favicon.ico", "/.well-known/assetlinks.json",
        "/.well-known/apple-app-site-association", "/?link=x",
    ]

    @Test("a date, no referrer, a word on caching; nothing about the server")
    func common() throws {
        let daemon = try DaemonInMemory()
        for target in Self.targets {
            let answer = try daemon.click(target)
            answer.expectCommonFields(cached: answer["Cache-Control"] != "no-store")
        }
    }

    @Test("HEAD has the fields of GET on every side, for every kind of answer")
    func head() throws {
        let daemon = try DaemonInMemory(trusting: ["127.0.0.1"])
        let clicks =
            Self.targets + [
                "/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android", "/WXYZ?d=1", "/_fp/x",
                "/.well-known/nothing", "/%zz", "/?link=https%3A%2F%2Fevil.example%2F",
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
        for (side, target) in asking.map({ (ListenerKind.edge, $0) }) + operating.map({ (.admin, $0) }) {
            try Self.expectEqual(daemon.ask(side, target), target) { try daemon.ask(side, target, method: "HEAD") }
        }
        let asked = ["X-Forwarded-Host": "example.page.link", "X-Forwarded-Uri": "/WXYZ", "X-Original-URI": "/WXYZ"]
        for target in ["/edge/forward", "/edge/nginx"] {
            try Self.expectEqual(daemon.ask(.edge, target, fields: asked), target) {
                try daemon.ask(.edge, target, method: "HEAD", fields: asked)
            }
        }
    }

    private static func expectEqual(
        _ get: HTTPAnswer, _ name: String, _ head: () throws -> HTTPAnswer
    ) throws {
        func lines(_ answer: HTTPAnswer) -> [String] {
            answer.fields.map { "\($0.name): \($0.value)" }
        }
        let head = try head()
        #expect(head.status == get.status && head.body.isEmpty, "\(name)")
        #expect(lines(head) == lines(get), "\(name)")
    }

    @Test("files are not sent to clients that have them")
    func conditional() throws {
        let daemon = try DaemonInMemory()
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
    }
}
