import ByteText
import LinkStore
import TestSupport
import Testing

@testable import Daemon

/// People come back to a page from the App Store, reload tabs that are weeks old, and share the address of a page.
@Suite("pages that are opened again, in memory")
struct LastingPageTests {
    private static let site = """
        site: example
        hosts: [example.page.link]
        page_host: preview.example.com
        handler: https://www.example.com/__/auth/action
        authorized_domains: [www.example.com]
        apps: [{ios: {bundle: com.example.ios, team: ABCDE12345, app_store_id: "1234567"}}]
        """
    private static let links = [
        "https://example.page.link/?link=https://www.example.com/p&ibi=com.example.ios&isi=1234567",
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fa%3Fb%3Dc%26d&ibi=com.example.ios",
        "https://example.page.link/Stored", "https://example.page.link/Stored?utm_source=x&_fp=qr",
    ]
    private static let secret =
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F%3FoobCode%3DONETIME&ibi=com.example.ios&isi=1234567"
    private static let phone = ["User-Agent": Agents.iPhone]

    private let daemon: DaemonInMemory

    init() throws {
        daemon = try Self.daemon()
    }

    private static func daemon() throws -> DaemonInMemory {
        let daemon = try DaemonInMemory(site: site, isStoring: true)
        let key = try #require(LinkKey("example.page.link/Stored"))
        try daemon.store.apply(.create(LinkCreation(LinkRecord(key: key, longLink: links[0], created: daemon.now))))
        return daemon
    }

    private func address(of link: String) throws -> String {
        let answer = try daemon.click(link: link, fields: Self.phone)
        return try #require(answer["Location"], "\(answer)")
    }

    @Test(
        "a link without a code is in the address of its page, which opens weeks later and at every process",
        arguments: links)
    func lasting(_ link: String) throws {
        let address = try address(of: link)
        #expect(address == "https://preview.example.com/_fp/" + link.dropFirst("https://".count))
        let first = try daemon.click(link: address, fields: Self.phone)
        #expect(first.status == 200 && first.body.contains("Open the app"))
        let other = try Self.daemon()
        for (front, seconds) in [(daemon, 0), (daemon, 40 * 86_400), (other, 0)] as [(DaemonInMemory, Int64)] {
            front.now += seconds
            let again = try front.click(link: address, fields: Self.phone)
            #expect(again.status == 200 && again.body.contains("Open the app"))
            #expect(again["Cache-Control"] == "no-store" && again["Referrer-Policy"] == "no-referrer")
            // The button works each time: its mark is new.
            let button = try #require(try #/<a class="button" href="([^"]*)"/#.firstMatch(in: again.body)?.1)
            let back = try front.click(link: String(button).replacing("&amp;", with: "&"), fields: Self.phone)
            #expect(back["Location"]?.hasPrefix("https://preview.example.com") == false, "\(back)")
        }
    }

    @Test("a shared page depends on the device that opens it, and counts as a click")
    func shared() throws {
        let address = try address(of: Self.links[2])
        #expect(try daemon.click(link: address, fields: Self.phone).status == 200)
        let path = "/_fp/example.page.link/Stored"
        let head = try daemon.click(
            path, method: "HEAD", host: "preview.example.com", fields: ["User-Agent": Agents.windows])
        #expect(head.status == 302)
        let desktop = try daemon.click(link: address, fields: ["User-Agent": Agents.windows])
        #expect(
            desktop.status == 302 && desktop["Location"]?.hasPrefix("https://www.example.com/p") == true, "\(desktop)")
        daemon.finish()
        let key = try #require(LinkKey("example.page.link/Stored"))
        let id = try #require(try daemon.store.link(key)?.id)
        let clicks = try daemon.store.totals(of: id).filter { $0.event == .click }.map { "\($0.platform) \($0.count)" }
        #expect(Set(clicks) == ["ios 1", "desktop 1"])
    }

    @Test("the address of a page only shows links of a site that are not refused")
    func otherHosts() throws {
        for path in [
            "evil.example/", "example.page.link:x/", "example.page.link:70000/", "/", "//", "user@example.page.link/",
            "example.page.link/?link=https%3A%2F%2Fevil.example%2F", "preview.example.com/x", "%65xample.page.link/",
        ] {
            let answer = try daemon.click("/_fp/\(path)", host: "preview.example.com", fields: Self.phone)
            #expect(answer.status >= 400 && answer.status < 500, "\(path): \(answer)")
            #expect(answer["Location"] == nil && !answer.body.contains("href=\"https://evil"))
        }
        let upper = try daemon.click("/_fp/EXAMPLE.page.link/Stored", host: "preview.example.com", fields: Self.phone)
        #expect(upper.status == 200)
    }

    @Test("a link with a code is sealed for five minutes; then, and elsewhere, the page explains what to do")
    func sealed() throws {
        let address = try address(of: Self.secret)
        #expect(!address.contains("ONETIME") && !address.contains("example.page.link"))
        #expect(try daemon.click(link: address, fields: Self.phone).status == 200)
        let foreign = try Self.daemon().click(link: address, fields: Self.phone)
        daemon.now += 301
        for late in [try daemon.click(link: address, fields: Self.phone), foreign] {
            #expect(late.status == 410 && late.body.contains("expired") && late.body.contains("Open the link again"))
            #expect(!late.body.contains("ONETIME") && !late.body.contains("typing"))
        }
    }
}
