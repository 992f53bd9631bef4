import ByteText
public import LinkStore
import Links

/// Columns that only the tables of other shorteners have.
extension CSVColumn {
    /// The tags in a cell of another shortener: Dub and Bitly separate them by commas, Shlink by bars, all without
    /// escapes. A cell with a semicolon is read in our own format.
    static func tagsElsewhere(_ text: String) -> [String] {
        if text.contains(";") { return tags(text) }
        return unique(text.split { $0 == "," || $0 == "|" }.map(String.init))
    }

    /// Distinct tags without surrounding whitespace.
    static func unique(_ tags: [String]) -> [String] {
        var seen: Set<String> = []
        return tags.map { String($0.utf8.span.withoutBlanksAround) }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// The password in a cell. Throws for one that the file does not contain, or not in a usable form: without it, the link
    /// would be open to everyone.
    ///
    /// - Parameter isFlag: Whether the column only contains whether there is a password.
    static func password(
        _ cell: Span<UInt8>, _ title: String, isFlag: Bool = false
    ) throws(ShortLinkFault) -> LinkValue {
        let flag = CSVValue.flag(cell)
        if flag == false { return .empty }
        guard !isFlag, flag == nil else {
            let summary = "the link requires a password, which the file does not contain"
            throw .invalid(
                "\(summary); write a new one into a column password, or clear the cell to import the link without one",
                summary: summary)
        }
        return try LinkPassword.value(String(cell), title)
    }
}

extension LinkFields {
    /// Adds short links with the same contents from a list, or from addresses and codes separated by commas or spaces.
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

    /// The link once per short link, without the counts, which cover all of them together.
    ///
    /// Each short link is returned once. If the row has short links in such a column only, the first of them becomes
    /// the primary one.
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

    /// Stores the link's click count at the other shortener as an attribute. It is not a daily count and never merged
    /// with one.
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
    /// The attribute with the click count at the shortener that the link was imported from.
    static let importedClicksName = "imported_clicks"

    /// The click count at the shortener that the link was imported from; `nil` if the file did not contain one.
    public var importedClicks: UInt64? {
        attributes.first { $0.name == Self.importedClicksName }.flatMap { UInt64($0.value) }
    }
}
