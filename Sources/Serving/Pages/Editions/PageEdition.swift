public import ByteText
import Markup
import Mustache
public import PageDesign

/// A site's pages in one language: values in, bytes out.
///
/// Every page is self-contained: no script except the one that copies a token, no font, and no further request except
/// for the site's icon and the image of a social page. The values of a page are slices of an arena. Rendering copies a
/// few kilobytes and does not allocate if the buffer has room. Immutable; shared by all threads.
public final class PageEdition: Sendable {
    /// The language of the texts.
    public let language: PageLanguage
    /// The `Content-Language` field line, with its CRLF.
    public let languageLine: [UInt8]
    let brand: PageBrand
    private let words: WordTable
    /// The texts of ``PageSurrounding``, by its raw value.
    private let surroundings: StoredTexts

    init(_ brand: PageBrand, _ language: PageLanguage, builtIn: WordTable) {
        self.brand = brand
        self.language = language
        languageLine = Array("Content-Language: \(language.tag)\r\n".utf8)
        words = Self.words(brand.definition, language, builtIn)
        let contact = Self.contact(brand.definition, words)
        surroundings = StoredTexts(
            PageSurrounding.allCases.map { Self.text(of: $0, brand, language, contact: contact) })
    }

    private static func text(
        of surrounding: PageSurrounding, _ brand: PageBrand, _ language: PageLanguage, contact: String
    ) -> String {
        switch surrounding {
        case .lang: language.tag
        case .dir: language.direction
        // The style sheets are stored in the brand, once for all languages.
        case .style: ""
        case .brand: brand.header
        case .contact: contact
        case .site: brand.siteProperty
        }
    }

    /// The `Content-Type` and `Content-Security-Policy` field lines of a page, each with its CRLF.
    public func fieldLines(of kind: PageKind) -> [UInt8] { brand.fieldLines[kind.index] }
}

// MARK: - Words

extension PageEdition {
    /// The site's own sentences, and those that depend on its name.
    private static func words(
        _ definition: PagesDefinition, _ language: PageLanguage, _ builtIn: WordTable
    ) -> WordTable {
        var texts = definition.texts[language] ?? [:]
        if definition.name != nil {
            let words = PageWords.builtIn(language)
            texts[.openApp] = texts[.openNamedApp] ?? texts[.openApp] ?? words[.openNamedApp]
            texts[.getApp] = texts[.getNamedApp] ?? texts[.getApp] ?? words[.getNamedApp]
            texts[.link] = texts[.link] ?? "{app}"
        }
        guard !texts.isEmpty || definition.contact != nil else { return builtIn }
        // Sentences of the site were validated when they were read.
        let sentences = texts.compactMapValues { try? PageSentence($0) }
        var known: [PagePlaceholder: String] = [:]
        known[.app] = definition.name.map { HTMLText().escapeText($0) }
        return WordTable(sentences, known: known, base: builtIn)
    }

    /// The contact of the site, as HTML.
    private static func contact(_ definition: PagesDefinition, _ words: WordTable) -> String {
        guard let contact = definition.contact else { return "" }
        let (address, text) = (HTMLText().escapeText(contact.address), HTMLText().escapeText(contact.text))
        var buffer = ByteBuffer(capacity: 256)
        let sentence = words.sentence(of: .contact)
        for part in sentence.parts where words.append(part: part, of: sentence, to: &buffer) != nil {
            let link = "<a href=\"\(address)\" dir=\"ltr\">\(text)</a>".utf8
            buffer.append(link.span)
        }
        return "<p class=\"soft contact\">\(String(buffer.bytes))</p>"
    }

    /// A sentence without placeholders, as text, for pages that are not flat.
    public func text(_ word: PageWord) -> String {
        let texts = brand.definition.texts[language]
        return texts?[word] ?? PageWords.builtIn(language)[word]
    }
}

// MARK: - Pages

extension PageEdition {
    /// Appends the page with the button for the app and one alternative link.
    public func append(_ page: InterstitialPage, from arena: borrowing ByteArena, to buffer: inout ByteBuffer) {
        brand.pages.interstitial.append(page, in: self, from: arena, to: &buffer)
    }

    /// Appends the page that explains an error.
    public func append(_ page: ErrorPage, from arena: borrowing ByteArena, to buffer: inout ByteBuffer) {
        brand.pages.error.append(page, in: self, from: arena, to: &buffer)
    }

    /// Appends the page for scanners of action links.
    public func append(_ page: StaticPage, from arena: borrowing ByteArena, to buffer: inout ByteBuffer) {
        brand.pages.static.append(page, in: self, from: arena, to: &buffer)
    }

    /// Appends the page for unfurlers.
    public func append(_ page: SocialPage, from arena: borrowing ByteArena, to buffer: inout ByteBuffer) {
        brand.pages.social.append(page, in: self, from: arena, to: &buffer)
    }

    /// Appends the page that shows the target of a short link.
    public func append(_ page: PreviewPage, from arena: borrowing ByteArena, to buffer: inout ByteBuffer) {
        brand.pages.preview.append(page, in: self, from: arena, to: &buffer)
    }

    /// Appends the page that asks for the password of a short link.
    public func append(_ page: PasswordPage, from arena: borrowing ByteArena, to buffer: inout ByteBuffer) {
        brand.pages.password.append(page, in: self, from: arena, to: &buffer)
    }

    /// Appends the HTML that copies a token, for ``InterstitialPage/copying``. Allocates.
    public func copying(_ token: TextRange, in arena: inout ByteArena) -> TextRange {
        TokenCopy.append(text(.copiesCode), token, to: &arena)
    }

    /// Renders the page that explains the decision on each platform. Its template is rendered on every call.
    public func debug(_ model: DebugPage) -> [UInt8] {
        var values = model.values.entries
        for surrounding in PageSurrounding.allCases { values[surrounding.name] = html(of: surrounding) }
        values["say"] = Dictionary(uniqueKeysWithValues: PageWord.allCases.map { ($0.name, text($0)) })
        return Array(((try? DebugPage.template.get())?.render(values) ?? "").utf8)
    }

    private func html(of surrounding: PageSurrounding) -> String {
        surrounding == .style
            ? brand.styles.string(PageKind.debug.index) : surroundings.string(Int(surrounding.rawValue))
    }

    /// Fills a gap in a page.
    func append(
        _ gap: PageGap, on kind: PageKind, of texts: borrowing PageTexts, _ places: PagePlaces,
        from arena: borrowing ByteArena, to buffer: inout ByteBuffer
    ) {
        switch gap {
        case .slot(let slot): append(texts[slot], of: texts, places, from: arena, to: &buffer)
        case .word(let word): append(word, of: texts, places, from: arena, to: &buffer)
        case .surrounding(let surrounding):
            if surrounding == .style { return brand.styles.append(kind.index, to: &buffer) }
            surroundings.append(Int(surrounding.rawValue), to: &buffer)
        }
    }

    private func append(
        _ text: PageText, of texts: borrowing PageTexts, _ places: PagePlaces, from arena: borrowing ByteArena,
        to buffer: inout ByteBuffer
    ) {
        switch text {
        case .none: break
        case .word(let word): append(word, of: texts, places, from: arena, to: &buffer)
        case .words(let words): buffer.append(words)
        case .number(let number): buffer.append(decimal: number)
        case .piece(let piece): buffer.append(escaped: piece, from: arena)
        case .markup(let piece): buffer.append(arena[piece])
        }
    }

    private func append(
        _ word: PageWord, of texts: borrowing PageTexts, _ places: PagePlaces, from arena: borrowing ByteArena,
        to buffer: inout ByteBuffer
    ) {
        let sentence = words.sentence(of: word)
        for part in sentence.parts {
            guard let place = words.append(part: part, of: sentence, to: &buffer), let slot = places[place] else {
                continue
            }
            append(texts[slot], of: texts, places, from: arena, to: &buffer)
        }
    }
}
