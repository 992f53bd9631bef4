import ByteText
import PageDesign
import Testing

@testable import Pages

@Suite("A page that is filled in is the page that its template means")
struct FlatPageTests {
    @Test("each set of values shows these values and no others", arguments: 0..<32)
    func everyShape(bits: Int) throws {
        let maker = try PageMaker()
        func given(_ bit: Int, _ text: String) -> TextRange? { bits >> bit & 1 == 1 ? maker.text(text) : nil }
        func target(_ bit: Int, _ text: String) -> PageTarget? { bits >> bit & 1 == 1 ? maker.allowed(text) : nil }
        var page = InterstitialPage(
            open: maker.allowed("https://open.example/"),
            otherWay: target(0, "https://other.example/").map { .web($0) },
            app: bits >> 1 & 1 == 1 ? .missing : .unknown,
            inAppBrowser: given(2, "Name of the browser").map {
                .init(name: .piece($0), exit: target(3, "https://exit.example/"), address: given(3, "Address"))
            })
        page.codeForPhone = given(4, "<svg></svg>") ?? .empty
        let html = maker.html(page)
        for (bit, text) in [
            (0, "https://other.example/"), (1, "The app is not installed on this device."),
            (2, "shown inside Name of the browser."), (4, "<figure><svg></svg>"),
        ] {
            #expect(html.contains(text) == (bits >> bit & 1 == 1), "\(text)")
        }
        for text in ["https://exit.example/", #"value="Address""#] {
            #expect(html.contains(text) == (bits >> 2 & 3 == 3), "\(text)")
        }
        #expect(html.contains("href=\"https://open.example/\""))
        #expect(!html.unicodeScalars.contains { (0xE000...0xF8FF).contains($0.value) }, "a mark was left over")
    }

    @Test(
        "a template names slots of its page, words and surroundings, and each slot is named", arguments: [0, 1, 2, 3])
    func slotsAndTemplates(page: Int) {
        func texts<Page: FlatPage>(_ page: Page.Type) -> (String, [PageSlot]) {
            (Page.title + Page.head + Page.body, Page.slots)
        }
        let (template, slots) = [
            texts(InterstitialPage.self), texts(ErrorPage.self), texts(StaticPage.self), texts(SocialPage.self),
        ][page]
        // These are placeholders in sentences.
        let places = Set(PagePlaceholder.allCases.map(\.rawValue)).union(["leave", "title"])
        let tags = TemplateTags.tags(of: template)
        for slot in slots {
            #expect(
                tags.contains { $0.name == slot.name && $0.sigil.isEmpty } || places.contains(slot.name), "\(slot.name)"
            )
            #expect(tags.contains { $0.name == slot.name && $0.sigil == "#" } == slot.isOptional, "\(slot.name)")
        }
        let slotNames = Set(slots.map(\.name))
        for tag in tags {
            if tag.name.hasPrefix("say.") {
                #expect(PageWord(name: String(tag.name.dropFirst(4))) != nil, "\(tag.name)")
            } else if tag.sigil == "{" {
                #expect(PageSurrounding.allCases.contains { $0.name == tag.name }, "\(tag.name)")
            } else {
                #expect(slotNames.contains(tag.name), "\(tag.name)")
            }
        }
        #expect(!template.unicodeScalars.contains { (0xE000...0xF8FF).contains($0.value) })
    }

    @Test("a value may hold what marks a gap")
    func valueWithMark() throws {
        let maker = try PageMaker()
        let html = maker.html(ErrorPage(status: 400, .invalid, statement: maker.text("\u{E000}\u{E001}{{title}}")))
        #expect(html.contains("<p dir=\"auto\">\u{E000}\u{E001}{{title}}</p>"))
    }

    @Test("every gap has a code of its own")
    func gaps() {
        var gaps = (0..<32).map { PageGap.slot($0) }
        gaps += PageWord.allCases.map { .word($0) }
        gaps += PageSurrounding.allCases.map { .surrounding($0) }
        #expect(Set(gaps.map(\.code)).count == gaps.count)
        for gap in gaps {
            #expect(PageGap(code: gap.code) == gap)
        }
        #expect(PageGap(code: UInt16.max) == nil)
    }
}
