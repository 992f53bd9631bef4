import ByteText
import PageDesign
import Testing

@testable import Pages

@Suite("The content of each page")
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
        #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\" dir=\"ltr\">"))
        #expect(html.hasSuffix("</html>\n"))
        #expect(html.contains(#"<meta name="viewport" content="width=device-width, initial-scale=1">"#))
        #expect(html.contains(#"<meta name="color-scheme" content="light dark">"#))
        #expect(html.contains("<h1") && html.contains("<main") && !html.contains("<title></title>"))
        #expect(!html.contains("{{") && !html.contains("}}</"), "a template tag was left over")
        #expect(html.contains("noindex") == (kind != .social))
    }

    @Test("if a Mac may be an iPad, the app's button needs a touch screen and the other way does not")
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
        #expect(
            html.contains(
                "@media (any-pointer:coarse){.touch{display:block}.no-touch{display:none}}"))
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
        #expect(maker.html(page).contains("tap the menu (⋯ / ⋮) and choose “Open in browser”."))
        #expect(!maker.html(page).contains("<input"))
        page.inAppBrowser = .init(
            name: .words("Instagram"), wayOut: .init(.top, menu: "⋮", entry: .entryExternal), exit: web,
            address: maker.text("javascript:alert(1)"))
        let html = maker.html(page)
        #expect(html.contains("shown inside Instagram. To open it in your browser, tap ⋮ at the top of the screen"))
        #expect(html.contains("choose “Open in external browser”."))
        #expect(html.contains(#"<a class="other" href="https://www.example.com/a">Open in browser</a>"#))
        #expect(html.contains(#"readonly value="javascript:alert(1)">"#))
        #expect(!html.contains("href=\"javascript"))
    }

    @Test("the page names the app's state", arguments: InterstitialPage.AppSituation.allCases)
    func appSituation(situation: InterstitialPage.AppSituation) {
        let html = maker.html(InterstitialPage(open: app, otherWay: .getApp(web), app: situation))
        let words = PageWords.builtIn(.english)
        let sentence =
            switch situation {
            case .unknown: words[.tapButton]
            case .missing: words[.appMissing]
            case .tooOld: words[.appTooOld]
            case .didNotOpen: words[.appDidNotOpen]
            case .notInStore: words[.noStore].replacing("’", with: "’")
            }
        #expect(html.contains("<p>\(sentence)</p>"))
        #expect(maker.html(InterstitialPage(open: nil, otherWay: .web(web))).contains(words[.tapButton]) == false)
    }

    @Test("a link that does not work has a title, a sentence and a number", arguments: LinkSituation.allCases)
    func errorPage(situation: LinkSituation) {
        let words = PageWords.builtIn(.english)
        let html = maker.html(ErrorPage(status: 410, situation))
        #expect(html.contains("<h1>\(words[situation.title])</h1>\n<p>\(words[situation.text])</p>"))
        #expect(html.contains("<title>\(words[situation.title])</title>"))
        #expect(html.contains("<p class=\"soft\">Error 410</p>"))
        let own = maker.html(
            ErrorPage(status: 403, situation, statement: maker.text("Nur für Mitglieder."), detail: maker.text("Why.")))
        #expect(own.contains("<p dir=\"auto\">Nur für Mitglieder.</p>"))
        #expect(own.contains("<p class=\"soft\" lang=\"en\" dir=\"ltr\">Why.</p>"))
        #expect(!own.contains(words[situation.text]))
    }

    @Test("a status without more means a situation")
    func statuses() {
        let expected: [(Int, LinkSituation)] = [
            (400, .invalid), (403, .refused), (404, .notFound), (405, .invalid), (410, .expired), (414, .invalid),
            (429, .tooMany), (500, .failed), (502, .unavailable), (503, .unavailable), (418, .invalid),
        ]
        for (status, situation) in expected { #expect(LinkSituation(status: status) == situation, "\(status)") }
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
            target: web, title: maker.text("Spring"), description: maker.text("Sale"), image: image)
        let html = maker.html(page)
        for line in [
            #"<title>Spring</title>"#, #"<meta property="og:title" content="Spring">"#,
            #"<meta property="og:description" content="Sale">"#,
            #"<meta property="og:image" content="https://www.example.com/a.png">"#,
            #"<meta name="twitter:card" content="summary_large_image">"#, #"href="https://www.example.com/a""#,
        ] {
            #expect(html.contains(line), "\(line)")
        }
        page.image = maker.allowed("http://www.example.com/a.png")
        page.title = .empty
        let plain = maker.html(page)
        #expect(!plain.contains("a.png") && plain.contains(#"content="summary""#))
        #expect(plain.contains("<title>Link</title>"))
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
        let html = maker.html(page)
        #expect(
            html.contains("<tr class=\"passed\"><td>Is the app installed?</td><td dir=\"ltr\">no</td><td>no</td></tr>"))
        #expect(
            html.contains("<tr class=\"taken\"><td>Is there a fallback?</td><td dir=\"ltr\">yes</td><td>yes</td></tr>"))
        #expect(html.contains("<dd><strong dir=\"ltr\">continue_redirect</strong></dd>"))
        #expect(!html.contains("<a ") && !html.contains("<dt>Rule</dt>") && !html.contains("class=\"note\""))
        let (asked, decided) = (
            html.split(separator: "installed?")[0].count, html.split(separator: "fallback?")[0].count
        )
        #expect(asked < decided)
    }
}
