/// Checks the HTML of a template for places where a value could become more than text.
///
/// Values are escaped, which keeps them within quotes and out of tags. This checks for problems that escaping can't
/// prevent: an unquoted value ends at its first blank, and a value in `href` may have any scheme unless it is a checked
/// address.
struct TemplateMarkup {
    /// The slots with addresses that may be linked.
    private static let addresses: Set<String> = ["main", "open", "other", "exit", "target"]
    /// Elements that run, load or embed something, or change the document.
    private static let refusedElements: Set<String> = [
        "script", "style", "link", "meta", "base", "iframe", "frame", "object", "embed", "form", "audio", "video",
        "source",
        "template", "svg", "math", "html", "head", "body", "title", "portal",
        // Browsers parse their content as text, while this parser would see elements.
        "xmp", "textarea", "noscript", "noembed", "noframes", "plaintext", "listing",
    ]

    private let text: [Character]
    private var index = 0
    private(set) var fault: String?

    /// Parses scalar by scalar, as browsers do, so that a combining mark after a `<` does not hide it.
    init(_ template: String) { text = template.unicodeScalars.map { Character($0) } }

    /// The error in a template, or `nil` if its markup is allowed.
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
                return fault = "an HTML comment, whose end browsers parse differently: write `{{! … }}`"
            }
            readElement()
        }
    }

    /// Skips a Mustache tag and returns its content, or `nil` if there is none.
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
        guard !name.isEmpty else { return fault = "a `<` that does not start an element: write `&lt;`" }
        if Self.refusedElements.contains(name) { return fault = "the element `\(name)` is not allowed on pages" }
        while fault == nil, index < text.count, text[index] != ">" {
            if starts("{{") {
                let content = skipTag() ?? ""
                if let first = content.first, "#^/!".contains(first) { continue }
                return fault = "`{{\(content)}}` is a value outside of quotes, in the element `\(name)`"
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
        guard index < text.count else { return fault = "the value of `\(name)` has no closing quote" }
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
                return fault = "`href` must be one of \(known), or start with https:// or mailto:"
            }
        case "src":
            guard tag == "image" else { return fault = "`src` must be {{image}}: pages load no other resources" }
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
