import ByteText
import Foundation
import HTTP
import LinkStore
import Server
import TestSupport
import Testing

/// Opening an Apple app: a page on a host that no association file claims, with the clicked link as its button.
@Suite("universal links")
struct UniversalLinkTests {
    private static let phone = [
        "User-Agent":
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1"
    ]
    private static let link =
        "https://example.page.link/?link=https://www.example.com/p&ibi=com.example.ios&isi=1234567"
    private static let site = """
        site: example
        hosts: [example.page.link]
        page_host: preview.example.com
        authorized_domains: [www.example.com]
        apps: [{ios: {bundle: com.example.ios, team: ABCDE12345, app_store_id: "1234567"}}]
        """

    private func click(_ link: String, _ daemon: DaemonInMemory) throws -> HTTPAnswer {
        try daemon.click(link: link, fields: Self.phone)
    }

    /// The URL of the button on the page that a click leads to.
    private func button(_ link: String, _ daemon: DaemonInMemory) throws -> String {
        let page = try click(try #require(try click(link, daemon)["location"]), daemon)
        let match = try #require(try #/<a class="button" href="([^"]*)"/#.firstMatch(in: page.body))
        return String(match.1).replacing("&amp;", with: "&")
    }

    @Test("the page is on the page host, and its button is the link on its own host")
    func page() throws {
        let daemon = try DaemonInMemory(site: Self.site)
        let first = try click(Self.link, daemon)
        #expect(first.status == 302)
        #expect(first["cache-control"] == "no-store")
        let address = try #require(first["location"])
        #expect(address.hasPrefix("https://preview.example.com/_fp/"))
        let page = try click(address, daemon)
        #expect(page.status == 200)
        #expect(page.body.contains("Open the app"))
        #expect(!page.body.contains("com.example.ios:"))
        #expect(try button(Self.link, daemon).hasPrefix(Self.link + "&_fp="))
    }

    @Test("a page is shown on any requested host: a proxy that changes Host does not cause a redirect loop")
    func rewrittenHost() throws {
        let daemon = try DaemonInMemory(site: Self.site)
        let address = try #require(try click(Self.link, daemon)["location"])
        let target = String(address.dropFirst("https://preview.example.com".count))
        for host in ["127.0.0.1", "example.page.link"] {
            #expect(try daemon.click(target, host: host, fields: Self.phone).status == 200)
        }
    }

    @Test("a link that comes back marked goes on without a second page")
    func returned() throws {
        let daemon = try DaemonInMemory(site: Self.site)
        let answer = try click(try button(Self.link, daemon), daemon)
        #expect(answer.status == 302)
        #expect(answer["location"] == "https://apps.apple.com/app/id1234567")
    }

    @Test("a mark counts for five minutes, and for its link alone")
    func marks() throws {
        let daemon = try DaemonInMemory(site: Self.site)
        let marked = try button(Self.link, daemon)
        let mark = String(marked.dropFirst(Self.link.count))
        let other = try click(Self.link + "x" + mark, daemon)
        #expect(other["location"]?.hasPrefix("https://preview.example.com/_fp/") == true)
        let forged = try click(String(marked.dropLast()) + (marked.hasSuffix("A") ? "Q" : "A"), daemon)
        #expect(forged["location"]?.hasPrefix("https://preview.example.com/_fp/") == true)
        daemon.now += 301
        let late = try click(marked, daemon)
        #expect(late["location"]?.hasPrefix("https://preview.example.com/_fp/") == true)
        // The previous marker is removed, so that markers do not accumulate.
        let again = try button(marked, daemon)
        #expect(again.count == marked.count)
    }

    @Test("without a page host, another host of the site's links has the page")
    func otherHost() throws {
        let site = Self.site.replacing("page_host: preview.example.com", with: "hosting: [auth.example.com]")
        let daemon = try DaemonInMemory(site: site)
        let answer = try click(Self.link, daemon)
        #expect(answer["location"]?.hasPrefix("https://auth.example.com/_fp/") == true)
        #expect(try button(Self.link, daemon).hasPrefix(Self.link + "&_fp="))
        let files = try daemon.click("/.well-known/apple-app-site-association", host: "auth.example.com")
        #expect(files.body.contains(#"{"/":"/_fp/*","exclude":true}"#))
    }

    @Test("without another host and a scheme, the page has the other way alone")
    func nowhere() throws {
        let site = Self.site.replacing("page_host: preview.example.com\n", with: "")
        let page = try click(Self.link, try DaemonInMemory(site: site))
        #expect(page.status == 200)
        #expect(page.body.contains(#"<a class="button" href="https://apps.apple.com/app/id1234567">Get the app</a>"#))
        #expect(!page.body.contains("Open the app"))
    }

    @Test("no association file claims the page host")
    func unclaimed() throws {
        let daemon = try DaemonInMemory(site: Self.site)
        let answer = try daemon.click("/.well-known/apple-app-site-association", host: "preview.example.com")
        #expect(answer.status == 404)
    }

    @Test("a link is counted once, however often it comes back")
    func counted() throws {
        let daemon = try DaemonInMemory(site: Self.site, isStoring: true)
        try daemon.store.make(["example.page.link/ABC"])
        _ = try click("https://example.page.link/ABC", daemon)
        _ = try click("https://example.page.link/ABC?_fp=page", daemon)
        daemon.finish()
        let record = try #require(try daemon.store.link(LinkKey("example.page.link/ABC")!))
        let counts = try daemon.store.totals(of: record.id).filter { $0.event == .click }
        #expect(counts.reduce(0) { $0 + Int($1.count) } == 1)
    }

    @Test("programs may ask about a marked link as about any")
    func asked() throws {
        let daemon = try DaemonInMemory(site: Self.site)
        let marked = try button(Self.link, daemon)
        let agent = try #require(Self.phone["User-Agent"])
        let answer = try daemon.decide("{\"link\": \"\(marked)\", \"user_agent\": \"\(agent)\"}")
        #expect(answer.json?["page"] == .null)
        #expect(answer.json?["location"]?.string == "https://apps.apple.com/app/id1234567")
    }

    @Test("proxies are sent to the page host as well, and marked links pass")
    func edge() throws {
        let daemon = try DaemonInMemory(site: Self.site, trusting: ["127.0.0.1"])
        func ask(_ link: String) throws -> HTTPAnswer {
            let (host, target) = HTTPRequest.place(of: link)
            return try daemon.ask(
                .edge, "/edge/nginx",
                fields: Self.phone.merging([
                    "X-Original-URI": target, "X-Forwarded-Host": host, "X-Forwarded-Proto": "https",
                    "X-Forwarded-Method": "GET",
                ]) { $1 })
        }
        let answer = try ask(Self.link)
        #expect(answer["fingerpost-location"]?.hasPrefix("https://preview.example.com/_fp/") == true)
        let back = try ask(try button(Self.link, daemon))
        #expect(back["fingerpost-location"] == "https://apps.apple.com/app/id1234567")
    }
}
