import ByteText
public import LinkStore
import Links

/// What the tables of other shorteners have that ours have not.
extension CSVColumn {
    /// The tags of another shortener's cell: Dub and Bitly write commas between them, Shlink bars, and none escapes them. A cell
    /// with a semicolon is as ours are.
    static func tagsElsewhere(_ text: String) -> [String] {
        if text.contains(";") { return tags(text) }
        return unique(text.split { $0 == "," || $0 == "|" }.map(String.init))
    }

    /// Tags without blanks around them, each once.
    static func unique(_ tags: [String]) -> [String] {
        var seen: Set<String> = []
        return tags.map { String($0.utf8.span.withoutBlanksAround) }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Throws for a link that asks for a password: here it would lead everyone on.
    static func requireNoPassword(_ cell: Span<UInt8>) throws(ShortLinkFault) {
        if CSVValue.flag(cell) == false { return }
        throw .invalid(
            "the link asks for a password, which links here can't; leave it out, or empty the cell to open it to everyone",
            summary: "the link asks for a password")
    }
}

extension LinkFields {
    /// Adds short links with the same contents: a list, or addresses and codes with commas or blanks between them.
    mutating func addOthers(_ cell: String) throws(ShortLinkFault) {
        let places =
            ListCell.elements(cell) ?? cell.split { $0 == "," || $0 == " " || $0 == ";" || $0 == "|" }.map(String.init)
        for text in places {
            guard text.utf8.contains(UInt8(ascii: "/")) else {
                others.append(Place(domain: nil, code: text))
                continue
            }
            let place = try Self.place(text)
            others.append(Place(domain: place.domain, code: place.code))
        }
    }

    /// The link at its other places: without what was counted for all of them together.
    ///
    /// Each short link is in the result once, and one that the row has only in such a column becomes the first.
    var withOthers: [LinkFields] {
        var first = self
        first.others = []
        var places = others.map { Place(domain: $0.domain ?? domain, code: $0.code) }
        if first.code == nil, let own = places.first {
            (first.domain, first.code) = (own.domain, own.code)
            places.removeFirst()
        }
        var links = [first]
        for place in places where !links.contains(where: { $0.domain == place.domain && $0.code == place.code }) {
            var link = first
            (link.domain, link.code) = (place.domain, place.code)
            link.patch.attributes = first.patch.attributes?.filter { $0.name != LinkRecord.importedClicksName }
            links.append(link)
        }
        return links
    }

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
