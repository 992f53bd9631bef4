import ByteText
import Foundation
import TestSupport
import Testing

/// `compose` of the real program: mails in, links out.
@Suite("compose", .timeLimit(.minutes(20)))
struct ComposeTests {
    private static let rules = RulesFolder.shippedRules.path()
    private static let actionLink =
        "https://example-app.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=ABC123&apiKey=KEY"
    private static let bare =
        "https://example-app.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=ABC123&apiKey=KEY"
        + "&continueUrl=https%3A%2F%2Fwww.example.com%2F"

    @Test("for people: the link alone on standard output, the rest on standard error")
    func forPeople() throws {
        func run(_ settings: String, _ options: [String] = []) throws -> Program.Outcome {
            try Program.run(
                ["compose", "--settings", settings, "--action-link", Self.actionLink, "--rules", Self.rules] + options)
        }
        let good = try run(#"{"url":"https://www.example.com/"}"#)
        #expect(good.code == 0)
        #expect(good.output == Self.bare + "\n")
        #expect(good.error.isEmpty)
        let warned = try run(#"{"url":"https://www.example.com/","handleCodeInApp":true}"#)
        #expect(warned.code == 0)
        #expect(warned.lines.count == 1)
        #expect(warned.error.hasPrefix("warning: no-app-ids: "))
        let bad = try run(#"{"url":"https://www.example.org/"}"#)
        #expect(bad.code == 1)
        #expect(bad.output.isEmpty)
        #expect(bad.error.hasPrefix("error: auth/unauthorized-continue-uri: "))
        #expect(
            try run(#"{"url":"https://www.example.com/"}"#, ["--json"]).output
                == "{\"id\":null,\"link\":\"\(Self.bare)\",\"error\":null,\"warnings\":[]}\n")
        let json = try run(#"{"url":""}"#, ["--json"])
        #expect(json.code == 1)
        #expect(
            json.output.hasPrefix(#"{"id":null,"link":null,"error":{"code":"auth/invalid-continue-uri","message":""#))
        #expect(json.output.hasSuffix(#""status":400},"warnings":[]}"# + "\n"))
    }

    @Test("a line that is no request gets its line, and the exit code is 2")
    func badLines() throws {
        let good = #"{"id":"a","settings":{"url":"https://www.example.com/"},"action_link":"\#(Self.actionLink)"}"#
        let bad = [
            #"{"id":2,oops"#, #"{"id":3,"settings":{},"action_link":"x","actionlink":1}"#, #"{"id":4,"settings":{}}"#,
            #"{"id":5,"action_link":"x"}"#, #"{"id":6,"settings":{},"action_link":7}"#, "[]",
        ]
        let outcome = try Program.run(
            ["compose", "--batch", "-", "--rules", Self.rules], input: ([good] + bad + [good]).joined(separator: "\r\n")
        )
        #expect(outcome.code == 2)
        try #require(outcome.lines.count == bad.count + 2)
        #expect(outcome.lines.first == outcome.lines.last)
        #expect(outcome.lines[0] == "{\"id\":\"a\",\"link\":\"\(Self.bare)\",\"error\":null,\"warnings\":[]}")
        for (index, line) in outcome.lines.enumerated().dropFirst().dropLast() {
            #expect(try JSONValue(parsing: String(line))["error"]?["code"]?.string == "invalid-request", "\(line)")
            #expect(outcome.error.contains("line \(index + 1): "))
        }
        #expect(outcome.error.contains("did you mean `action_link`?"))
        #expect(try JSONValue(parsing: String(outcome.lines[2]))["id"]?.number?.int == 3)
    }

    @Test("the edge of a daemon answers as a batch does, but takes no site")
    func edge() throws {
        let requests = try ComposeCase.all().map(\.request).filter { $0["site"]?.isNull != false }
        let batch = try Program.run(
            ["compose", "--batch", "-", "--rules", Self.rules], input: requests.map(\.text).joined(separator: "\n"))
        #expect(batch.code == 0)
        try #require(batch.lines.count == requests.count)
        let daemon = try RunningDaemon(rules: Self.rules)
        for (request, line) in zip(requests, batch.lines) {
            let answer = try daemon.compose(request.text)
            #expect(answer.status == 200)
            #expect(answer.body == line + "\n")
        }
        #expect(daemon.stop() == 0)
    }

    @Test("this machine is a place to go on to in development only")
    func development() throws {
        let arguments = [
            "compose", "--settings", #"{"url":"http://localhost:3000/done"}"#, "--action-link", Self.actionLink,
            "--rules",
            Self.rules,
        ]
        #expect(try Program.run(arguments).code == 1)
        let outcome = try Program.run(arguments, environment: ["FINGERPOST_DEVELOPMENT": "true"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.contains("continueUrl=http%3A%2F%2Flocalhost%3A3000%2Fdone"))
    }
}
