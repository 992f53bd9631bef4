/// The links that one of our pages offers, in order, the main button first.
struct PageWays: Hashable {
    /// A link of a page.
    struct Way: Hashable {
        /// The URL, with character references decoded.
        var address: String
        /// Whether it is the button that users try first.
        var isMain: Bool
    }

    private(set) var ways: [Way] = []

    /// Parses a page as shown on a screen with or without touch: elements of the class `touch` are visible on touch
    /// screens only, those of `no-touch` on others.
    init(html: String, hasTouch: Bool) {
        var hidden: Int?
        var depth = 0
        for tag in HTMLTag.all(in: html) {
            if tag.isClosing {
                depth -= 1
                if let level = hidden, depth < level { hidden = nil }
                continue
            }
            if !tag.isVoid { depth += 1 }
            if hidden == nil, tag.classes.contains(hasTouch ? "no-touch" : "touch"), !tag.isVoid { hidden = depth }
            guard hidden == nil, tag.name == "a", let address = tag.attributes["href"] else { continue }
            ways.append(Way(address: address, isMain: tag.classes.contains("button")))
        }
        ways = ways.filter(\.isMain) + ways.filter { !$0.isMain }
    }
}

/// A tag of an HTML page, as far as needed for pages without scripts (HTML, section 13.1.2).
private struct HTMLTag {
    var name: String
    var isClosing: Bool
    var attributes: [String: String] = [:]

    var classes: [String] { attributes["class", default: ""].split(separator: " ").map(String.init) }
    var isVoid: Bool { ["meta", "img", "input", "br", "hr", "link", "!doctype"].contains(name) }

    /// All tags in order, skipping the text of style sheets.
    static func all(in html: String) -> [HTMLTag] {
        var tags: [HTMLTag] = []
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            let tag = HTMLTag(reading: &rest)
            if tag.name == "style", !tag.isClosing, let end = rest.firstRange(of: "</style") {
                rest = rest[end.lowerBound...]
            }
            if !tag.name.isEmpty { tags.append(tag) }
        }
        return tags
    }

    /// Reads from behind a `<` up to the `>`.
    private init(reading rest: inout Substring) {
        isClosing = rest.first == "/"
        if isClosing { rest.removeFirst() }
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "!" }
        self.name = name.lowercased()
        rest = rest[name.endIndex...]
        while let first = rest.first, first != ">" {
            guard first.isLetter else {
                rest.removeFirst()
                continue
            }
            let attribute = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
            rest = rest[attribute.endIndex...]
            attributes[attribute.lowercased()] = Self.value(reading: &rest)
        }
        if !rest.isEmpty { rest.removeFirst() }
    }

    private static func value(reading rest: inout Substring) -> String {
        guard rest.first == "=" else { return "" }
        rest.removeFirst()
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            let value = rest.prefix { $0 != ">" && !$0.isWhitespace }
            rest = rest[value.endIndex...]
            return String(value).entitiesDecoded
        }
        rest.removeFirst()
        let value = rest.prefix { $0 != quote }
        rest = rest[value.endIndex...].dropFirst()
        return String(value).entitiesDecoded
    }
}
