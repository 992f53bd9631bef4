import PageDesign
import Testing

@Suite("The language of a page is the one that the browser asks for")
struct AcceptedLanguageTests {
    @Test(
        "by weight, then by place (RFC 9110, section 12.5.4; RFC 4647, section 3.4)",
        arguments: [
            ("fa", "fa"), ("fa-IR", "fa"), ("pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7", "pt"), ("zh-Hant-TW", "zh"),
            ("EN-us", "en"), ("da, en-gb;q=0.8, en;q=0.7", "en"), ("nl,sv;q=0.9,fr;q=0.2", "fr"),
            ("en;q=0.1,ja;q=0.9", "ja"), ("ru;q=0.5, de;q=0.501", "de"), ("ru;q=0.5,de;q=0.5", "ru"),
            ("en;q=0,ar;q=0.001", "ar"), ("in-ID", "id"), ("  hi ; q=1.0 , en", "hi"), ("\tes\t;q=0.3,x", "es"),
            ("fr;q=1.000,en", "fr"), ("it,fr;Q=0.4", "fr"),
            // An invalid weight, invalid tags, languages of other lengths.
            ("fr;q=2,en;q=0.1", "en"), ("fr;q=,en;q=0.1", "en"), ("fr;level=1,en;q=0.1", "en"), ("f,en;q=0.1", "en"),
            ("fra,en;q=0.1", "en"), ("fr_FR,en;q=0.1", "en"), (",,;;,es", "es"), ("fr;q=.5,es;q=0.1", "es"),
        ])
    func chosen(field: String, tag: String) {
        #expect(PageLanguage.accepted(by: Array(field.utf8).span, otherwise: .indonesian).tag == tag)
    }

    @Test(
        "and the site's own where it asks for none of them",
        arguments: ["", "*", "nl", "nl,*;q=0.5", "en;q=0", "x-klingon", "xx-fr", "q=1", ";", "*;q=0.9,en;q=0.8"])
    func otherwise(field: String) {
        #expect(PageLanguage.accepted(by: Array(field.utf8).span, otherwise: .russian) == .russian)
        #expect(PageLanguage.accepted(by: Array(field.utf8).span, otherwise: .hindi) == .hindi)
    }

    @Test("a list without end is read so far and no further")
    func bounded() {
        let long = Array((String(repeating: "nl,", count: 31) + "fr").utf8)
        #expect(PageLanguage.accepted(by: long.span, otherwise: .english) == .french)
        let tooLong = Array((String(repeating: "nl,", count: 32) + "fr").utf8)
        #expect(PageLanguage.accepted(by: tooLong.span, otherwise: .english) == .english)
    }

    @Test("no bytes stop it")
    func anyBytes() {
        var state = UInt64.random(in: 1 ... .max)
        let seed = state
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...24)).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return state >> 60 < 12
                    ? Array("en,;q=0.9* -frz".utf8)[Int(state >> 33 % 15)] : UInt8(state >> 40 & 255)
            }
            let language = PageLanguage.accepted(by: bytes.span, otherwise: .german)
            #expect(PageLanguage.allCases.contains(language), "seed \(seed)")
        }
    }

    @Test("every language is asked for by its own tag, and has its place in tables")
    func tags() {
        for (index, language) in PageLanguage.allCases.enumerated() {
            #expect(PageLanguage.accepted(by: Array(language.tag.utf8).span, otherwise: .english) == language)
            #expect(language.index == index)
            #expect(language.direction == (["ar", "fa"].contains(language.tag) ? "rtl" : "ltr"))
        }
    }
}
