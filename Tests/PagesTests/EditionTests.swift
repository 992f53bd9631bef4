import ByteText
import PageDesign
import Testing

@testable import Pages

@Suite("Pages in every language")
struct EditionTests {
    /// The maximum size of a page, including everything that it needs.
    private static let maximumBytes = 15 * 1024

    /// Longer values are truncated: a link is not longer than a request line.
    private static let longText = String(repeating: "Ein sehr langer Titel & ", count: 60)

    @Test("are whole documents with a language attribute", arguments: PageLanguage.allCases)
    func documents(language: PageLanguage) throws {
        let maker = try PageMaker(in: language)
        #expect(maker.edition.language == language)
        #expect(String(decoding: maker.edition.languageLine, as: UTF8.self) == "Content-Language: \(language.tag)\r\n")
        for kind in PageKind.allCases {
            let html = SamplePages.render(kind, by: maker)
            #expect(html.contains(#"<html lang="\#(language.tag)" dir="\#(language.direction)">"#))
            #expect(!html.contains("{{") && !html.contains("{app}") && !html.contains("{entry}"))
            #expect(!html.unicodeScalars.contains { (0xE000...0xF8FF).contains($0.value) })
        }
    }

    @Test("are small with the longest words, a brand and long values", arguments: PageLanguage.allCases)
    func sizes(language: PageLanguage) throws {
        var definition = PagesDefinition()
        definition.name = "Example of a Long Product Name"
        definition.icon = PageIcon([0xFF, 0xD8, 0xFF, 0xE0])
        definition.contact = PageContact("mailto:help-with-links@support.example.com")
        definition.light.accent = PageColor("#7a1fa2")
        let maker = try PageMaker(definition, in: language)
        for kind in PageKind.allCases where kind != .debug {
            let count = SamplePages.render(kind, text: String(Self.longText.prefix(1000)), by: maker).utf8.count
            #expect(count < Self.maximumBytes, "\(language.tag) \(kind): \(count)")
        }
    }

    @Test("have sentences in their language, with values in their places")
    func words() throws {
        let maker = try PageMaker(in: .persian)
        let page = InterstitialPage(
            open: maker.allowed("https://open.example/"),
            inAppBrowser: .init(
                name: .words("Instagram"), wayOut: .init(.top, menu: "⋮", entry: .entryExternal)))
        let html = maker.html(page)
        #expect(html.contains("این صفحه داخل Instagram باز شده است."))
        #expect(html.contains("روی ⋮ در بالای صفحه بزنید و «باز کردن در مرورگر خارجی» را انتخاب کنید."))
    }

    @Test("of one site are those of another with equal settings; others have their own")
    func brands() throws {
        var own = PagesDefinition()
        own.name = "A & <B>"
        own.contact = PageContact("https://help.example.com/")
        own.language = .russian
        own.texts = [.english: [.continueWeb: "Read “it” in {app}"]]
        let pages = try SitePages([nil, own, own, nil])
        func edition(_ site: Int?, _ field: String?) -> PageEdition {
            field.map { pages.edition(of: site, accepting: Array($0.utf8).span) }
                ?? pages.edition(of: site, accepting: nil)
        }
        #expect(edition(1, "de") === edition(2, "de") && edition(0, "de") === edition(3, "de"))
        #expect(edition(nil, "de") === edition(0, "de") && edition(0, "de") !== edition(1, "de"))
        #expect(edition(1, nil).language == .russian && edition(1, "nl").language == .russian)
        #expect(edition(nil, nil).language == .english)

        let maker = try PageMaker(own)
        let html = maker.html(
            InterstitialPage(
                open: maker.allowed("https://open.example/"), otherWay: .web(maker.allowed("https://web.example/"))))
        #expect(html.contains("<h1>Open A &amp; &lt;B&gt;</h1>"))
        #expect(html.contains(">Read “it” in A &amp; &lt;B&gt;</a>"))
        #expect(html.contains(#"<div class="brand"><span dir="auto">A &amp; &lt;B&gt;</span></div>"#))
        #expect(html.contains(#"Contact <a href="https://help.example.com/" dir="ltr">help.example.com</a>."#))
    }

    @Test("show an icon that the policy allows, at a path with its hash")
    func icon() throws {
        var definition = PagesDefinition()
        definition.icon = PageIcon([0xFF, 0xD8, 0xFF, 0xE0])
        let pages = try SitePages([definition])
        let maker = try PageMaker(definition)
        let html = maker.html(StaticPage())
        let path = try #require(html.split(separator: "src=\"").dropFirst().first?.prefix { $0 != "\"" })
        let icon = try #require(pages.icon(at: String(path)))
        #expect(icon.bytes == [0xFF, 0xD8, 0xFF, 0xE0] && icon.mediaType == "image/jpeg")
        #expect(path.hasPrefix("/_fp/icon/") && path.hasSuffix(".jpeg") && pages.icon(at: path + "x") == nil)
        let lines = String(decoding: maker.edition.fieldLines(of: .static), as: UTF8.self)
        #expect(lines.contains("img-src 'self'; "))
        #expect(
            String(decoding: maker.edition.fieldLines(of: .social), as: UTF8.self).contains("img-src 'self' https:; "))
        #expect(!String(decoding: try PageMaker().edition.fieldLines(of: .static), as: UTF8.self).contains("img-src"))
    }
}
