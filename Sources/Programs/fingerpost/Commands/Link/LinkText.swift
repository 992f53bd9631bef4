import ByteText
import LinkCatalog
import Links
import LinkStore
import Terminal

/// Formats a link as text or JSON.
enum LinkText {
    static func print(_ record: LinkRecord, json: Bool, warnings: [ShortLinkWarning] = []) {
        guard json else { return Output.line(text(record)) }
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { record.write(to: &$0, withRevision: true, warnings: warnings) }
        Output.write(bytes + [0x0A])
    }

    /// The link, followed by its details.
    static func text(_ record: LinkRecord) -> String {
        var lines = ["\(record.link)", "  leads to   \(record.longLink)"]
        func add(_ title: String, _ text: String?) {
            guard let text, !text.isEmpty else { return }
            lines.append("  " + title + String(repeating: " ", count: max(1, 11 - title.count)) + text)
        }
        func show(_ field: LinkField) {
            switch record[field] {
            case .empty: return
            case .text where field.isPassword: lines.append("  \(field.row.shown)")
            case .text(let text): if !field.row.shown.isEmpty { add(field.row.shown, text) }
            case .tags(let tags): add(field.row.shown, tags.joined(separator: ", "))
            case .attributes(let attributes): for attribute in attributes { add(attribute.name, attribute.value) }
            case .flag(let isSet): if isSet, !field.row.shown.isEmpty { lines.append("  \(field.row.shown)") }
            case .number(let number):
                add(
                    field.row.shown,
                    field.isTime
                        ? Timestamp.text(Int64(bitPattern: number))
                        : field.row.phrase?(Int(clamping: number)) ?? String(number))
            }
        }
        LinkField.contents.forEach(show)
        add("created", Timestamp.text(record.created))
        if record.updated != record.created { add("updated", Timestamp.text(record.updated)) }
        LinkField.conditions.forEach(show)
        return lines.joined(separator: "\n")
    }

    /// Links as a table, one per row.
    static func table(_ records: [LinkRecord]) -> TextTable {
        var table = TextTable([
            TextTable.Column(title: "LINK"), TextTable.Column(title: "LEADS TO", gives: true),
            TextTable.Column(title: "NAME"), TextTable.Column(title: "STATE"),
        ])
        for record in records {
            let states = LinkField.allCases.filter { $0.row.switches != nil && !record[$0].isEmpty }.map(\.title)
            table.add([record.link, record.longLink, record.name, states.joined(separator: ", ")])
        }
        return table
    }
}
