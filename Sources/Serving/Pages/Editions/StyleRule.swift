/// A CSS rule, and the elements and classes that it applies to.
struct StyleRule: Sendable {
    let text: Substring
    /// The names in each selector; for an at-rule, those of its nested rules.
    private let selectors: [[Substring]]

    /// Parses one of our own rules, whose strings contain neither braces nor commas.
    init(_ text: Substring) {
        self.text = text
        let rules = text.hasPrefix("@") ? text.drop { $0 != "{" }.dropFirst().split(separator: "}") : [text]
        selectors = rules.flatMap { rule in rule.prefix { $0 != "{" }.split(separator: ",").map(Self.names) }
    }

    /// Whether the rule may apply to a page: the page may contain all names of one of its selectors.
    func concerns(_ names: MarkupNames) -> Bool { selectors.contains { $0.allSatisfy(names.contains) } }

    /// The elements and classes of a selector, without attributes and pseudo-classes (W3C Selectors 3, section 2).
    private static func names(in selector: Substring) -> [Substring] {
        let parts = selector.split { $0 == " " || $0 == ">" || $0 == "+" || $0 == "~" }
        return parts.flatMap { part in part.prefix { $0 != "[" && $0 != ":" }.split { $0 == "." || $0 == "*" } }
    }
}
