import ByteText
public import PageDesign
import Threads

/// The pages of all sites of a rule set, in all languages.
///
/// Sites that state the same about their pages share them, and all share what templates and words have in common: a site with
/// a name, an icon and colours of its own costs some kilobytes for each language. Made at load; immutable, and shared by all
/// threads.
public final class SitePages: Sendable {
    /// All languages of the first brand, then of the second: by ``PageLanguage/index``. The first is that of sites that state
    /// nothing.
    private let editions: [PageEdition]
    /// By site, the brand's number.
    private let brands: [Int]
    /// By path.
    private let icons: [String: PageIconFile]

    /// Makes the pages of sites, in their order. Takes milliseconds, and for templates of a site's own some more for each.
    ///
    /// Throws where a template is not valid Mustache.
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
        // A test reads every sentence of every language.
        return WordTable(words.texts.compactMapValues { try? PageSentence($0) })
    }

    /// The edition for a person: the site's, in the language that the browser asks for.
    ///
    /// - Parameters:
    ///   - site: By its place in the rule set; nil where it is not known.
    ///   - accepted: The field `Accept-Language`; nil where there was none.
    public func edition(of site: Int?, accepting accepted: Span<UInt8>?) -> PageEdition {
        let brand = site.map { brands[$0] } ?? 0
        let first = brand * PageLanguage.allCases.count
        let usual = editions[first].brand.definition.language
        guard let accepted else { return editions[first + usual.index] }
        return editions[first + PageLanguage.accepted(by: accepted, otherwise: usual).index]
    }

    /// The icon at a path.
    public func icon(at path: String) -> PageIconFile? { icons[path] }

    /// How many bytes all pages take.
    public var byteCount: Int {
        let shared = (try? CompiledPages.builtIn.get().byteCount) ?? 0
        let words = Self.builtInWords.reduce(0) { $0 + $1.byteCount }
        let brands = stride(from: 0, to: editions.count, by: PageLanguage.allCases.count).map { editions[$0].brand }
        return shared + words + brands.reduce(0) { $0 + $1.byteCount } + editions.reduce(0) { $0 + $1.byteCount }
            + icons.values.reduce(0) { $0 + $1.bytes.count }
    }
}
