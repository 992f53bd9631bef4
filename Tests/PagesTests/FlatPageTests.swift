import ByteText
import Testing

@testable import Pages

@Suite("A page that is filled in is the page that its template means")
struct FlatPageTests {
    @Test("each set of values shows these values and no others", arguments: 0..<64)
    func everyShape(bits: Int) throws {
        let maker = try PageMaker()
        func given(_ bit: Int, _ text: String) -> TextRange? { bits >> bit & 1 == 1 ? maker.text(text) : nil }
        func target(_ bit: Int, _ text: String) -> PageTarget? { bits >> bit & 1 == 1 ? maker.allowed(text) : nil }
        let page = InterstitialPage(
            open: maker.allowed("https://open.example/"),
            otherWay: target(0, "https://other.example/").map { .web($0) },
            appName: given(1, "Name of the app"), title: given(2, "Title of the link"),
            description: given(3, "Description of the link"),
            inAppBrowser: given(4, "Name of the browser").map {
                .init(name: .piece($0), exit: target(5, "https://exit.example/"), address: given(5, "Address"))
            })
        let html = maker.html(page)
        for (bit, text) in [
            (0, "https://other.example/"), (1, "Name of the app"), (2, "Title of the link"),
            (3, "Description of the link"), (4, "Name of the browser"),
        ] {
            #expect(html.contains(text) == (bits >> bit & 1 == 1), "\(text)")
        }
        for text in ["https://exit.example/", #"value="Address""#] {
            #expect(html.contains(text) == (bits >> 4 & 3 == 3), "\(text)")
        }
        #expect(html.contains("Open the app") == (bits >> 1 & 1 == 0))
        #expect(html.contains("href=\"https://open.example/\""))
        #expect(!html.unicodeScalars.contains { (0xE000...0xF8FF).contains($0.value) }, "a mark was left over")
    }

    @Test("a slot of each page is named by its template, and the other way round", arguments: [0, 1, 2, 3])
    func slotsAndTemplates(page: Int) {
        let (template, slots) = [
            (InterstitialPage.template, InterstitialPage.slots), (ErrorPage.template, ErrorPage.slots),
            (StaticPage.template, StaticPage.slots), (SocialPage.template, SocialPage.slots),
        ][page]
        for slot in slots {
            #expect(template.contains("{{\(slot.name)}}"), "\(slot.name)")
            #expect(template.contains("{{#\(slot.name)}}") == slot.isOptional, "\(slot.name)")
        }
        let named = template.split(separator: "{{").dropFirst().map { $0.prefix { $0 != "}" } }
        let slotNames = Set(slots.map(\.name))
        for name in named where name.first?.isLetter == true { #expect(slotNames.contains(String(name)), "\(name)") }
        #expect(!template.unicodeScalars.contains { (0xE000...0xF8FF).contains($0.value) })
    }

    @Test("a value may hold what marks a gap")
    func valueWithMark() throws {
        let maker = try PageMaker()
        let html = maker.html(ErrorPage(status: 400, fault: maker.text("\u{E000}\u{E001}{{title}}")))
        #expect(html.contains("<p>\u{E000}\u{E001}{{title}}</p>"))
    }
}
