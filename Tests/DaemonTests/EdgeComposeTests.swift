import ByteText
import Foundation
import Routing
import Rules
import Server
import TestSupport
import Testing

/// `POST /v1/compose`: requests and responses as for `fingerpost compose`.
@Suite("composing links at the edge, in memory")
struct EdgeComposeTests {
    private static let path = "/v1/compose"

    private static func compose(_ daemon: DaemonInMemory, _ json: String) throws -> HTTPAnswer {
        try daemon.ask(.edge, path, method: "POST", json)
    }

    @Test("the command's cases, between clicks on the same evaluator")
    func cases() throws {
        let daemon = try DaemonInMemory(RuleSet(RuleDirectory.load(path: RulesFolder.shippedRules.path())))
        let click =
            #"{"link":"https://example.page.link/WXYZ","device":{"platform":"ios"},"time":"2026-11-20T12:00:00Z"}"#
        let decided = try daemon.decide(click).body
        var composed = 0
        for composeCase in try ComposeCase.all() {
            let answer = try Self.compose(daemon, composeCase.request.text)
            if composeCase.request["site"]?.isNull == false {
                try answer.expectError(400, "INVALID_ARGUMENT", naming: "site")
                continue
            }
            composed += 1
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "application/json")
            answer.expectCommonFields()
            #expect(composeCase.mismatches(in: answer.body) == [])
            #expect(try daemon.decide(click).body == decided)
        }
        #expect(composed > 40)
    }

    @Test(
        "the error of a request is specific",
        arguments: [
            (#"{"settings":{}}"#, "action_link"), (#"{"action_link":"x"}"#, "settings"), ("[]", "object"),
            (#"{"settings":{},"action_link":7}"#, "action_link"), ("", "body"), ("{", "JSON"),
            (#"{"settings":{},"action_link":"x","actionlink":1}"#, "did you mean `action_link`?"),
        ])
    func badRequest(_ body: String, _ name: String) throws {
        try Self.compose(DaemonInMemory(), body).expectError(400, "INVALID_ARGUMENT", naming: name)
    }

    @Test("other methods are refused, and web pages")
    func others() throws {
        let daemon = try DaemonInMemory()
        let answer = try daemon.ask(.edge, Self.path + "?action_link=x")
        #expect(answer.status == 405)
        #expect(answer["Allow"] == "POST")
        #expect(try daemon.ask(.edge, Self.path, method: "POST", host: "attacker.example", "{}").status == 421)
    }

    /// The links that the Auth emulator creates (`createOobRecord` of firebase-tools, src/emulator/auth/operations.ts).
    private static let emulated = ["verifyEmail", "signIn", "resetPassword"].map {
        "http://127.0.0.1:9099/emulator/action?mode=\($0)&lang=en&oobCode=Zk3-9_x&apiKey=fake-api-key"
            + "&continueUrl=https%3A%2F%2Fwww.example.com%2Fdone"
    }

    private static let emulatedSite = """
        {"site": "example", "hosting": ["auth.example.com"], "handler": "http://127.0.0.1:9099/emulator/action",
         "mobile_links": "hosting", "authorized_domains": ["www.example.com"],
         "apps": [{"android": {"package": "com.example.android"}}, {"ios": {"bundle": "com.example.ios"}}]}
        """

    @Test("a link of the Auth emulator leads from the mail to the app, or to the emulator", arguments: emulated)
    func emulator(_ actionLink: String) throws {
        let daemon = try DaemonInMemory(site: Self.emulatedSite)
        let request: JSONValue = [
            "settings": [
                "url": "https://www.example.com/done", "handle_code_in_app": true,
                "android_package_name": "com.example.android", "ios_bundle_id": "com.example.ios",
            ], "action_link": .string(actionLink),
        ]
        let answer = try Self.compose(daemon, request.text)
        let link = try #require(answer.json?["link"]?.string, "\(answer.body)")
        #expect(link.hasPrefix("https://auth.example.com/__/auth/links?link=http://127.0.0.1:9099/emulator/action?"))
        func target(_ device: JSONValue) throws -> (decision: String?, target: URLComponents?) {
            let question: JSONValue = ["link": .string(link), "device": device]
            let json = try daemon.decide(question.text).json
            return (json?["decision"]?.string, json?["target"]?.string.flatMap(URLComponents.init(string:)))
        }
        let items = Set(URLComponents(string: actionLink)?.queryItems ?? [])
        let web = try target(["platform": "windows"])
        #expect(web.decision == "web_widget" && Set(web.target?.queryItems ?? []) == items, "\(web)")
        let app = try target(["platform": "android", "app": ["state": "current"]])
        #expect(app.decision == "app_open" && Set(app.target?.queryItems ?? []) == items, "\(app)")
    }
}
