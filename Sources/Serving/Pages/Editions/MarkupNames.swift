import PageDesign

/// Every name that a page's elements and classes may have.
///
/// All words of the template are taken for names, those of its sentences and tags too: more than there are, and none is missed,
/// however a site writes its own templates.
struct MarkupNames {
    private let words: Set<Substring>

    /// What values bring that are HTML themselves: the picture for a phone's camera, and whom to ask.
    private static let made: Set<Substring> = ["svg", "p", "soft", "contact", "a"]

    /// The names in a text with HTML in it.
    init(in markup: String) {
        words = Self.made.union(Self.words(of: markup.lowercased()[...]))
    }

    /// Whether there may be something that a rule of a style sheet is about: all names in one of its selectors are known. Of an
    /// at-rule, those of its own rules count.
    func concern(_ rule: Substring) -> Bool {
        guard rule.hasPrefix("@") else {
            return rule.prefix { $0 != "{" }.split(separator: ",").contains(where: isKnown)
        }
        return rule.drop { $0 != "{" }.dropFirst().split(separator: "}").contains(where: concern)
    }

    private func isKnown(_ selector: Substring) -> Bool { Self.names(in: selector).allSatisfy(words.contains) }

    /// The elements and classes of a selector, without its attributes and pseudo-classes (W3C Selectors 3, section 2).
    private static func names(in selector: Substring) -> [Substring] {
        let parts = selector.lowercased()[...].split { $0 == " " || $0 == ">" || $0 == "+" || $0 == "~" }
        return parts.flatMap { part in
            let plain = part.prefix { $0 != "[" }
            return plain.prefix { $0 != ":" }.split { $0 == "." || $0 == "*" }
        }
    }

    private static func words(of text: Substring) -> [Substring] {
        text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")) }
    }
}

extension MarkupNames {
    /// The names of a kind of page at a site: of its template, or the site's own, and of the site's header.
    init(of kind: PageKind, _ templates: [String: String], header: String) {
        self.init(in: kind.document(body: templates[kind.rawValue]) + header)
    }
}
