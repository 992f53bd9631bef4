import ByteText
import Expressions
import HTTP
import Libevent
import Routing
import TestSupport
import Testing

@testable import Clicks
@testable import Pages
@testable import Server

/// The site's settings determine the app that a page may open. Regression: the page took the scheme from the address
/// that it then validated against it, so any scheme passed.
@Suite("The scheme behind a page's button")
struct PageSchemeTests {
    private static let link = "/?link=https://www.example.com/&ibi=com.example.ios&isi=1"

    private static func front(customScheme: String?) throws -> DaemonInMemory {
        var site = SiteDefinition(name: "a")
        (site.hosts, site.urlPolicy) = (["a.link"], .any)
        var app = AppDefinition(store: .ios, id: "com.example.ios")
        app.customScheme = customScheme
        site.apps = [app]
        site.rules = [
            RuleDefinition(
                id: "open", because: "It is tested.", condition: nil, program: nil,
                action: ActionDefinition(
                    outcome: .appOpen(app: nil, url: nil, minimumVersion: nil, fallback: nil), page: .interstitial))
        ]
        let ruleSet = RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: "sha256:1")
        return try DaemonInMemory(ruleSet)
    }

    @Test("is the site's")
    func own() throws {
        let daemon = try Self.front(customScheme: "example-app")
        let page = try daemon.click(Self.link, host: "a.link", fields: ["User-Agent": Agents.iPhone]).body
        #expect(page.contains("href=\"example-app://google/link/"), "\(page)")
    }

    /// Regression: the decision names no app, so the page had no button for it, and without a touch screen none at all.
    @Test("is the site's on a Mac that may be an iPad, in addition to the web link", arguments: ["example-app", nil])
    func maybeIPad(customScheme: String?) throws {
        let scheme = customScheme.map { ", custom_scheme: \($0)" } ?? ""
        let site = """
            site: a
            hosts: [a.link]
            authorized_domains: [www.example.com]
            apps: [{ios: {bundle: com.example.ios, app_store_id: "1"\(scheme)}}]
            options: {ipad_check: true}
            """
        let mac =
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15"
        let page = try DaemonInMemory(site: site).click(Self.link, host: "a.link", fields: ["User-Agent": mac]).body
        if customScheme == nil {
            #expect(page.contains("class=\"button\" href=\"https://www.example.com/\""))
            #expect(!page.contains("class=\"touch\""))
        } else {
            #expect(page.contains("<div class=\"touch\">") && page.contains("class=\"button\" href=\"example-app://"))
            #expect(page.contains("class=\"other\" href=\"https://www.example.com/\""))
        }
    }

    @Test("is not guessed: any app can claim the bundle ID")
    func unstated() throws {
        let daemon = try Self.front(customScheme: nil)
        let page = try daemon.click(Self.link, host: "a.link", fields: ["User-Agent": Agents.iPhone]).body
        #expect(!page.contains("://google/link/") && page.contains("Continue on the web"), "\(page)")
    }

    @Test("is never the address's own", arguments: ["evil.app", "com.example.ios2", "exampleapp"])
    func foreign(scheme: String) throws {
        let daemon = try Self.front(customScheme: "example-app")
        _ = try daemon.click(Self.link, host: "a.link", fields: ["User-Agent": Agents.iPhone])
        let front = try daemon.front
        var outcome = front.decider.decide()
        #expect(front.decider.evaluator.ruleSet.appScheme(of: outcome, in: front.decider.arena) == "example-app")
        outcome.decision.appLocation = front.decider.arena.append("\(scheme)://google/link/?x")
        var response = ResponseWriter()
        response.beginExchange(Exchange())
        response.begin(.ok)
        front.showInterstitial(outcome, front.decider.pages.edition(of: nil, accepting: nil), &response)
        let page = String(response.pending)
        #expect(!page.contains(scheme) && page.contains("href=\"https://"), "\(page)")
    }
}
