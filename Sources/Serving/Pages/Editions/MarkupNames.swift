import PageDesign

/// Every name that a page's elements and classes may have.
///
/// All words of the template are taken for names, those of its sentences and tags too: more than there are, and none is missed,
/// however a site writes its own templates.
struct MarkupNames: Sendable {
    private let words: Set<Substring>

    /// What values bring that are HTML themselves: the picture for a phone's camera, and whom to ask.
    private static let made: Set<Substring> = ["svg", "p", "soft", "contact", "a"]
    private static let builtIn = PageKind.allCases.map { MarkupNames(in: $0.document(body: nil)) }

    /// The names in a text with HTML in it.
    init(in markup: String) { words = Self.made.union(Self.words(of: markup)) }

    /// The names of a kind of page at a site: of its template, or the site's own, and of the site's header.
    init(of kind: PageKind, _ templates: [String: String], header: String) {
        let template = templates[kind.rawValue].map { MarkupNames(in: kind.document(body: $0)) }
        words = (template ?? Self.builtIn[kind.index]).words.union(Self.words(of: header))
    }

    private static func words(of text: String) -> [Substring] {
        text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")) }
    }

    /// Whether a name, in lower case, is among them.
    func contains(_ name: Substring) -> Bool { words.contains(name) }
}
