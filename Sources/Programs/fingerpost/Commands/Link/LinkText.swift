import ByteText
import LinkCatalog
import LinkStore
import Links

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
        add("name", record.name)
        add("note", record.note)
        add("tags", record.tags.joined(separator: ", "))
        for attribute in record.attributes { add(attribute.name, attribute.value) }
        add("created", Timestamp.text(record.created))
        if record.updated != record.created { add("updated", Timestamp.text(record.updated)) }
        add("starts", record.starts.map(Timestamp.text))
        add("expires", record.expires.map(Timestamp.text))
        add("good for", record.maximumClicks.map { counted(Int($0), "click") })
        add("if expired", record.expiredTarget)
        add("if used up", record.usedUpTarget)
        add("at most", record.clicksPerSecond.map { "\(counted($0, "click")) per second and worker" })
        add("cached", record.cacheSeconds.map { $0 == 0 ? "never" : "for \(counted($0, "second")) at most" })
        if record.isArchived { lines.append("  archived: hidden from lists") }
        if record.isDisabled { lines.append("  disabled: answers like an expired link") }
        if record.isUnsafe { lines.append("  unsafe: warns and leads nowhere") }
        return lines.joined(separator: "\n")
    }

    /// Links as a table, one per row.
    static func table(_ records: [LinkRecord]) -> TextTable {
        var table = TextTable([
            TextTable.Column(title: "LINK"), TextTable.Column(title: "LEADS TO", gives: true),
            TextTable.Column(title: "NAME"), TextTable.Column(title: "STATE"),
        ])
        for record in records {
            let states = [
                record.isArchived ? "archived" : nil, record.isDisabled ? "disabled" : nil,
                record.isUnsafe ? "unsafe" : nil,
            ]
            table.add([
                record.link, record.longLink, record.name, states.compactMap { $0 }.joined(separator: ", "),
            ])
        }
        return table
    }
}
