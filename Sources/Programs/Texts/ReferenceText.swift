package import ByteText
package import Rules

/// Formats the reference of the rule language for a terminal: one line per entry, or an entry in full.
package struct ReferenceText {
    private let width: Int

    /// The width is at least that of the longest word in the reference.
    package init(width: Int) { self.width = max(48, width) }

    // MARK: - Lists

    /// Entries by group, one per line, with a legend.
    package func list(_ entries: [ReferenceEntry]) -> [[StyledText]] {
        var lines: [[StyledText]] = []
        for group in ReferenceGroup.allCases {
            let members = entries.filter { $0.group == group }
            guard !members.isEmpty else { continue }
            lines.append([StyledText(group.title, .heading), StyledText("  \(group.rawValue)", .soft)])
            lines += rows(members) + [[]]
        }
        return lines + legend(entries).map { [StyledText($0, .soft)] }
    }

    private func rows(_ entries: [ReferenceEntry]) -> [[StyledText]] {
        let names = entries.map(\.name.count).max() ?? 0
        let types = entries.map(\.shortType.count).max() ?? 0
        // On a narrow terminal, long names get their own line.
        let column = min(names, max(18, width / 2 - types))
        return entries.flatMap { entry in
            let start = column + types + 6
            let texts = Self.wrapped(entry.summary, to: width - start)
            let isLong = entry.name.count > column
            let head = [
                StyledText("  " + Self.padded(isLong ? "" : entry.name, column) + "  "),
                StyledText(Self.padded(entry.shortType, types) + "  ", .soft), StyledText(texts[0]),
            ]
            let rest = texts.dropFirst().map { [StyledText(String(repeating: " ", count: start) + $0)] }
            return (isLong ? [[StyledText("  \(entry.name)")]] : []) + [head] + rest
        }
    }

    private func legend(_ entries: [ReferenceEntry]) -> [String] {
        let marks = entries.contains { $0.unknown != nil } ? "? may be unknown. " : ""
        let shown = entries.first { !$0.values.isEmpty } ?? entries.first
        return Self.wrapped("\(marks)Values and examples: fingerpost facts \(shown?.name ?? "NAME")", to: width)
    }

    // MARK: - Single entries

    /// An entry in full.
    package func full(_ entry: ReferenceEntry) -> [[StyledText]] {
        var lines = [[StyledText(entry.name, .heading)]]
        lines += Self.wrapped(entry.summary, to: width).map { [StyledText($0)] }
        if !entry.detail.isEmpty { lines += Self.wrapped(entry.detail, to: width).map { [StyledText($0)] } }
        lines.append([])
        if entry.forms.isEmpty { lines += field("type", entry.type) }
        lines += field("values", entry.values.joined(separator: ", "))
        for (index, form) in entry.forms.enumerated() { lines += field(index == 0 ? "forms" : "", form) }
        lines += field("unknown", entry.unknown ?? (entry.values.contains("unknown") ? "is one of the values" : ""))
        if entry.isOptional { lines += field("optional", "empty if it is missing; test it with has(\(entry.name))") }
        if entry.isInTemplates { lines += field("template", "{\(entry.name)}") }
        return lines + field("example", entry.example)
    }

    /// A label and its text, with a hanging indent.
    private func field(_ label: String, _ text: String) -> [[StyledText]] {
        guard !text.isEmpty else { return [] }
        let texts = Self.wrapped(text, to: width - 12)
        return texts.enumerated().map { index, text in
            [StyledText("  " + Self.padded(index == 0 ? label : "", 10), .soft), StyledText(text)]
        }
    }

    // MARK: - Text

    /// The text wrapped at spaces, with at least one line. A longer word is not split.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            if lines[lines.count - 1].isEmpty {
                lines[lines.count - 1] = String(word)
            } else if lines[lines.count - 1].count + 1 + word.count > width {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] += " \(word)"
            }
        }
        return lines
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

extension ReferenceEntry {
    /// The type without its parenthesized part.
    fileprivate var shortType: String { type.prefix { $0 != "(" && $0 != " " } + (unknown == nil ? "" : "?") }
}
