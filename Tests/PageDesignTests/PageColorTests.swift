import Testing

@testable import PageDesign

@Suite("The colours of pages")
struct PageColorTests {
    @Test("are written as in style sheets")
    func text() {
        #expect(PageColor("#0b57d0") == PageColor(red: 0x0B, green: 0x57, blue: 0xD0))
        #expect(PageColor("#FA0")?.css == "#ffaa00")
        for text in ["", "#", "0b57d0", "#0b57d", "#0b57d00", "#ggg", "red", "#0b57d0 ", "#１２３"] {
            #expect(PageColor(text) == nil, "\(text)")
        }
    }

    @Test("have the contrast that WCAG computes")
    func contrast() {
        #expect(PageColor.white.contrast(with: .black) == 21)
        #expect(PageColor.white.contrast(with: .white) == 1)
        // The gray that just passes AA on white, and the next one, which does not.
        #expect(abs(PageColor(0x767676).contrast(with: .white) - 4.54) < 0.01)
        #expect(PageColor(0x777777).contrast(with: .white) < PageColor.readableContrast)
    }

    @Test("are readable as they come, light and dark")
    func defaults() {
        #expect(PagePalette.light(PageTheme()).faults.isEmpty)
        #expect(PagePalette.dark(PageTheme(), light: PageTheme()).faults.isEmpty)
    }

    @Test("can be read on buttons, and quiet text on its card, whatever colors a site sets")
    func derived() {
        for step in 0..<512 {
            var theme = PageTheme()
            let part = { (shift: Int) in UInt8((step >> shift & 7) * 36) }
            theme.accent = PageColor(red: part(0), green: part(3), blue: part(6))
            let light = PagePalette.light(theme)
            let dark = PagePalette.dark(PageTheme(), light: theme)
            #expect(light.onAccent.contrast(with: light.accent) >= 4.5)
            #expect(dark.accent.contrast(with: dark.card) >= 4.5)
            #expect(dark.onAccent.contrast(with: dark.accent) >= 4.5)
            theme.card = theme.accent?.readable(on: .black)
            theme.text = theme.card?.mostReadable
            let own = PagePalette.light(theme)
            #expect(own.soft.contrast(with: own.card) >= 4.5)
        }
    }

    @Test("what can't be read is named")
    func faults() {
        var theme = PageTheme()
        theme.accent = PageColor("#ffdd00")
        #expect(PagePalette.light(theme).faults.map(\.pair) == ["accent on card"])
        theme.text = PageColor("#aaaaaa")
        #expect(PagePalette.light(theme).faults.map(\.pair).contains("text on card"))
    }

    @Test("a contact is a mail address or a page")
    func contacts() {
        #expect(PageContact("mailto:help@example.com")?.text == "help@example.com")
        #expect(PageContact("https://help.example.com/a?b")?.text == "help.example.com")
        for text in [
            "help@example.com", "mailto:", "mailto:a@b", "mailto:a@b.c?subject=x", "http://a.example/", "https://",
            "https://a@b.example/", "javascript:alert(1)", "mailto:a b@c.d", "https://a.example/\u{E9}", "mailto:@b.c",
        ] {
            #expect(PageContact(text) == nil, "\(text)")
        }
    }

    @Test("an icon is an image by its bytes")
    func icons() {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]
        #expect(PageIcon(png)?.kind == .png)
        #expect(PageIcon([0xFF, 0xD8, 0xFF, 0xE0])?.kind == .jpeg)
        #expect(PageIcon(Array("RIFF\0\0\0\0WEBPVP8 ".utf8))?.kind == .webp)
        #expect(
            PageIcon(Array("<svg xmlns=".utf8)) == nil && PageIcon([]) == nil && PageIcon(Array("RIFF".utf8)) == nil)
        #expect(PageIcon(png + [UInt8](repeating: 0, count: PageIcon.maximumBytes)) == nil)
    }
}
