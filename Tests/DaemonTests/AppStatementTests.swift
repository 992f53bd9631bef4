import ByteText
import LinkStore
import Settings
import TestSupport
import Testing

@testable import Daemon

/// Apps whose HTTP library names neither platform nor app state them in `Fingerpost-App`. The agents are those that
/// okhttp, Dart, Unity and Node's axios send by themselves.
@Suite("apps with a platform and version in Fingerpost-App, in memory")
struct AppStatementTests {
    private static let agents = [
        "okhttp/5.1.0", "Dart/3.9 (dart:io)", "UnityPlayer/6000.2.7f2 (UnityWebRequest/1.0, libcurl/8.10.1-DEV)",
        "axios/1.12.2",
    ]
    private let daemon: DaemonInMemory

    init() throws {
        daemon = try DaemonInMemory(isStoring: true)
        let long =
            "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fpost%3Fid%3D7&apn=com.example.android&amv=12"
            + "&al=https%3A%2F%2Fwww.example.com%2Fin-app&ibi=com.example.ios&imv=3"
        let key = try #require(LinkKey("example.page.link/App"))
        try daemon.store.apply(.create(LinkCreation(LinkRecord(key: key, longLink: long, created: daemon.now))))
    }

    private func ask(_ app: String?, agent: String, accept: String = "application/json") throws -> HTTPAnswer {
        var fields = ["User-Agent": agent, "Accept": accept]
        fields["Fingerpost-App"] = app
        return try daemon.click("/App", fields: fields)
    }

    private func opens() throws -> [String] {
        daemon.finish()
        let store = try daemon.store
        let key = try #require(LinkKey("example.page.link/App"))
        let id = try #require(try store.link(key)?.id)
        return try store.totals(of: id).map { "\($0.event) \($0.platform) \($0.count)" }.sorted()
    }

    @Test("they get their app and minimum version, and count as opens, whatever their agent is")
    func stated() throws {
        for agent in Self.agents {
            let android = try #require(try ask("android 11.9+4", agent: agent).json)
            #expect(android["app"]?["id"]?.string == "com.example.android", "\(agent)")
            #expect(android["minimum_version"]?.string == "12")
            #expect(android["payload"]?.string == "https://www.example.com/in-app")
            let apple = try #require(try ask("ios 3.1", agent: agent).json)
            #expect(apple["app"]?["platform"]?.string == "ios" && apple["minimum_version"]?.string == "3")
            #expect(apple["payload"]?.string == "https://www.example.com/post?id=7")
        }
        // An app that the system opened without a request has been clicked as well.
        let each = Self.agents.count
        let expected = ["appOpen android", "appOpen ios", "click android", "click ios"].map { "\($0) \(each)" }
        let found = try opens()
        #expect(found == expected, "\(found)")
    }

    @Test("without a version, the app counts as current; without a statement, the agent decides as before")
    func unstated() throws {
        let current = try #require(try ask("android", agent: Self.agents[0]).json)
        #expect(current["app"]?["id"]?.string == "com.example.android")
        let silent = try #require(try ask(nil, agent: Self.agents[0]).json)
        #expect(silent["app"] == .null && silent["payload"]?.string == "https://www.example.com/post?id=7")
    }

    @Test(
        "a word that is no platform is an error with an example",
        arguments: ["", "symbian 2", "2.1", "unknown 1", "android/2"])
    func unreadable(_ app: String) throws {
        try ask(app, agent: Self.agents[0]).expectError(400, "INVALID_ARGUMENT", naming: "`android 2.1`")
    }

    @Test("a browser that sends the field is not an app")
    func browser() throws {
        #expect(try ask("symbian", agent: Agents.windows, accept: "text/html,*/*;q=0.8").status == 302)
    }

    @Test(
        "JSON is preferred if it is listed first and HTML is not listed",
        arguments: [
            ("application/json", true), ("application/json, text/plain, */*", true), ("Application/JSON ; q=1", true),
            ("application/json,*/*;q=0.8", true), ("application/json;charset=utf-8, */*", true),
            ("application/json, text/html;q=0.5", false), ("application/json;q=0.1 , TEXT/HTML", false),
            ("text/html,application/json", false), ("*/*", false), ("application/*", false),
            ("application/jsonp", false),
            ("", false), (",application/json", false),
        ])
    func accepted(_ accept: String, _ isQuestion: Bool) throws {
        let answer = try ask("android 12", agent: Self.agents[3], accept: accept)
        #expect((answer["Content-Type"] == "application/json") == isQuestion, "\(answer)")
    }

    @Test("one address with more apps than the limit finds every link; the limit of misses is a setting")
    func manyApps() throws {
        let careful = try DaemonInMemory(isStoring: true) { $0.limits.missesPerSecond = 3 }
        func ask(_ target: String) throws -> Int {
            try careful.click(target, fields: ["Accept": "application/json", "Fingerpost-App": "ios 1"]).status
        }
        for _ in 0..<100 { #expect(try ask("/WXYZ") == 200) }
        for _ in 0..<3 { #expect(try ask("/Guess") == 404) }
        #expect(try ask("/Guess") == 429 && ask("/WXYZ") == 429)
        careful.now += 1
        #expect(try ask("/WXYZ") == 200)
    }
}
