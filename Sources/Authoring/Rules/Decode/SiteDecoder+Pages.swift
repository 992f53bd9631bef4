import ByteText
import Configuration
import PageDesign
import Routing

/// A site's settings for its pages. Page files are added once all files are read (``PageFiles``).
extension SiteDecoder {
    func pages(_ node: ConfigurationNode) -> PagesDefinition {
        var pages = PagesDefinition()
        guard let fields = Fields<PagesKey>(node, log: log) else { return pages }
        pages.name = checked(fields[.name], PagesFault.name)
        pages.contact = checked(fields[.contact], PagesFault.contact).flatMap { PageContact($0) }
        pages.language = fields[.language].flatMap(language) ?? .english
        pages.preview = fields.bool(.preview) ?? true
        pages.appBanner = fields.bool(.appBanner) ?? true
        pages.copiesToken = fields.bool(.copyToken) ?? false
        _ = checked(fields[.icon], PagesFault.path)
        _ = checked(fields[.templates], PagesFault.path)
        if let colors = fields[.colors].flatMap({ Fields<ColorsKey>($0, log: log) }) {
            pages.light = colors[.light].map(theme) ?? PageTheme()
            pages.dark = colors[.dark].map(theme) ?? PageTheme()
            warnOfContrast(pages, colors)
        }
        if let texts = fields[.texts] { pages.texts = self.texts(texts, isNamed: pages.name != nil) }
        return pages
    }

    /// Warns of `copy_token` in a site without deferred links, for which no tokens are created.
    func warnOfUnusedToken(_ pages: PagesDefinition?, _ node: ConfigurationNode) {
        guard pages?.copiesToken ?? false else { return }
        log.warning(
            .unusedToken, Fields<PagesKey>(node, log: log)?[.copyToken] ?? node,
            "pages copy no token without the site's `deferred`, which redeems it",
            hint: "add `deferred: {days: 7}`, or remove `copy_token`")
    }

    private func language(_ node: ConfigurationNode) -> PageLanguage? {
        guard let tag = log.text(node) else { return nil }
        if let language = PageLanguage(rawValue: tag) { return language }
        log.unknownWord(node, tag, "language of pages", PageLanguage.allCases.map(\.tag))
        return nil
    }

    private func theme(_ node: ConfigurationNode) -> PageTheme {
        var theme = PageTheme()
        guard let fields = Fields<ThemeKey>(node, log: log) else { return theme }
        func color(_ key: ThemeKey) -> PageColor? {
            checked(fields[key]) { PageColor($0) == nil ? "`\($0)` is not a color: write it as \"#0b57d0\"" : nil }
                .flatMap { PageColor($0) }
        }
        (theme.accent, theme.text) = (color(.accent), color(.text))
        (theme.card, theme.background) = (color(.card), color(.background))
        return theme
    }

    private func warnOfContrast(_ pages: PagesDefinition, _ colors: Fields<ColorsKey>) {
        let palettes: [(ColorsKey, PagePalette)] = [
            (.light, .light(pages.light)), (.dark, .dark(pages.dark, light: pages.light)),
        ]
        for (key, palette) in palettes {
            guard let node = colors[key] else { continue }
            for fault in palette.faults {
                // One decimal, rounded down: 4.49 is not enough.
                let tenths = Int(fault.contrast * 10)
                log.warning(
                    .lowContrast, node,
                    "\(fault.pair) has a contrast of \(tenths / 10).\(tenths % 10), too little to read",
                    hint: "WCAG 2.2 AA requires 4.5: choose a \(key == .light ? "darker" : "lighter") color for it")
            }
        }
    }

    private func texts(_ node: ConfigurationNode, isNamed: Bool) -> [PageLanguage: [PageWord: String]] {
        guard node.isMapping else {
            log.error(.wrongType, node, "`texts` can't be \(node.kind)", expected: "a mapping of languages: `en: {…}`")
            return [:]
        }
        var texts: [PageLanguage: [PageWord: String]] = [:]
        for entry in node.entries {
            guard let language = language(entry.key) else { continue }
            guard entry.value.isMapping else {
                log.error(.wrongType, entry.value, "the texts of a language can't be \(entry.value.kind)")
                continue
            }
            for text in entry.value.entries {
                guard let (word, sentence) = self.text(text, isNamed: isNamed) else { continue }
                if texts[language, default: [:]].updateValue(sentence, forKey: word) != nil {
                    log.error(
                        .duplicateKey, text.key, "the text `\(text.name)` appears twice", hint: "remove one of them")
                }
            }
        }
        return texts
    }

    private func text(_ entry: ConfigurationNode.Entry, isNamed: Bool) -> (PageWord, String)? {
        guard let word = PageWord(name: entry.name) else {
            let near = nearestName(to: entry.name, among: PageWord.allCases.map(\.name))
            log.error(
                .unknownKey, entry.key, "pages have no text `\(entry.name)`", hint: near.map { "did you mean `\($0)`?" }
            )
            return nil
        }
        return checked(entry.value) { PagesFault.text($0, of: word, isNamed: isNamed) }.map { (word, $0) }
    }
}

/// Validates values of pages. Each check returns the problem, or `nil`.
enum PagesFault {
    static func name(_ text: String) -> String? {
        guard !text.isEmpty, text.count <= 60, !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            return "a name has between 1 and 60 characters, on one line"
        }
        return nil
    }

    static func contact(_ text: String) -> String? {
        PageContact(text) == nil
            ? "`\(text)` is not a contact: write `mailto:help@example.com` or an https address" : nil
    }

    static func path(_ text: String) -> String? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
            return
                "`\(text)` is not a path in the rules directory: write it relative to that directory, such as `icons/example.png`"
        }
        return nil
    }

    static func text(_ text: String, of word: PageWord, isNamed: Bool) -> String? {
        guard !text.isEmpty, text.utf8.count <= 600 else { return "a text has between 1 and 600 bytes" }
        let places: [PagePlaceholder]
        do throws(PageSentence.Fault) { places = try PageSentence(text).places } catch {
            switch error {
            case .unbalanced: return "an unmatched brace"
            case .unknown(let name):
                return
                    "`{\(name)}` is not a placeholder; known: \(PagePlaceholder.allCases.map { "{\($0)}" }.joined(separator: ", "))"
            }
        }
        for place in word.placeholders where place != .app && !places.contains(place) {
            return "`\(word.name)` needs the placeholder `{\(place.rawValue)}`"
        }
        for place in Set(places) {
            if place == .app, !isNamed { return "`{app}` is the pages' name, which is missing: set `name`" }
            if place != .app, !word.placeholders.contains(place) {
                return "`\(word.name)` has no value for the placeholder `{\(place.rawValue)}`"
            }
        }
        return nil
    }
}
