import ByteText
import Mustache
import Testing

@testable import Pages

/// A page that is filled in has the bytes that the template library writes of the same values, whatever they are.
@Suite("A page that is filled in beside its template")
struct PageOracleTests {
    private let maker: PageMaker
    private let seed = UInt64.random(in: 1 ... .max)

    init() throws { maker = try PageMaker() }

    @Test("is the same byte for byte, for values of all kinds")
    func sameBytes() {
        var random = TextSource(state: seed)
        for round in 0..<300 {
            let page = interstitial(&random)
            expectSame(page, maker.html(page), round)
            let social = SocialPage(
                target: maker.allowed("https://a.example/?\(round)&b='"), title: text(&random),
                description: text(&random),
                image: random.isHeads
                    ? maker.allowed(random.isHeads ? "https://i.example/&" : "http://i.example/") : nil,
                siteName: text(&random))
            expectSame(social, maker.html(social), round)
            let error = ErrorPage(
                status: [400, 404, 410, 500, 503][round % 5], fault: text(&random) ?? .empty,
                title: text(&random),
                requestID: text(&random))
            expectSame(error, maker.html(error), round)
            let plain = StaticPage(siteName: text(&random))
            expectSame(plain, maker.html(plain), round)
        }
    }

    private func expectSame<Page: FlatPage>(_ page: Page, _ html: String, _ round: Int) {
        var texts = PageTexts()
        page.fill(&texts)
        var entries: [String: Any] = ["style": PageStyle.text]
        for (slot, place) in zip(Page.slots, 0..<texts.count) {
            let value =
                switch texts[place] {
                case .none: ""
                case .words(let words): words.description
                case .number(let number): String(number)
                case .piece(let piece): maker.string(piece)
                }
            if !value.isEmpty { entries[slot.name] = value }
        }
        let expected = maker.templates.library.render(entries, withTemplate: Page.kind.rawValue)
        #expect(texts.count == Page.slots.count)
        #expect(
            html.utf8.elementsEqual((expected ?? "").utf8),
            "seed \(seed), round \(round), \(Page.kind): \(html)")
    }

    private func interstitial(_ random: inout TextSource) -> InterstitialPage {
        let web = maker.allowed("https://w.example/<\(random.next() % 100)>")
        let app = maker.allowed("app.x:go?'\"&", customScheme: "App.X")
        let ways: [InterstitialPage.OtherWay?] = [.getApp(web), .updateApp(web), .web(web), nil]
        var page = InterstitialPage(
            open: random.isHeads ? app : nil, otherWay: ways[Int(random.next() % 4)],
            appName: text(&random),
            title: text(&random), description: text(&random), needsTouch: random.isHeads)
        if random.isHeads {
            let name = text(&random)
            page.inAppBrowser = .init(
                name: random.isHeads ? .words("Instagram") : PageText(name),
                exit: random.isHeads ? web : nil,
                address: text(&random))
        }
        return page
    }

    private func text(_ random: inout TextSource) -> TextRange? {
        let bytes = random.bytes()
        return random.isHeads ? maker.arena.append(bytes.span) : nil
    }
}

/// Texts as attackers write them, from a seed.
private struct TextSource {
    var state: UInt64

    mutating func next() -> UInt64 { state.nextSplitMix() }

    var isHeads: Bool { mutating get { next() & 1 == 1 } }

    /// Up to 60 bytes: words, what means something to HTML and Mustache, controls, UTF-8 and what is not UTF-8.
    mutating func bytes() -> [UInt8] {
        let pieces: [[UInt8]] = [
            Array("Spring sale".utf8), Array("<b a=\"'&amp;".utf8), Array("{{{style}}}{{#open}}".utf8),
            [0x00, 0x0A, 0x7F, 0x1B],
            Array("नमस्ते 👋🏽".utf8), Array("\u{E000}\u{E003}".utf8), [0xFF, 0xC3], [0xE2, 0x82],
            Array("\"\u{301}<\u{338}".utf8),
        ]
        return (0..<Int(next() % 4)).flatMap { _ in pieces[Int(next() % UInt64(pieces.count))] }
    }
}
