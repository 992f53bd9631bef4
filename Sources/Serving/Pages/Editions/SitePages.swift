import ByteText
public import PageDesign
import Threads

/// The pages of all sites of a rule set, in all languages.
///
/// Sites with equal page definitions share their pages, and all sites share the common parts of templates and texts: a
/// site with its own name, icon and colors costs a few kilobytes per language. Created on load; immutable, shared by
/// all threads.
public final class SitePages: Sendable {
    /// All languages of the first brand, then of the second, by ``PageLanguage/index``. The first brand is that of
    /// sites without a page definition.
    private let editions: [PageEdition]
    /// The brand index of each site.
    private let brands: [Int]
    /// The icons by path.
    private let icons: [String: PageIconFile]

    /// Creates the pages of sites, in order. Takes milliseconds, plus some more for each template of a site's own.
    ///
    /// Throws if a template is not valid Mustache.
    public init(_ sites: [PagesDefinition?] = []) throws {
        let builtIn = try CompiledPages.builtIn.get()
        var definitions = [PagesDefinition()]
        var numbers = [PagesDefinition(): 0]
        brands = sites.map { definition in
            guard let definition else { return 0 }
            if let number = numbers[definition] { return number }
            numbers[definition] = definitions.count
            definitions.append(definition)
            return definitions.count - 1
        }
        let made = try definitions.map { try PageBrand($0, builtIn: builtIn) }
        let words = Self.builtInWords
        editions = made.flatMap { brand in
            PageLanguage.allCases.map { PageEdition(brand, $0, builtIn: words[$0.index]) }
        }
        icons = made.compactMap(\.icon).reduce(into: [:]) { $0[$1.path] = $1 }
    }

    private static let builtInWords = PageLanguage.allCases.map { language in
        let words = PageWords.builtIn(language)
        // A test parses every sentence of every language.
        return WordTable(words.texts.compactMapValues { try? PageSentence($0) })
    }

    /// The edition for a client: that of the site, in the language that the browser prefers.
    ///
    /// - Parameters:
    ///   - site: The index in the rule set, or `nil` if unknown.
    ///   - accepted: The value of `Accept-Language`, or `nil` if the request has none.
    public func edition(of site: Int?, accepting accepted: Span<UInt8>?) -> PageEdition {
        let brand = site.map { brands[$0] } ?? 0
        let first = brand * PageLanguage.allCases.count
        let usual = editions[first].brand.definition.language
        guard let accepted else { return editions[first + usual.index] }
        return editions[first + PageLanguage.accepted(by: accepted, otherwise: usual).index]
    }

    /// The icon at a path.
    public func icon(at path: String) -> PageIconFile? { icons[path] }
}
