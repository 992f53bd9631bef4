import PageDesign
import Testing

@Suite("The words of pages")
struct PageWordsTests {
    @Test("are complete in every language, and no more", arguments: PageLanguage.allCases)
    func complete(language: PageLanguage) {
        let texts = PageWords.builtIn(language).texts
        for word in PageWord.allCases { #expect(texts[word]?.isEmpty == false, "\(language.tag): \(word.name)") }
        #expect(texts.count == PageWord.allCases.count)
    }

    @Test("have their places, each once, and no others", arguments: PageLanguage.allCases)
    func places(language: PageLanguage) throws {
        for (word, text) in PageWords.builtIn(language).texts {
            let sentence = try PageSentence(text)
            #expect(
                sentence.places.sorted { $0.rawValue < $1.rawValue }
                    == word.placeholders.sorted { $0.rawValue < $1.rawValue },
                "\(language.tag): \(word.name)")
        }
    }

    @Test("are written in the script of the language, without blanks at the ends", arguments: PageLanguage.allCases)
    func script(language: PageLanguage) {
        for (word, text) in PageWords.builtIn(language).texts {
            #expect(
                text.first?.isWhitespace == false && text.last?.isWhitespace == false, "\(language.tag): \(word.name)")
            #expect(!text.contains("  ") && !text.contains("\n"), "\(language.tag): \(word.name)")
        }
        let title = PageWords.builtIn(language)[.expiredText].unicodeScalars
        let range: ClosedRange<UInt32> =
            switch language {
            case .arabic, .persian: 0x600...0x6FF
            case .chinese: 0x4E00...0x9FFF
            case .hindi: 0x900...0x97F
            case .japanese: 0x3040...0x30FF
            case .russian: 0x400...0x4FF
            case .english, .french, .german, .indonesian, .portuguese, .spanish: 0x41...0x17F
            }
        let share = Double(title.count { range.contains($0.value) }) / Double(title.count)
        #expect(share > 0.4, "\(language.tag): \(share)")
    }

    @Test("differ from language to language")
    func different() {
        for word in [PageWord.openApp, .expiredTitle, .notFoundText, .leaveTop, .personalText, .copyLink] {
            let texts = Set(PageLanguage.allCases.map { PageWords.builtIn($0)[word] })
            #expect(texts.count == PageLanguage.allCases.count, "\(word.name)")
        }
    }

    @Test("have names in small letters, by which they are found")
    func names() {
        #expect(PageWord.openNamedApp.name == "open_named_app" && PageWord.continue.name == "continue")
        for word in PageWord.allCases {
            #expect(PageWord(name: word.name) == word)
            #expect(word.name.allSatisfy { $0 == "_" || $0.isLowercase && $0.isASCII })
        }
        #expect(PageWord(name: "openApp") == nil && PageWord(name: "") == nil)
    }

    @Test("are sentences with places in braces")
    func sentences() throws {
        let sentence = try PageSentence("Tap {menu}, then “{entry}”")
        #expect(sentence.parts == [.text("Tap "), .place(.menu), .text(", then “"), .place(.entry), .text("”")])
        #expect(try PageSentence("").parts.isEmpty)
        #expect(throws: PageSentence.Fault.unknown("name")) { try PageSentence("a {name}") }
        for text in ["{app", "app}", "a } b {app}", "{", "}"] {
            #expect(throws: PageSentence.Fault.unbalanced) { try PageSentence(text) }
        }
    }
}
