import Expressions
import PageDesign
import Routing
import TestSupport
import Testing

@testable import Daemon

@Suite("Pages of the front are in the site's brand")
struct SiteBrandTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

    /// Two sites on one host, the second with a brand, and one on a host of its own without a brand.
    private static func front() throws -> DaemonInMemory {
        func site(_ name: String, _ hosts: [String], _ pages: PagesDefinition? = nil) -> SiteDefinition {
            var site = SiteDefinition(name: name)
            (site.hosts, site.pages, site.urlPolicy) = (hosts, pages, .any)
            return site
        }
        var pages = PagesDefinition()
        pages.name = "Shop"
        pages.icon = PageIcon(png)
        pages.contact = PageContact("mailto:help@shop.example")
        pages.light.accent = PageColor("#7a1fa2")
        let sites = [
            site("plain", ["a.link"]), site("shop", ["a.link/shop", "shop.link"], pages), site("b", ["b.link"]),
        ]
        return try DaemonInMemory(RuleSet(sites: sites, rules: [], patterns: PatternList(), hash: ""))
    }

    @Test("also where the link does not work")
    func refusals() throws {
        let front = try Self.front()
        for (host, target, isShop) in [
            ("shop.link", "/NOPE", true), ("a.link", "/shop/NOPE", true), ("a.link", "/NOPE", false),
            ("b.link", "/NOPE", false), ("shop.link", "/?link=%zz", true), ("shop.link", "/favicon.ico", true),
            ("c.link", "/NOPE", false),
        ] {
            let answer = try front.click(target, host: host)
            #expect(answer.status >= 400)
            #expect(answer.body.contains("<span dir=\"auto\">Shop</span>") == isShop, "\(host)\(target)")
            #expect(answer.body.contains("mailto:help@shop.example") == isShop)
            #expect(answer.body.contains("--accent:#7a1fa2") == isShop)
            #expect(answer["Content-Security-Policy"]?.contains("img-src 'self'") == isShop)
        }
    }

    @Test("with an icon that is served from the link's host, and kept for good")
    func icon() throws {
        let front = try Self.front()
        let body = try front.click("/NOPE", host: "shop.link").body
        let path = try #require(body.split(separator: "<img src=\"").dropFirst().first?.prefix { $0 != "\"" })
        let answer = try front.click(String(path), host: "shop.link")
        #expect(answer.status == 200 && answer["Content-Type"] == "image/png")
        #expect(answer["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(answer["Content-Length"] == "\(Self.png.count)")
        #expect(answer["Content-Security-Policy"] == "default-src 'none'; sandbox")
        #expect(try front.click("/_fp/icon/0000000000000000.png", host: "shop.link").status == 404)
        #expect(try front.click("/_fp/icon/", host: "shop.link").status == 404)
    }
}
