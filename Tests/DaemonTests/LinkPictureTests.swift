@testable import Clicks
import Association
import ByteText
import Expressions
import Foundation
import LinkStore
import QRCode
import Routing
import TestSupport
import Testing

/// `/CODE/qr.svg` and `/CODE/qr.png`.
@Suite("QR codes of links, in memory")
struct LinkPictureTests {
    private let daemon: DaemonInMemory

    init() throws { daemon = try DaemonInMemory(isStoring: true) }

    private func make(
        _ code: String, domain: String = "example.page.link", _ change: (inout LinkRecord) -> Void = { _ in }
    ) throws {
        let key = try #require(LinkKey(domain: domain, code: code))
        var record = LinkRecord(
            key: key, longLink: "https://\(domain)/?link=https://www.example.com/", created: daemon.now)
        change(&record)
        try daemon.store.apply(.create(LinkCreation(record)))
    }

    /// The expected image of a link.
    private func svg(_ link: String, _ style: QRStyle = .standard, _ correction: QRCode.Correction = .medium) throws
        -> String
    {
        let text = link + "?_fp=qr"
        let svg = try QRCode(text.utf8.span, correction).svg(style, title: "QR code of \(text)")
        return String(decoding: svg, as: UTF8.self)
    }

    @Test("the code has the link with the mark of a scan, for links of the rules and of the store, below prefixes, too")
    func links() throws {
        try make("Made")
        try make("Own", domain: "links.example.com/go")
        for (link, host) in [
            ("https://example.page.link/WXYZ", "example.page.link"),
            ("https://example.page.link/Made", "EXAMPLE.page.link"),
            ("https://links.example.com/go/Own", "links.example.com"),
        ] {
            let path = try #require(URL(string: link)).path()
            let answer = try daemon.click("\(path)/qr.svg", host: host)
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "image/svg+xml")
            #expect(try answer.body == svg(link))
            answer.expectCommonFields(cached: true)
            #expect(answer["X-Content-Type-Options"] == "nosniff")
            #expect(answer["Content-Security-Policy"]?.contains("default-src 'none'") == true)
        }
    }

    @Test("a copy that a client has is known by its validator, and HEAD has no body")
    func caching() throws {
        let answer = try daemon.click("/WXYZ/qr.svg")
        let tag = try #require(answer["ETag"])
        #expect(answer["Cache-Control"] == "max-age=86400" && tag.hasPrefix("\""))
        let known = try daemon.click("/WXYZ/qr.svg", fields: ["If-None-Match": tag])
        #expect(known.status == 304 && known.body.isEmpty && known["ETag"] == tag)
        #expect(try daemon.click("/WXYZ/qr.svg?ec=H", fields: ["If-None-Match": tag]).status == 200)
        let head = try daemon.click("/WXYZ/qr.svg", method: "HEAD")
        #expect(head.status == 200 && head["Content-Length"] == answer["Content-Length"])
        #expect(try daemon.click("/WXYZ/qr.svg", method: "POST").status == 405)
        #expect(try DaemonInMemory().click("/WXYZ/qr.svg")["ETag"] == tag, "another process has the same")
    }

    @Test("the query says how it is drawn")
    func options() throws {
        let style = try #require(QRStyle(margin: 2, dark: RGBColor(red: 0, green: 0x33, blue: 0x66)))
        let drawn = try daemon.click("/WXYZ/qr.svg?margin=2&ec=h&fg=036&bg=%23ffffff")
        #expect(try drawn.body == svg("https://example.page.link/WXYZ", style, .high))
        #expect(try daemon.click("/WXYZ/qr.svg?size=300").body.contains(" width=\"300\" "))
        let head = try daemon.click("/WXYZ/qr.png?size=64", method: "HEAD")
        #expect(head.status == 200 && head["Content-Type"] == "image/png")
    }

    @Test(
        "invalid options are refused with the expected values",
        arguments: [
            ("size=10", "size must be a number from 64 to 1024"), ("size=1e3", "size must be a number from 64 to 1024"),
            ("size=99999999999999999999", "size must"), ("ec=X", "ec must be L, M, Q or H"),
            ("margin=17", "margin must be a number from 0 to 16"), ("fg=red", "fg must be a color"),
            ("bg=%20", "bg must be a color"), ("fg=ffffff&bg=000000", "fg must be darker than bg"),
            ("fg=ffff00", "a contrast of at least 4.5 to 1"), ("ec=L&ec=L", "repeats a parameter"),
            ("colour=1", "unknown query parameter"), ("fg=%zz", "percent-encoded"),
        ])
    func refused(_ query: String, _ message: String) throws {
        for format in ["svg", "png"] {
            let answer = try daemon.click("/WXYZ/qr.\(format)?\(query)")
            #expect(answer.status == 400)
            #expect(answer.body.contains(message), "\(answer.body.suffix(600))")
            answer.expectCommonFields()
        }
    }

    @Test("a picture is not smaller than its code")
    func least() throws {
        try make(String(repeating: "long", count: 32))
        let code = String(repeating: "long", count: 32)
        let answer = try daemon.click("/\(code)/qr.png?size=64&ec=H&margin=16")
        #expect(answer.status == 400 && answer.body.contains("size must be at least 1"), "\(answer.body.suffix(500))")
    }

    @Test("where a link does not work, its picture is refused as a click on it is")
    func dead() throws {
        try make("Late") { $0.expires = daemon.now - 1 }
        try make("Early") { $0.starts = daemon.now + 60 }
        try make("Off") { $0.isDisabled = true }
        for code in ["NOPE", "Late", "Early", "Off", "../x", "%2e"] {
            let (click, picture) = (try daemon.click("/\(code)"), try daemon.click("/\(code)/qr.svg"))
            #expect(click.status >= 400)
            #expect(picture.status == click.status, "\(code)")
            picture.expectCommonFields()
        }
        #expect(try daemon.click("/WXYZ/qr.svg", host: "elsewhere.example").status == 404)
    }

    @Test(
        "other paths are links as before",
        arguments: ["/qr.svg", "//qr.svg", "/WXYZ//qr.svg", "/WXYZ/qr.SVG", "/WXYZ/qr.svg/"])
    func others(_ path: String) throws {
        let answer = try daemon.click(path)
        #expect(answer.status == 404 && answer["Content-Type"] == "text/html; charset=utf-8")
    }

    @Test("a code named so below a prefix stays a link")
    func named() throws {
        try make("qr.svg", domain: "links.example.com/go")
        #expect(try daemon.click("/go/qr.svg", host: "links.example.com").status == 302)
        #expect(try daemon.click("/go/qr.svg/qr.svg", host: "links.example.com").status == 200)
    }

    @Test("who asks without end has to wait, and is not counted as a click")
    func limit() throws {
        for _ in 0..<10 { #expect(try daemon.click("/WXYZ/qr.png", method: "HEAD").status == 200) }
        let answer = try daemon.click("/WXYZ/qr.png")
        #expect(answer.status == 429 && answer["Retry-After"] == "1")
        daemon.now += 1
        #expect(try daemon.click("/WXYZ/qr.png", method: "HEAD").status == 200)
    }

    @Test(
        "no app opens for a picture: both association files leave it out", arguments: ["/WXYZ/qr.svg", "/WXYZ/qr.png"])
    func association(_ path: String) throws {
        var apple = AppDefinition(store: .ios, id: "com.example.ios")
        apple.team = "ABCDE12345"
        var android = AppDefinition(store: .android, id: "com.example.android")
        android.fingerprints = [Array(repeating: "AB", count: 32).joined(separator: ":")]
        var site = SiteDefinition(name: "a")
        (site.hosts, site.apps) = (["a.link", "b.link/go"], [apple, android])
        let ruleSet = RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: "sha256:1")
        for (host, prefix) in [("a.link", ""), ("b.link", "/go")] {
            let found = ruleSet.association(of: host.utf8.span)
            let files = try #require(found)
            let (picture, link) = ("\(prefix)\(path)", "\(prefix)/WXYZ")
            #expect(!files.apple.opens(LinkAddress("https://\(host)\(picture)"), appID: "ABCDE12345.com.example.ios"))
            #expect(!files.android.opens(LinkAddress("https://\(host)\(picture)"), package: "com.example.android"))
            #expect(
                files.apple.opens(LinkAddress("https://\(host)\(link)?_fp=qr"), appID: "ABCDE12345.com.example.ios"))
            #expect(files.android.opens(LinkAddress("https://\(host)\(link)?_fp=qr"), package: "com.example.android"))
        }
    }

    @Test("what is kept has a bound")
    func bound() throws {
        var pictures = LinkPictures()
        for number in 0..<3_000 {
            let link = Array("https://example.page.link/\(number)".utf8)
            _ = try pictures.picture(of: link.span, PictureRequest(.svg))
            let element = pictures.inline(of: link.span, keeps: true)
            #expect(element != nil)
            #expect(pictures.byteCount <= LinkPictures.maximumBytes)
        }
    }

    // MARK: - For pages

    @Test("a page can have the code of its link in it, for a phone: short, and marked as a scan")
    func inline() throws {
        _ = try daemon.click("/WXYZ", fields: ["User-Agent": Agents.windows])
        let front = try daemon.front
        let element = try #require(front.inlineCode())
        let code = try QRCode("https://example.page.link/WXYZ?_fp=qr".utf8.span, .low)
        #expect(element == code.svg(title: "QR code of this link"))
        #expect(element.count < 2_500)
        #expect(front.inlineCode() == element)
        for count in [100, 150, 200, 256, 300, 3_000] {
            _ = try daemon.click("/?link=https://www.example.com/" + String(repeating: "x", count: count))
            let long = front.inlineCode()
            #expect(long?.count ?? 0 <= 4_096)
            if count > 256 { #expect(long == nil) }
        }
    }

    private static let mac =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15"
    private static let linux =
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"

    @Test(
        "the page with the button has it at every computer, and on a touch screen too but where it may be an iPad's",
        arguments: [
            (Agents.windows, "<figure><svg"), (linux, "<figure><svg"), (mac, "<figure class=\"no-touch\"><svg"),
            (Agents.iPhone, nil), (Agents.facebook, nil), (Agents.slackbot, nil),
        ])
    func atComputers(agent: String, figure: String?) throws {
        let site = """
            site: a
            hosts: [a.link]
            authorized_domains: [www.example.com]
            apps:
              - ios: {bundle: com.example.ios, app_store_id: "1234567", custom_scheme: com.example.ios}
            links: {A: "https://a.link/?link=https%3A%2F%2Fwww.example.com%2F&ibi=com.example.ios&isi=1234567"}
            options: {ipad_check: true}
            rules:
              - {name: page, when: 'device.platform != "macos"', then: {page: interstitial}, because: A page}
            """
        let html = try DaemonInMemory(site: site).click("/A", host: "a.link", fields: ["User-Agent": agent]).body
        #expect(html.contains("<main>") && html.contains("<figure") == (figure != nil), "\(html)")
        if let figure { #expect(html.contains(figure)) }
    }
}
