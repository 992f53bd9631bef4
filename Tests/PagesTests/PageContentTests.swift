import ByteText
import Testing

@testable import Pages

@Suite("What stands on each page")
struct PageContentTests {
    private let maker: PageMaker
    private let web: PageTarget
    private let app: PageTarget

    init() throws {
        maker = try PageMaker()
        web = maker.allowed("https://www.example.com/a")
        app = maker.allowed("com.example.ios://go", customScheme: "com.example.ios")
    }

    @Test("every page is a whole document for small screens", arguments: PageKind.allCases)
    func document(kind: PageKind) throws {
        let html = try SamplePages.render(kind)
        #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        #expect(html.hasSuffix("</html>\n"))
        #expect(html.contains(#"<meta name="viewport" content="width=device-width, initial-scale=1">"#))
        #expect(html.contains(#"<meta name="color-scheme" content="light dark">"#))
        #expect(html.contains("<h1") && html.contains("<main") && !html.contains("<title></title>"))
        #expect(!html.contains("{{") && !html.contains("}}</"), "a template tag was left over")
        #expect(html.contains("noindex") == (kind != .social))
    }

    @Test("where a Mac may be an iPad, the app stands behind a touch screen and the other way does not")
    func touch() {
        let page = InterstitialPage(open: app, otherWay: .web(web), needsTouch: true)
        let html = maker.html(page)
        let parts = html.split(separator: #"<div class="touch">"#)
        let hidden = parts.last.map { $0.prefix(upTo: $0.firstRange(of: "</div>")?.lowerBound ?? $0.startIndex) } ?? ""
        #expect(parts.count == 2)
        #expect(hidden.contains(#"href="com.example.ios://go""#))
        #expect(!hidden.contains("https://www.example.com/a"))
        #expect(html.contains(#"<a class="other" href="https://www.example.com/a">Continue on the web</a>"#))
        #expect(html.contains("<title>Continue</title>"))
        #expect(PageStyle.text.contains("@media (any-pointer:coarse){.touch{display:block}.no-touch{display:none}}"))
        let plain = maker.html(InterstitialPage(open: app, otherWay: .web(web)))
        #expect(!plain.contains(#"class="touch""#))
    }

    @Test("the other way says where it leads")
    func otherWay() {
        func html(_ way: InterstitialPage.OtherWay?) -> String {
            maker.html(InterstitialPage(open: app, otherWay: way))
        }
        #expect(html(.getApp(web)).contains(#"<a class="other" href="https://www.example.com/a">Get the app</a>"#))
        #expect(html(.updateApp(web)).contains(">Update the app</a>"))
        #expect(html(.web(web)).contains(">Continue on the web</a>"))
        #expect(!html(nil).contains("class=\"other\""))
        #expect(html(nil).contains(#"<a class="button" href="com.example.ios://go">Open the app</a>"#))
    }

    @Test("the way out is shown inside another app and nowhere else")
    func wayOut() {
        var page = InterstitialPage(open: app)
        #expect(!maker.html(page).contains("Open in browser"))
        page.inAppBrowser = .init()
        #expect(maker.html(page).contains("shown inside another app."))
        #expect(!maker.html(page).contains("<input"))
        page.inAppBrowser = .init(name: .words("Instagram"), exit: web, address: maker.text("javascript:alert(1)"))
        let html = maker.html(page)
        #expect(html.contains("shown inside Instagram."))
        #expect(html.contains(#"<a class="other" href="https://www.example.com/a">Open in the browser</a>"#))
        #expect(html.contains(#"readonly value="javascript:alert(1)">"#))
        #expect(!html.contains("href=\"javascript"))
    }

    @Test(
        "a status has a title of its own",
        arguments: [400, 403, 404, 405, 410, 414, 421, 429, 431, 500, 502, 503, 418])
    func errorTitle(status: Int) {
        let html = maker.html(ErrorPage(status: status, fault: maker.text("The parameter “link” is missing.")))
        #expect(html.contains("<h1>\(ErrorPage.title(of: status))</h1>"))
        #expect(html.contains("<title>\(ErrorPage.title(of: status))</title>"))
        #expect(html.contains("<p>The parameter “link” is missing.</p>"))
        #expect(html.contains("Error \(status)</p>"))
    }

    @Test("the static page has nothing to follow")
    func staticPage() {
        let html = maker.html(StaticPage())
        #expect(!html.contains("href") && !html.contains("src=") && !html.contains("://"))
        #expect(html.contains("<p>This link does something for the person it was sent to"))
    }

    @Test("the social page has the properties that unfurlers read")
    func socialPage() {
        let image = maker.allowed("https://www.example.com/a.png")
        var page = SocialPage(
            target: web, title: maker.text("Spring"), description: maker.text("Sale"), image: image,
            siteName: maker.text("Example"))
        let html = maker.html(page)
        for line in [
            #"<title>Spring</title>"#, #"<meta property="og:title" content="Spring">"#,
            #"<meta property="og:description" content="Sale">"#, #"<meta property="og:site_name" content="Example">"#,
            #"<meta property="og:image" content="https://www.example.com/a.png">"#,
            #"<meta name="twitter:card" content="summary_large_image">"#, #"href="https://www.example.com/a""#,
        ] {
            #expect(html.contains(line), "\(line)")
        }
        page.image = maker.allowed("http://www.example.com/a.png")
        page.title = .empty
        let plain = maker.html(page)
        #expect(!plain.contains("a.png") && plain.contains(#"content="summary""#))
        #expect(plain.contains("<title>Example</title>"))
    }

    @Test("the flowchart keeps the order of its steps and says which one decided")
    func debugPage() {
        let page = DebugPage(
            link: "https://example.page.link/?link=…",
            platforms: [
                .init(
                    name: "Android",
                    steps: [
                        .init(question: "Is the app installed?", answer: "no", taken: false),
                        .init(question: "Is there a fallback?", answer: "yes", taken: true),
                    ],
                    decision: "continue_redirect", target: "https://www.example.com/")
            ])
        let html = String(decoding: maker.templates.debug(page), as: UTF8.self)
        #expect(html.contains("<tr class=\"passed\"><td>Is the app installed?</td><td>no</td><td>no</td></tr>"))
        #expect(html.contains("<tr class=\"taken\"><td>Is there a fallback?</td><td>yes</td><td>yes</td></tr>"))
        #expect(html.contains("<dd><strong>continue_redirect</strong></dd>"))
        #expect(!html.contains("<a ") && !html.contains("<dt>Rule</dt>") && !html.contains("class=\"note\""))
        let (asked, decided) = (
            html.split(separator: "installed?")[0].count, html.split(separator: "fallback?")[0].count
        )
        #expect(asked < decided)
    }
}
