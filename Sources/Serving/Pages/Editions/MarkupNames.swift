import PageDesign

/// All element and class names that may occur on a page.
///
/// Every word of the template counts as a name, including those of its sentences and tags. This is a superset, so no
/// name is missed, however a site writes its templates.
struct MarkupNames: Sendable {
    private let words: Set<Substring>

    /// Names in values that are HTML themselves: the QR code, and the contact.
    private static let made: Set<Substring> = ["svg", "p", "soft", "contact", "a"]
    private static let builtIn = PageKind.allCases.map { MarkupNames(in: $0.document(body: nil)) }

    /// The names in a text that contains HTML.
    init(in markup: String) { words = Self.made.union(Self.words(of: markup)) }

    /// The names on a kind of page of a site: those of the built-in or the site's own template, and of the site's
    /// header.
    init(of kind: PageKind, _ templates: [String: String], header: String) {
        let template = templates[kind.rawValue].map { MarkupNames(in: kind.document(body: $0)) }
        words = (template ?? Self.builtIn[kind.index]).words.union(Self.words(of: header))
    }

    private static func words(of text: String) -> [Substring] {
        text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")) }
    }

    /// Whether a lowercase name is in the set.
    func contains(_ name: Substring) -> Bool { words.contains(name) }
}
