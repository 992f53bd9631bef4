import ByteText
public import LinkStore
import Links

/// What the tables of other shorteners have that ours have not.
extension CSVColumn {
    /// The tags of another shortener's cell: Dub and Bitly write commas between them, Shlink bars, and none escapes them. A cell
    /// with a semicolon is as ours are.
    static func tagsElsewhere(_ text: String) -> [String] {
        if text.contains(";") { return tags(text) }
        var seen: Set<String> = []
        return text.split { $0 == "," || $0 == "|" }.map { $0.trimmingBlanks() }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Throws for a link that asks for a password: here it would lead everyone on.
    static func requireNoPassword(_ cell: Span<UInt8>) throws(ShortLinkFault) {
        let none = ["false", "no", "0", "null"]
        if none.contains(String(cell).lowercased()) { return }
        throw .invalid(
            "the link asks for a password, which links here can't; leave it out, or empty the cell to open it to everyone",
            summary: "the link asks for a password")
    }
}

extension LinkFields {
    /// Keeps how often the link was clicked elsewhere, as an attribute: it is no count by day, and never mixed with one.
    mutating func addImportedClicks(_ cell: Span<UInt8>) throws(ShortLinkFault) {
        // Spreadsheets group digits.
        let digits = String(cell).filter { !", \u{00A0}'".contains($0) }
        guard let count = UInt64(digits) else {
            let summary = "clicks must be a number"
            throw .invalid("\(summary), not \(String(cell))", summary: summary)
        }
        guard count > 0 else { return }
        patch.attributes = (patch.attributes ?? []) + [.init(LinkRecord.importedClicksName, String(count))]
    }
}

extension LinkRecord {
    /// The attribute that has how often a link was clicked where it was imported from.
    static let importedClicksName = "imported_clicks"

    /// How often the link was clicked where it was imported from; nil where its file did not say.
    public var importedClicks: UInt64? {
        attributes.first { $0.name == Self.importedClicksName }.flatMap { UInt64($0.value) }
    }
}

extension Substring {
    fileprivate func trimmingBlanks() -> String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
