import ByteText

/// A document in GitHub's Markdown, which GitLab reads as well.
struct MarkdownText {
    private(set) var text = ""
    /// The maximum number of rows in a table.
    let rows: Int

    init(rows: Int) { self.rows = rows }

    mutating func heading(_ title: String) { text += "### \(title)\n" }

    mutating func paragraph(_ sentence: String) { text += "\n\(sentence)\n" }

    /// Adds a table of names, counts and shares of `total`; nothing without rows.
    mutating func table(_ title: String, _ content: [ReportRow], of total: Int) {
        guard !content.isEmpty else { return }
        text += "\n| \(title) | clicks | |\n|---|---:|---:|\n"
        for row in content.prefix(rows) {
            let share = Numbers.percent(row.count, of: total).replacing("<", with: "&lt;")
            text += "| \(Self.code(row.name, isCell: true)) | \(Numbers.grouped(row.count)) | \(share) |\n"
        }
        guard content.count > rows else { return }
        let rest = content.dropFirst(rows).reduce(0) { $0 + $1.count }
        text += "| … and \(Numbers.grouped(content.count - rows)) more | \(Numbers.grouped(rest)) | |\n"
    }

    /// Adds a list of names with remarks; nothing without items.
    mutating func list(_ title: String, _ items: [(name: String, remark: String)]) {
        guard !items.isEmpty else { return }
        text += "\n\(title):\n\n"
        for item in items { text += "- \(Self.code(item.name)): \(item.remark)\n" }
    }

    /// A code span, in which only backticks and, within tables, bars have a meaning.
    static func code(_ name: String, isCell: Bool = false) -> String {
        let shown = ReportText.shortened(name, 120).unicodeScalars.map { scalar in
            switch scalar {
            case "`": "'"
            case "|" where isCell: "\\|"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": " "
            default: String(scalar)
            }
        }
        return "`\(shown.joined())`"
    }
}
