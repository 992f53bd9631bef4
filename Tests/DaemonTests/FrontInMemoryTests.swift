import Clicks
import Routing
import TestSupport
import Testing

/// Queries of programs to a front without listeners.
@Suite("a front in memory")
struct FrontInMemoryTests {
    private let front: FrontInMemory

    init() throws {
        front = try FrontInMemory(SiteRules.ruleSet(of: ParityCase.site), now: 1_790_000_000)
    }

    private func request(_ target: String, host: String = "example.page.link") -> FrontRequest {
        FrontRequest(host: host, target: target, fields: ["user-agent": Agents.android])
    }

    @Test("answers as the daemon does, byte for byte but for the date and the request's name")
    func parity() throws {
        let daemon = try DaemonInMemory()
        daemon.now = front.now
        for target in [
            "/WXYZ", "/NOPE", "/.well-known/assetlinks.json", "/robots.txt", "/?link=https%3A%2F%2Fevil.example",
        ] {
            let answer = try #require(front.answer(request(target)))
            let expected = try daemon.click(target, fields: ["User-Agent": Agents.android])
            #expect(answer.status == expected.status)
            #expect(answer.body == expected.body)
            #expect(answer.fields["location"] == expected["Location"])
            #expect(answer.fields["content-type"] == expected["Content-Type"])
        }
    }

    @Test("names the rule and the reason")
    func decision() throws {
        let decision = try #require(front.decision(request("/WXYZ")))
        #expect(decision.kind == .appOpen)
        #expect(decision.rule?.hasPrefix("firebase/dynamic-link/") == true)
        #expect(!decision.reason.isEmpty)
        #expect(front.decision(request("/.well-known/assetlinks.json")) == nil)
        #expect(front.decision(request("/WXYZ", host: "elsewhere.example")) == nil)
        let refused = try #require(front.decision(request("/NOPE")))
        #expect(refused.kind == .error)
        #expect(refused.rule == nil)
    }

    @Test("knows the sites' hosts, in any case")
    func hosts() {
        #expect(front.knows(host: "Example.page.link"))
        #expect(!front.knows(host: "elsewhere.example"))
    }

    @Test("requests that the reader refuses are answered")
    func refusals() throws {
        #expect(try #require(front.answer(request("/a b"))).status == 400)
        #expect(try #require(front.answer(request("/" + String(repeating: "x", count: 20_000)))).status == 414)
    }
}
