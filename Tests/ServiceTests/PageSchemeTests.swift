@testable import Pages
@testable import Daemon
import ByteText
import Expressions
import HTTP
import Libevent
import Routing
import Testing

/// Which app a page may open is for the site's settings to say. The page took the scheme from the very address that it then
/// held against it, so that any scheme passed.
@Suite("The scheme behind a page's button")
struct PageSchemeTests {
    private static let link = "/?link=https://www.example.com/&ibi=com.example.ios&isi=1"
    private static let agent =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 "
        + "Mobile/15E148 Safari/604.1"

    private static func front(customScheme: String?) throws -> FrontHandler {
        var site = SiteDefinition(name: "a")
        (site.hosts, site.urlPolicy) = (["a.link"], .any)
        var app = AppDefinition(store: .ios, id: "com.example.ios")
        app.customScheme = customScheme
        site.apps = [app]
        site.rules = [
            RuleDefinition(
                id: "open", because: "It is tested.", condition: nil, program: nil,
                action: ActionDefinition(outcome: .appOpen(app: nil, url: nil, fallback: nil), page: .interstitial))
        ]
        let ruleSet = RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: "sha256:1")
        return FrontHandler(
            try Decider(ruleSet), pages: try PageTemplates(), trusted: TrustedPeers(), countryHeader: nil,
            clock: { 0 })
    }

    @Test(
        "is the site's", arguments: [("example-app", "example-app"), (nil, "com.example.ios")] as [(String?, String)])
    func own(customScheme: String?, scheme: String) throws {
        let front = try Self.front(customScheme: customScheme)
        let answer = AssociationFrontTests.answer(front, Self.link, fields: ["User-Agent: \(Self.agent)"])
        #expect(answer.contains("href=\"\(scheme)://google/link/"), "\(answer)")
    }

    @Test("is never the address's own", arguments: ["evil.app", "com.example.ios2", "exampleapp"])
    func foreign(scheme: String) throws {
        let front = try Self.front(customScheme: "example-app")
        _ = AssociationFrontTests.answer(front, Self.link, fields: ["User-Agent: \(Self.agent)"])
        var outcome = front.decider.decide()
        #expect(front.decider.evaluator.ruleSet.appScheme(of: outcome, in: front.decider.arena) == "example-app")
        outcome.decision.appLocation = front.decider.arena.append("\(scheme)://google/link/?x")
        let page = String(decoding: front.interstitial(outcome), as: UTF8.self)
        #expect(!page.contains(scheme) && page.contains("href=\"https://"), "\(page)")
    }
}
