import ByteText
import Markup
import Mustache
import PageDesign
import Testing

@testable import Pages

/// A rendered page is equal to the output of the template library, for any values.
@Suite("A rendered page and its template")
struct PageOracleTests {
    private let maker: PageMaker
    private let seed = UInt64.random(in: 1 ... .max)

    init() throws {
        MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
        maker = try PageMaker()
    }

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
                    ? maker.allowed(random.isHeads ? "https://i.example/&" : "http://i.example/") : nil)
            expectSame(social, maker.html(social), round)
            let situation = LinkSituation.allCases[round % LinkSituation.allCases.count]
            let error = ErrorPage(
                status: [400, 404, 410, 500, 503][round % 5], situation, statement: text(&random) ?? .empty,
                detail: text(&random) ?? .empty)
            expectSame(error, maker.html(error), round)
            expectSame(StaticPage(), maker.html(StaticPage()), round)
        }
    }

    private func expectSame<Page: FlatPage>(_ page: Page, _ html: String, _ round: Int) {
        var texts = PageTexts()
        page.fill(&texts)
        var entries: [String: Any] = [
            "style": PageStyle.builtIn(Page.kind), "lang": "en", "dir": "ltr",
            "say": Dictionary(
                uniqueKeysWithValues: PageWord.allCases.map { ($0.name, sentence($0, Page.slots, texts)) }),
        ]
        for (slot, place) in zip(Page.slots, 0..<texts.count) {
            let value = string(texts[place], Page.slots, texts)
            if !value.isEmpty { entries[slot.name] = value }
        }
        let document = Page.document()
        let expected = try? MustacheTemplate(string: document).render(entries)
        #expect(texts.count == Page.slots.count)
        #expect(
            html.utf8.elementsEqual((expected ?? "").utf8),
            "seed \(seed), round \(round), \(Page.kind): \(html)")
    }

    private func string(_ text: PageText, _ slots: [PageSlot], _ texts: PageTexts) -> String {
        switch text {
        case .none: ""
        case .word(let word): sentence(word, slots, texts)
        case .words(let words): words.description
        case .number(let number): String(number)
        case .piece(let piece), .markup(let piece): maker.string(piece)
        }
    }

    /// A sentence with its placeholders filled from the slots of the same names.
    private func sentence(_ word: PageWord, _ slots: [PageSlot], _ texts: PageTexts) -> String {
        let parts = (try? PageSentence(PageWords.builtIn(.english)[word]))?.parts ?? []
        return parts.map { part in
            switch part {
            case .text(let text): return text
            case .place(let place):
                guard let slot = slots.firstIndex(where: { $0.name == place.rawValue }) else { return "" }
                return string(texts[slot], slots, texts)
            }
        }.joined()
    }

    private func interstitial(_ random: inout TextSource) -> InterstitialPage {
        let web = maker.allowed("https://w.example/<\(random.next() % 100)>")
        let app = maker.allowed("app.x:go?'\"&", customScheme: "App.X")
        let ways: [InterstitialPage.OtherWay?] = [.getApp(web), .updateApp(web), .web(web), nil]
        let situations = InterstitialPage.AppSituation.allCases
        var page = InterstitialPage(
            open: random.isHeads ? app : nil, otherWay: ways[Int(random.next() % 4)],
            app: situations[Int(random.next() % UInt64(situations.count))], needsTouch: random.isHeads)
        if random.isHeads {
            let name = text(&random)
            page.inAppBrowser = .init(
                name: random.isHeads ? .words("Instagram") : PageText(name),
                wayOut: .init(random.isHeads ? .top : .bottom, menu: "⋮", entry: .entryOther),
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

/// Texts of attackers, from a seed.
private struct TextSource {
    var state: UInt64

    mutating func next() -> UInt64 { state.nextSplitMix() }

    var isHeads: Bool { mutating get { next() & 1 == 1 } }

    /// Up to 60 bytes: words, HTML and Mustache syntax, controls, valid and invalid UTF-8.
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
