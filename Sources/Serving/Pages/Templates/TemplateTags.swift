/// The tags of a template, as far as pages need them in addition to the template library.
enum TemplateTags {
    /// A tag: its sigil (`#`, `^`, `/`, `{`, `&`, `!`, …; empty for a value) and its name.
    struct Tag: Equatable {
        var sigil: String
        var name: String
    }

    /// The tags, in order. Unclosed tags are reported by the template library.
    static func tags(of template: String) -> [Tag] {
        var tags: [Tag] = []
        var rest = template[...]
        while let start = rest.firstRange(of: "{{")?.upperBound {
            rest = rest[start...]
            let isTriple = rest.first == "{"
            guard let end = rest.firstRange(of: isTriple ? "}}}" : "}}") else { break }
            var content = rest[..<end.lowerBound]
            var sigil = ""
            if let first = content.first, "#^/{&!><$=%".contains(first) {
                sigil = String(first)
                content = content.dropFirst()
            }
            let name = content.drop { $0.isWhitespace }
            tags.append(Tag(sigil: sigil, name: String(name.prefix { !$0.isWhitespace })))
            rest = rest[end.upperBound...]
        }
        return tags
    }

    /// The names that a template has sections for.
    static func sections(of template: String) -> Set<String> {
        Set(tags(of: template).filter { $0.sigil == "#" || $0.sigil == "^" }.map(\.name))
    }
}
