/// The HTML of a template, as far as values in it could become more than text.
///
/// Values are escaped, which keeps them within quotes and out of tags. What escaping can't do is checked here: a value outside
/// quotes ends at its first blank, and a value in `href` may have any scheme, unless it is an address that was checked.
struct TemplateMarkup {
    /// The addresses that may be links, by the names of their slots.
    private static let addresses: Set<String> = ["main", "open", "other", "exit", "target"]
    /// What runs, loads or embeds something, or changes what the page is.
    private static let refusedElements: Set<String> = [
        "script", "style", "link", "meta", "base", "iframe", "frame", "object", "embed", "form", "audio", "video",
        "source",
        "template", "svg", "math", "html", "head", "body", "title", "portal",
        // In these, browsers read text where here elements would be read.
        "xmp", "textarea", "noscript", "noembed", "noframes", "plaintext", "listing",
    ]

    private let text: [Character]
    private var index = 0
    private(set) var fault: String?

    /// Scalar by scalar, as browsers read: a mark that combines with a `<` hides it from them no more than from here.
    init(_ template: String) { text = template.unicodeScalars.map { Character($0) } }

    /// What is wrong; nil for markup that a page may have.
    static func fault(in template: String) -> String? {
        var markup = TemplateMarkup(template)
        markup.read()
        return markup.fault
    }

    private mutating func read() {
        while fault == nil, index < text.count {
            if skipTag() != nil { continue }
            guard text[index] == "<" else {
                index += 1
                continue
            }
            index += 1
            if starts("!") {
                return fault = "a comment in HTML, which browsers end in several ways: write `{{! … }}`"
            }
            readElement()
        }
    }

    /// Skips a Mustache tag and returns its content; nil where there is none.
    private mutating func skipTag() -> String? {
        guard starts("{{") else { return nil }
        let start = index + 2
        index = start
        while index < text.count, !starts("}}") { index += 1 }
        let content = String(text[start..<index])
        index = min(index + 2, text.count)
        while index < text.count, text[index] == "}" { index += 1 }
        return content
    }

    private func starts(_ word: String) -> Bool { text[index...].starts(with: word) }

    private mutating func readElement() {
        if index < text.count, text[index] == "/" { index += 1 }
        let name = word().lowercased()
        guard !name.isEmpty else { return fault = "a `<` that begins no element: write `&lt;`" }
        if Self.refusedElements.contains(name) { return fault = "the element `\(name)` is not allowed on pages" }
        while fault == nil, index < text.count, text[index] != ">" {
            if starts("{{") {
                let content = skipTag() ?? ""
                if let first = content.first, "#^/!".contains(first) { continue }
                return fault = "`{{\(content)}}` is a value outside quotes, in the element `\(name)`"
            }
            if text[index].isWhitespace || text[index] == "/" {
                index += 1
            } else {
                readAttribute(of: name)
            }
        }
        index += 1
    }

    private mutating func readAttribute(of element: String) {
        let name = word().lowercased()
        guard !name.isEmpty else { return fault = "`\(text[index])` is not an attribute of the element `\(element)`" }
        if name.hasPrefix("on")
            || ["style", "srcdoc", "srcset", "action", "formaction", "ping", "background"].contains(name)
        {
            return fault = "the attribute `\(name)` is not allowed on pages"
        }
        guard index < text.count, text[index] == "=" else { return }
        index += 1
        guard index < text.count, text[index] == "\"" || text[index] == "'" else {
            return fault = "the value of `\(name)` needs quotes"
        }
        let quote = text[index]
        index += 1
        let start = index
        while index < text.count, text[index] != quote {
            if skipTag() == nil { index += 1 }
        }
        guard index < text.count else { return fault = "the value of `\(name)` does not end" }
        check(String(text[start..<index]), of: name, element)
        index += 1
    }

    private mutating func check(_ value: String, of attribute: String, _ element: String) {
        let tag = value.hasPrefix("{{") && value.hasSuffix("}}") ? String(value.dropFirst(2).dropLast(2)) : nil
        switch attribute {
        case "href":
            if let tag, Self.addresses.contains(tag) { return }
            let isOwn = value.hasPrefix("https://") || value.hasPrefix("mailto:") || value.hasPrefix("#")
            guard isOwn, !value.contains("{{") else {
                let known = Self.addresses.sorted().map { "{{\($0)}}" }.joined(separator: ", ")
                return fault = "`href` is one of \(known), or an address that begins with https:// or mailto:"
            }
        case "src":
            guard tag == "image" else { return fault = "`src` is {{image}} and nothing else: pages load nothing" }
        default:
            if attribute.contains("href") { fault = "the attribute `\(attribute)` is not allowed on pages" }
        }
    }

    private mutating func word() -> String {
        let start = index
        while index < text.count,
            text[index].isLetter || text[index].isNumber || text[index] == "-" || text[index] == ":"
        {
            index += 1
        }
        return String(text[start..<index])
    }
}
