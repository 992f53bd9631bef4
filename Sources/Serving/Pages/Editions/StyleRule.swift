/// A rule of a style sheet, and which elements and classes it is about.
struct StyleRule: Sendable {
    let text: Substring
    /// The names in each of its selectors; of an at-rule, in those of its own rules.
    private let selectors: [[Substring]]

    /// Takes a rule apart that is one of ours: its strings have neither braces nor commas.
    init(_ text: Substring) {
        self.text = text
        let rules = text.hasPrefix("@") ? text.drop { $0 != "{" }.dropFirst().split(separator: "}") : [text]
        selectors = rules.flatMap { rule in rule.prefix { $0 != "{" }.split(separator: ",").map(Self.names) }
    }

    /// Whether a page may have something that the rule is about: all that one of its selectors names.
    func concerns(_ names: MarkupNames) -> Bool { selectors.contains { $0.allSatisfy(names.contains) } }

    /// The elements and classes of a selector, without its attributes and pseudo-classes (W3C Selectors 3, section 2).
    private static func names(in selector: Substring) -> [Substring] {
        let parts = selector.split { $0 == " " || $0 == ">" || $0 == "+" || $0 == "~" }
        return parts.flatMap { part in part.prefix { $0 != "[" && $0 != ":" }.split { $0 == "." || $0 == "*" } }
    }
}
