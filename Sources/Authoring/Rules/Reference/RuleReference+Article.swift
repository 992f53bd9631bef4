extension RuleReference {
    /// The reference as a DocC article.
    public var article: String {
        var lines = [
            "# Facts, functions and actions", "", "What conditions may ask for and call, and what rules may do.", "",
            "## Overview", "",
            "A rule has a condition (`when`), written in [CEL](https://cel.dev), and an action (`then`). Here is everything that the two",
            "may say; <doc:RuleCookbook> has rules to start from. `fingerpost facts` prints the same, `fingerpost facts device.in_app` one",
            "entry, and `fingerpost eval 'device.in_app == \"wechat\"' --user-agent …` tries a condition on a click.",
            "",
            "A fact that *may be unknown* is missing from some requests, and an *optional* fact from some links: <doc:UnknownFacts>",
            "defines what a condition returns then. *In templates*: `{link.code}` may be in `to`, `url` and `referrer`.",
            "",
            "A test writes this page from the program; after a change, write it again with",
            "`FINGERPOST_WRITE_DOCS=1 swift test --disable-xctest --filter ReferenceArticle`.",
        ]
        for group in ReferenceGroup.allCases {
            let entries = self[group]
            lines += ["", "## \(group.title)", ""] + Self.table(of: entries)
            let more = entries.flatMap(\.notes)
            if !more.isEmpty { lines += [""] + more }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func table(of entries: [ReferenceEntry]) -> [String] {
        ["| name | type | what it is | example |", "|---|---|---|---|"]
            + entries.map { entry in
                let cells = ["`\(entry.name)`", entry.articleType, entry.summary, "`\(entry.example)`"]
                return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
            }
    }
}

extension ReferenceEntry {
    /// The type, and whether the value may be missing, in one cell.
    fileprivate var articleType: String {
        var words = type.isEmpty ? [] : [type]
        if unknown != nil { words.append("may be unknown") }
        if isOptional { words.append("optional") }
        if isInTemplates { words.append("in templates") }
        return words.joined(separator: ", ")
    }

    /// The values, signatures and details, as a list item; empty if the table already contains everything.
    fileprivate var notes: [String] {
        var parts: [String] = []
        if !values.isEmpty { parts.append("Values: " + values.map { "`\($0)`" }.joined(separator: ", ") + ".") }
        if !forms.isEmpty { parts.append("Forms: " + forms.map { "`\($0)`" }.joined(separator: ", ") + ".") }
        if !detail.isEmpty { parts.append(detail) }
        if let unknown { parts.append("Unknown: \(unknown)") }
        return parts.isEmpty ? [] : ["- `\(name)`: \(parts.joined(separator: " "))"]
    }
}
