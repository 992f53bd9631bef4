import ByteText
import LinkStore
import Links

/// The columns of a Google Takeout export of Dynamic Links.
struct TakeoutColumns: Sendable {
    private let layout: TakeoutLayout
    /// The columns that are not imported.
    var ignored = IgnoredColumns()

    /// The columns of a file without titles.
    init() { layout = .untitled }

    /// Finds the columns by their titles.
    init(titles: [String]) throws(TakeoutLayout.Fault) {
        layout = try TakeoutLayout(titles: titles)
        for index in layout.ignored { ignored.add(index, title: titles[index]) }
    }

    /// Reads a row. The code is kept. A link without a name is one that the API returns again for the same input.
    ///
    /// - Parameter text: A buffer for the long link.
    func fields(
        _ record: borrowing CSVRecord, _ text: inout LongLinkText
    ) throws(ShortLinkFault) -> LinkFields {
        guard record.count == layout.count else {
            throw .invalid("the row has \(counted(record.count, "column")), but the export has \(layout.count)")
        }
        var fields = LinkFields()
        let place = try LinkFields.place(record[layout.shortLink].withoutBlanksAround)
        (fields.domain, fields.code) = place
        fields.hasBlankedControls = try writeLongLink(record, on: place.domain, to: &text)
        fields.patch.longLink = String(decoding: text.bytes, as: UTF8.self)
        fields.isCanonical = true
        fields.patch.isArchived = false
        if let archived = layout.archived {
            fields.patch.isArchived = try CSVValue.bool(record[archived], "archived")
        }
        let name = layout.name.flatMap { CSVValue.isNull(record[$0]) ? nil : record.string($0) } ?? ""
        if layout.isByOrder { try requireOrder(name) }
        fields.patch.name = name
        if let created = layout.created, !CSVValue.isNothing(record[created]) {
            fields.created = CSVValue.pastTime(record[created]) { fields.isMisdated = true }
        }
        fields.patch.isManaged = !name.isEmpty
        let suffix = CustomCode.suffix(of: place.code)
        fields.suffix = suffix
        fields.isReused = name.isEmpty && suffix != .custom
        return fields
    }

    /// Throws for a row whose name is the value of another column: the titles are in another language, and the columns
    /// have moved.
    private func requireOrder(_ name: String) throws(ShortLinkFault) {
        let cell = name.utf8.span
        let isFlag = cell.equalsIgnoringCase("true") || cell.equalsIgnoringCase("false")
        guard isFlag || cell.count >= 10 && (try? CSVValue.time(cell, "")) != nil else { return }
        throw .invalid(
            "the titles do not show which columns are \"Archived?\", \"Link name\" and \"Creation timestamp\"; give them "
                + "these titles, in English")
    }

    /// Composes the long link from the columns; returns whether a control character in it was replaced by a space.
    private func writeLongLink(
        _ record: borrowing CSVRecord, on domain: String, to text: inout LongLinkText
    ) throws(ShortLinkFault) -> Bool {
        guard let payload = layout[.link], !CSVValue.isNothing(record[payload]) else {
            throw .invalid("the column of the deep link (link) is empty")
        }
        var hasBlanked = false
        text.begin(domain: domain.utf8.span)
        for place in layout.parameters where !record[place.column].isEmpty && !CSVValue.isNull(record[place.column]) {
            let (parameter, column) = (place.parameter, place.column)
            switch parameter {
            case .efr:
                guard try CSVValue.bool(record[column], "efr") else { continue }
                text.append(.efr, "1".utf8.span)
            // Links can't contain line breaks, but some users put them into descriptions.
            case .st where Self.mayHaveControls(record[column]), .sd where Self.mayHaveControls(record[column]):
                let value = record.string(column)
                let line = Self.withoutControls(value)
                hasBlanked = hasBlanked || line != value
                text.append(parameter, line.utf8.span)
            case .link, .al, .afl, .ifl, .ipfl, .ofl, .si:
                text.append(parameter, record[column].withoutBlanksAround)
            default: text.append(parameter, record[column])
            }
        }
        return hasBlanked
    }

    /// Whether a control character may be in a text. C1 controls are the byte C2 followed by a byte below A0.
    private static func mayHaveControls(_ text: Span<UInt8>) -> Bool {
        for index in text.indices where text[index] < 0x20 || text[index] == 0x7F || text[index] == 0xC2 { return true }
        return false
    }

    private static func withoutControls(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}

// MARK: - Writing

extension TakeoutColumns {
    /// The header line, in English.
    static var titles: [String] { TakeoutLayout.standard.map(\.title) }

    /// The row of a link.
    static func row(_ record: LinkRecord) -> [String] {
        var long = LongLink(domain: String(record.key.domain))
        if let parsed = try? LongLink(parsing: record.longLink), parsed[.link] != nil {
            long = parsed
        } else {
            long[.link] = record.longLink
        }
        return TakeoutLayout.standard.map { column, _ in
            switch column {
            case .shortLink: record.link
            case .parameter(let parameter): long[parameter] ?? ""
            case .archived: record.isArchived ? "true" : "false"
            case .name: record.name
            case .created: Timestamp.text(record.created)
            }
        }
    }

    /// Whether the columns can represent the whole link.
    static func holdsAll(of record: LinkRecord) -> Bool {
        let columns: [LinkField] = [.longLink, .name, .isArchived, .isManaged]
        guard LinkField.allCases.allSatisfy({ record[$0].isEmpty || columns.contains($0) }),
            let long = try? LongLink(parsing: record.longLink), long.others.isEmpty
        else { return false }
        return LinkParameter.allCases.allSatisfy { long[$0] == nil || TakeoutLayout.untitled[$0] != nil }
    }
}

/// Values as tables write them.
enum CSVValue {
    static func integer(
        _ cell: Span<UInt8>, in range: ClosedRange<Int>, _ column: String
    ) throws(ShortLinkFault) -> Int {
        guard let integer = Int(String(cell)), range.contains(integer) else { throw .outside(range, column) }
        return integer
    }

    /// Whether a cell has only spaces in it, or a database's notation for null.
    static func isNothing(_ cell: Span<UInt8>) -> Bool { cell.withoutBlanksAround.isEmpty || isNull(cell) }

    /// Whether a cell has a database's notation for null: `NULL`, `\N`, `(null)`, `<null>`, `[NULL]`.
    static func isNull(_ cell: Span<UInt8>) -> Bool {
        let cell = cell.withoutBlanksAround
        switch cell.count {
        case 2: return cell.equals("\\N")
        case 4: return cell.equalsIgnoringCase("null")
        case 6:
            return cell.equalsIgnoringCase("(null)") || cell.equalsIgnoringCase("<null>")
                || cell.equalsIgnoringCase("[null]")
        default: return false
        }
    }

    /// A Boolean in the notation of a program or database; `nil` for anything else.
    static func flag(_ cell: Span<UInt8>) -> Bool? {
        let cell = cell.withoutBlanksAround
        if isNothing(cell) || cell.equalsIgnoringCase("false") { return false }
        if cell.equalsIgnoringCase("true") { return true }
        switch String(cell).lowercased() {
        case "1", "yes", "y", "t", "on": return true
        case "0", "no", "n", "f", "off": return false
        default: return nil
        }
    }

    static func bool(_ cell: Span<UInt8>, _ column: String) throws(ShortLinkFault) -> Bool {
        if let flag = flag(cell) { return flag }
        let summary = "\(column) must be true or false"
        throw .invalid("\(summary), not \(String(cell))", summary: summary)
    }

    /// A Boolean, or the time since which it is true.
    static func isSet(_ cell: Span<UInt8>, _ column: String) throws(ShortLinkFault) -> Bool {
        if let flag = flag(cell) { return flag }
        switch Timestamp.exported(cell) {
        case .time: return true
        case .none: return false
        case .unreadable: return try bool(cell, column)
        }
    }

    /// A time, as ``Timestamp/exported(_:)`` parses it; `nil` if there is none.
    static func time(_ cell: Span<UInt8>, _ column: String) throws(ShortLinkFault) -> Int64? {
        switch Timestamp.exported(cell) {
        case .time(let seconds): return seconds
        case .none: return nil
        case .unreadable:
            let summary = "\(column) must be a time such as 2026-11-20T12:00:00Z"
            throw .invalid("\(summary), not \(String(cell))", summary: summary)
        }
    }

    /// An informational time; a link is not refused if it is invalid.
    static func pastTime(_ cell: Span<UInt8>, _ isUnreadable: () -> Void) -> Int64? {
        switch Timestamp.exported(cell) {
        case .time(let seconds): return seconds
        case .none: return nil
        case .unreadable:
            isUnreadable()
            return nil
        }
    }
}
