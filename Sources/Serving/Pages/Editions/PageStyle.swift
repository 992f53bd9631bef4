import PageDesign

/// The style sheet of a site's pages. It is inline, so that a page is a single response; rules that a page does not
/// need are omitted.
///
/// It uses logical properties and serves both writing directions.
enum PageStyle {
    /// The sheet of one kind of page: the site's colors, the rules for elements that the page may contain, and the
    /// site's own rules.
    ///
    /// - Parameter names: The elements and classes that may occur on the page.
    static func text(_ definition: PagesDefinition, for names: MarkupNames) -> String {
        let light = variables(.light(definition.light))
        let dark = variables(.dark(definition.dark, light: definition.light))
        let own = definition.style.map { "\n\($0)" } ?? ""
        return """
            :root{color-scheme:light dark;\(light)}
            @media (prefers-color-scheme:dark){:root{\(dark)}}
            \(rules.filter { $0.concerns(names) }.map(\.text).joined(separator: "\n"))\(own)
            """
    }

    private static func variables(_ palette: PagePalette) -> String {
        let colors = [
            ("paper", palette.paper), ("card", palette.card), ("ink", palette.ink), ("soft", palette.soft),
            ("line", palette.line), ("accent", palette.accent), ("on-accent", palette.onAccent), ("note", palette.note),
        ]
        return colors.map { "--\($0):\($1.css)" }.joined(separator: ";")
    }

    /// One rule per line.
    private static let rules = """
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
        body{margin:0;min-height:100vh;min-height:100svh;display:flex;align-items:center;justify-content:center;\
        padding:1rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}
        main{width:100%;max-width:30rem;padding:1.75rem 1.5rem;background:var(--card);border:1px solid var(--line);\
        border-radius:1rem}
        main.wide{max-width:46rem}
        h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25}
        h2{margin:2rem 0 .5rem;font-size:1.125rem}
        h1,h2,p,td,dd{overflow-wrap:anywhere}
        [dir=auto]{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:5;overflow:hidden}
        p{margin:0 0 1rem}
        main>:last-child{margin-bottom:0}
        .brand{display:flex;align-items:center;gap:.75rem;margin-bottom:1.5rem;font-weight:600}
        .brand img{flex:none;width:3rem;height:3rem;margin:0;border-radius:.75rem;object-fit:cover}
        .soft{color:var(--soft);font-size:.9375rem}
        a{color:var(--accent)}
        a:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
        .button,.other{display:flex;align-items:center;justify-content:center;min-height:3rem;padding:.625rem 1rem;\
        border:1px solid var(--accent);border-radius:.75rem;font-weight:600;text-align:center;text-decoration:none;\
        overflow-wrap:anywhere}
        .button{margin:1.5rem 0 .75rem;background:var(--accent);color:var(--on-accent)}
        .other{margin:0 0 .75rem}
        .touch{display:none}
        @media (any-pointer:coarse){.touch{display:block}.no-touch{display:none}}
        .note{margin-top:1.5rem;padding:1rem;border-radius:.75rem;background:var(--note)}
        .note>:last-child{margin-bottom:0}
        .contact{margin-top:1.5rem}
        figure{margin:1.5rem 0 0;text-align:center}
        figure svg{width:11rem;max-width:100%;height:auto}
        label{display:block;margin-bottom:.25rem;font-size:.9375rem}
        input{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;\
        background:var(--card);color:var(--ink);font:inherit;text-overflow:ellipsis}
        form button{width:100%;font:inherit;cursor:pointer}
        img{display:block;max-width:100%;height:auto;margin-bottom:1rem;border-radius:.5rem}
        table{width:100%;border-collapse:collapse;font-size:.9375rem}
        th,td{padding-block:.5rem;padding-inline:0 .5rem;border-top:1px solid var(--line);text-align:start;\
        vertical-align:top}
        thead th{border-top:0;color:var(--soft);font-weight:600;white-space:nowrap}
        th:last-child,td:last-child{padding-inline-end:0}
        tr.passed{color:var(--soft)}
        tr.taken td:first-child,tr.taken td+td{font-weight:600}
        dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1rem 0 0;font-size:.9375rem}
        dt{color:var(--soft)}
        dd{margin:0}
        """.split(separator: "\n").map(StyleRule.init)
}

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
