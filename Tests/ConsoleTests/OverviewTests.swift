import ByteText
import Foundation
import HTTP
import LinkStore
import Links
import Routing
import Telemetry
import TestSupport
import Testing

@testable import AdminPages
@testable import Console
@testable import Daemon

/// The start page, and clicks on the pages of links.
@Suite("What became of links, in the console")
struct OverviewTests {
    private static func console(clicks: Int) async throws -> ConsoleInMemory {
        let console = try ConsoleInMemory(isStoring: true)
        let store = try #require(console.store)
        let key = try #require(LinkKey("example.page.link/first"))
        let record = LinkRecord(
            key: key, longLink: "https://www.example.com/%C3%A4%26?a=%3Cb%3E", created: ConsoleInMemory.now)
        try store.apply(.create(LinkCreation(record)))
        let id = try #require(try store.link(key)?.id)
        var reader = try store.makeReader()
        var names = ClickNames()
        (names.sites, names.inApps) = (["example"], ["", "facebook"])
        reader.use(names)
        for click in 0..<clicks {
            var detail = ClickDetail()
            (detail.site, detail.country, detail.inApp) = (0, 0x4544, click == 0 ? 1 : 0)
            reader.countClick(
                id: id, .appOpen, .ios, at: ConsoleInMemory.now, detail,
                host: Array((click == 0 ? "<news>.example" : "").utf8).span, key: Array(key.text.utf8).span)
        }
        reader.flush()
        store.settle()
        return console
    }

    @Test("the start page has a site's clicks, its links and where they came from")
    func overview() async throws {
        let (answer, text) = await (try Self.console(clicks: 1_234)).ask("/")
        #expect(
            answer.status.code == 200 && text.contains("1,234 clicks") && text.contains("1,234 of them opened the app"))
        #expect(text.contains("<a href=\"/links/link?link=example.page.link%2Ffirst\">example.page.link/first</a>"))
        #expect(
            text.contains("&lt;news&gt;.example") && text.contains("Direct or unknown") && text.contains("Facebook"))
        #expect(text.contains(">Germany<") && text.contains("Not in an app") && !text.contains("{{"))
    }

    @Test("every country has a name, and unknown codes have none")
    func countries() {
        #expect(CountryNames.count == 249 && CountryNames.name(of: "AD") == "Andorra")
        #expect(CountryNames.name(of: "AX") == "Åland Islands" && CountryNames.name(of: "ZW") == "Zimbabwe")
        #expect(CountryNames.name(of: "XX") == nil && CountryNames.name(of: "de") == nil)
    }

    @Test("reasons of refusals are sentences")
    func refusals() async throws {
        #expect(RefusedClicks.sentence(of: "link-expired").hasSuffix(" expired."))
        #expect(RefusedClicks.sentence(of: "password-required").contains("asked for"))
        #expect(RefusedClicks.sentence(of: "rule").hasPrefix("A rule") && RefusedClicks.sentence(of: "x") == "x")
        let (answer, text) = await (try Self.console(clicks: 1)).ask("/")
        #expect(text.contains("Refused clicks") && text.contains("None since the daemon was started"))
        #expect(answer.body.count < 30_000)
    }

    @Test("refused clicks have the reasons of their site only, since startup")
    func reasonsOfSites() async throws {
        let console = try await Self.console(clicks: 1)
        let site = try #require(console.state.ruleSet.sites.firstIndex { $0.name == "example" })
        var counters = DecisionCounters(console.state.ruleSet)
        let fault = LinkFault(.linkExpired)
        for (failure, site, count) in [(.fault(fault), site, 3), (.rule(0), site, 1), (.fault(fault), nil, 40)]
            as [(Decision.Failure, Int?, Int)]
        {
            for _ in 0..<count {
                counters.count(.error, site: site, rule: nil, nanoseconds: 1)
                counters.count(failure, site: site)
            }
        }
        console.state.deciders.metrics.retire(counters, ofWorker: 0)
        let expired = RefusedClicks.sentence(of: "link-expired")
        let rule = RefusedClicks.sentence(of: "rule")
        func row(_ title: String, _ count: Int) -> String {
            "<tr><th scope=\"row\">\(title)</th><td class=\"number\">\(count)</td></tr>"
        }
        // The only site has the refused clicks of no site as well, for visitors who may see all.
        #expect(await console.ask("/").text.contains(row(expired, 43)))
        try console.become("other", "sites=example")
        let text = await console.ask("/").text
        #expect(text.contains("<b>4</b> since") && text.contains(row(expired, 3) + row(rule, 1)), "\(text)")
        let live = await console.ask("/live").text
        #expect(live.contains(">link-expired</th>") && live.contains("<td class=\"number\">3</td>"))
    }

    @Test("the list is sorted by clicks, with filters; links without clicks follow")
    func sorted() async throws {
        let console = try await Self.console(clicks: 3)
        let key = try #require(LinkKey("example.page.link/second"))
        let other = LinkRecord(key: key, longLink: "https://www.example.com/", created: ConsoleInMemory.now)
        try console.store?.apply(.create(LinkCreation(other)))
        #expect(await console.ask("/links").text.contains("example.page.link/second"))
        let text = await console.ask("/links") { $0.query = ["sort": "clicks"] }.text
        #expect(Self.codes(text) == ["first", "second"])
        #expect(text.contains("aria-sort=\"descending\"><a href=\"/links?sort=clicks\">") && text.contains(">3<svg"))
        let filtered = await console.ask("/links") { $0.query = ["sort": "clicks", "tag": "none"] }.text
        #expect(filtered.contains("No links match"))
        let byLink = await console.ask("/links") { $0.query = ["sort": "link", "q": "first"] }.text
        #expect(
            byLink.contains("/links?q=first&amp;sort=clicks") && byLink.contains("<option value=\"link\" selected>"))
        try console.become("other", "sites=elsewhere")
        #expect(!(await console.ask("/links") { $0.query = ["sort": "clicks"] }.text.contains("page.link/first")))
    }

    /// The codes of a page of the list, in its order.
    private static func codes(_ text: String) -> [String] {
        text.matches(of: /\/links\/link\?link=example\.page\.link%2F(\w+)"/).map { String($0.1) }
    }

    @Test("pages by clicks have each link once, those with clicks first", arguments: [0, 1, 49, 50, 51, 99, 100, 120])
    func pages(clicked: Int) async throws {
        let console = try ConsoleInMemory(isStoring: true)
        let store = try #require(console.store)
        var reader = try store.makeReader()
        var names = ClickNames()
        names.sites = ["example"]
        reader.use(names)
        var detail = ClickDetail()
        detail.site = 0
        let codes = (0..<120).map { "L\(1_000 + $0)" }
        for (number, code) in codes.enumerated() {
            let key = try #require(LinkKey("example.page.link/\(code)"))
            let created = ConsoleInMemory.now - Int64(number)
            let creation = LinkCreation(LinkRecord(key: key, longLink: "https://www.example.com/", created: created))
            let id = try store.apply(.create(creation)).link.id
            // The later the link, the more clicks.
            for _ in 0..<(number < clicked ? 1 + number / 10 : 0) {
                reader.countClick(
                    id: id, .appOpen, .ios, at: ConsoleInMemory.now, detail, key: Array(key.text.utf8).span)
            }
        }
        reader.flush()
        store.settle()
        var (found, query): ([String], [String: String]) = ([], ["sort": "clicks"])
        for _ in 0..<4 {
            let text = await console.ask("/links") { $0.query = query }.text
            let page = Self.codes(text)
            #expect(page.count <= 50 && !page.isEmpty)
            found += page
            guard let next = text.firstMatch(of: /sort=clicks&amp;page=([^"]+)" rel="next"/) else { break }
            query["page"] = next.1.removingPercentEncoding
        }
        let ranks = (0..<clicked).sorted { ($1 / 10, $0) < ($0 / 10, $1) }
        #expect(found == (ranks + (clicked..<120)).map { codes[$0] })
    }

    @Test("without clicks it describes how to get some; without a store it names the reason")
    func empty() async throws {
        #expect(await (try Self.console(clicks: 0)).ask("/").text.contains("No clicks yet"))
        #expect(await (try ConsoleInMemory()).ask("/").text.contains("without a link store"))
        #expect(
            await (try Self.console(clicks: 1)).ask("/") { $0.query = ["site": "nowhere"] }.answer.status.code == 200)
    }

    @Test("a link's page and the list have its clicks; the target is readable")
    func link() async throws {
        let console = try await Self.console(clicks: 3)
        let page = await console.ask("/links/link") { $0.query = ["link": "example.page.link/first"] }.text
        #expect(page.contains("by-country") && page.contains(">Germany<") && !page.contains("by-link"))
        let list = await console.ask("/links").text
        #expect(
            list.contains("<b>www.example.com</b>/\u{e4}&amp;?a=&lt;b&gt;") && list.contains("class=\"spark\""),
            "\(list)")
        #expect(list.contains(">https://example.page.link/first</span>"))
    }
}
