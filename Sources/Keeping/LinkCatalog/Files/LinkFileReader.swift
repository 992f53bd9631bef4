import ByteText
import LinkStore
import Links

/// Reads links from a file in any of the formats, as its bytes arrive.
///
/// If no format is given, it is detected from the beginning: JSON starts with a brace or a bracket, and Takeout exports
/// have known titles or 29 columns. Everything else is a table with a header line. Uses the memory of one line.
///
/// JSON has an object per line, or is one array or object with a list of links, as the APIs of other shorteners return
/// it.
struct LinkFileReader: Sendable {
    /// The result of a step.
    enum Step: Sendable {
        /// A link, and the number of its first line.
        case link(LinkFields, line: Int)
        /// A line that is not a link, with the reason.
        case refused(ShortLinkFault, line: Int)
        /// A title or an empty line.
        case nothing
        /// The end of the line has not arrived yet.
        case needsMore
    }

    /// The structure of the file.
    private enum Shape {
        case unknown
        /// One row per link, in CSV or with another separator.
        case table
        /// One JSON object per line.
        case lines
        /// Objects in a JSON array.
        case list
    }

    /// The format; `nil` until enough of the beginning has been read.
    private(set) var format: LinkFileFormat?
    /// The byte that ends a line of the file.
    var endOfLine: UInt8 { record.dialect.lineEnd }
    /// The number of source bytes used by the last step.
    private(set) var used = 0
    /// The number of the next line, from 1.
    private(set) var line = 1
    /// The last element read from a JSON list, as one line; empty if lines are read.
    private(set) var element: [UInt8] = []
    private var shape = Shape.unknown
    private var isListOver = false
    private var record = CSVRecord()
    private var table: TableColumns?
    private var takeout: TakeoutColumns?
    private var hasBegun = false
    /// The header line as written in the file, with its byte order mark; empty without either.
    private(set) var header: [UInt8] = []
    private var longText = LongLinkText()

    /// Whether a table may lack codes, which are then generated for its links.
    private let choosesCodes: Bool

    /// A reader at the beginning of a file; `nil` to detect the format.
    init(_ format: LinkFileFormat?, choosesCodes: Bool = false) {
        self.format = format
        self.choosesCodes = choosesCodes
    }

    /// The reason the file as a whole can't be read.
    struct Fault: Error, Sendable, Equatable {
        /// The fault as a readable sentence.
        var message: String
    }

    /// Reads the next line.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file that have arrived.
    ///   - start: The offset to continue from: after the bytes that earlier steps used.
    ///   - isLast: Whether `source` ends at the end of the file.
    mutating func next(
        _ source: Span<UInt8>, from start: Int, isLast: Bool
    ) throws(Fault) -> Step {
        used = 0
        let bytes = source.extracting(start..<source.count)
        if !hasBegun {
            guard bytes.count >= 4 || isLast else { return .needsMore }
            hasBegun = true
            try Self.requireText(bytes)
            // Spreadsheets write a byte order mark.
            if bytes.starts(with: "\u{FEFF}") {
                used = 3
                header.append(contentsOf: [0xEF, 0xBB, 0xBF])
                return .nothing
            }
        }
        if shape == .unknown, let step = try begin(bytes, isLast) { return step }
        switch shape {
        case .lines: return nextJSON(bytes, isLast)
        case .list: return nextElement(bytes, isLast)
        case .unknown, .table: return try nextRow(bytes, isLast)
        }
    }

    /// Detects the file's structure. Returns a step if it used bytes that only describe the structure, or must wait for
    /// more.
    private mutating func begin(_ bytes: Span<UInt8>, _ isLast: Bool) throws(Fault) -> Step? {
        guard bytes.count > 0 else { return nil }
        let start = bytes.endOfRun(of: Self.space)
        guard start == 0 else {
            guard start < bytes.count || isLast else { return .needsMore }
            use(bytes, start)
            return .nothing
        }
        if format == .jsonl || format == nil, Self.isJSON(bytes) {
            guard let found = JSONList.find(in: bytes, isLast: isLast) else { return .needsMore }
            format = .jsonl
            switch found {
            case .list(let start):
                shape = .list
                use(bytes, start)
                return .nothing
            case .none: shape = .lines
            }
        }
        guard let found = CSVDialect.find(in: bytes, isLast: isLast) else { return .needsMore }
        record.dialect = found.dialect
        if format == .jsonl {
            shape = .lines
            return nil
        }
        shape = .table
        guard found.preamble > 0 else { return nil }
        use(bytes, found.preamble)
        keepHeader(bytes.extracting(0..<used))
        return .nothing
    }

    private mutating func keepHeader(_ text: Span<UInt8>) {
        // Safe: the pointer is read within the call only.
        unsafe text.withUnsafeBufferPointer { unsafe header.append(contentsOf: $0) }
    }

    private mutating func nextRow(_ bytes: Span<UInt8>, _ isLast: Bool) throws(Fault) -> Step {
        let begins = line
        do throws(CSVFault) {
            guard let end = try record.read(bytes, from: 0, isLast: isLast) else { return .needsMore }
            use(bytes, end)
        } catch {
            guard let end = lineEnd(bytes) ?? (isLast ? bytes.count : nil) else {
                if bytes.count > CSVRecord.longestRecord { throw Fault(message: "line \(begins): \(error.sentence)") }
                return .needsMore
            }
            use(bytes, end)
            return .refused(.invalid(error.sentence.description), line: begins)
        }
        let text = bytes.extracting(0..<used)
        if record.isEmpty || isDecoration(text) { return .nothing }
        if try isTitle() {
            keepHeader(text)
            return .nothing
        }
        table?.ignored.countValues(record)
        takeout?.ignored.countValues(record)
        do throws(ShortLinkFault) {
            return .link(try row(text), line: begins)
        } catch {
            return .refused(error, line: begins)
        }
    }

    /// Whether a line is decoration of a table with bars, as psql and other terminals draw it: `-----+-----`, or `(2
    /// rows)`.
    private func isDecoration(_ line: Span<UInt8>) -> Bool {
        guard record.dialect.separator == UInt8(ascii: "|") else { return false }
        let line = line.withoutBlanksAround
        if line.endOfRun(of: Self.rule) == line.count { return true }
        return record.count == 1 && line[0] == UInt8(ascii: "(")
            && (line.ends(with: " rows)") || line.ends(with: " row)"))
    }

    private static let rule = ByteSet("-+|=: \t")

    private mutating func use(_ bytes: Span<UInt8>, _ count: Int) {
        used = count
        var next = 0
        while next < count, let end = bytes.firstIndex(of: record.dialect.lineEnd, from: next), end < count {
            line += 1
            next = end + 1
        }
    }

    private func lineEnd(_ bytes: Span<UInt8>) -> Int? {
        bytes.firstIndex(of: record.dialect.lineEnd).map { $0 + 1 }
    }

    /// Throws for bytes that can't be the beginning of UTF-8 text.
    private static func requireText(_ bytes: Span<UInt8>) throws(Fault) {
        guard bytes.count > 1 else { return }
        if bytes[0] == 0xFF && bytes[1] == 0xFE || bytes[0] == 0xFE && bytes[1] == 0xFF {
            throw Fault(message: "the file is UTF-16; convert it first (iconv -f UTF-16 -t UTF-8 FILE > utf8.csv)")
        }
        if bytes.starts(with: "PK\u{3}\u{4}") || bytes[0] == 0x1F {
            throw Fault(message: "the file is an archive; unpack it first (unzip, tar xzf)")
        }
        let first = bytes.extracting(0..<min(bytes.count, 512))
        guard let zero = first.firstIndex(of: 0) else { return }
        // Text that is mostly ASCII has a zero in every second byte.
        if bytes.count > 3, (bytes[0] == 0) != (bytes[1] == 0), (bytes[0] == 0) == (bytes[2] == 0), zero < 2 {
            let order = bytes[0] == 0 ? "BE" : "LE"
            throw Fault(
                message: "the file is UTF-16; convert it first (iconv -f UTF-16\(order) -t UTF-8 FILE > utf8.csv)")
        }
        throw Fault(message: "the file is not text: it contains NUL bytes")
    }

    /// Whether the file begins like JSON.
    private static func isJSON(_ bytes: Span<UInt8>) -> Bool {
        bytes[0] == UInt8(ascii: "{") || bytes[0] == UInt8(ascii: "[")
    }

    // MARK: Lines

    private mutating func nextJSON(_ bytes: Span<UInt8>, _ isLast: Bool) -> Step {
        guard bytes.count > 0, let end = lineEnd(bytes) ?? (isLast ? bytes.count : nil) else { return .needsMore }
        let begins = line
        use(bytes, end)
        let text = bytes.extracting(0..<end)
        if text.endOfRun(of: Self.space) == end { return .nothing }
        if let fields = PlainLine.fields(text) { return .link(fields, line: begins) }
        let json: JSONValue
        do { json = try JSONValue(parsing: text) } catch {
            let fault = ShortLinkFault.invalid(
                "column \(error.column): expected \(error.expected)", summary: "the line is not valid JSON")
            return .refused(fault, line: begins)
        }
        do { return .link(try LinkFields(json, for: .file), line: begins) } catch {
            // A line in another shortener's format, with its names.
            if let object = json.object, object["long_link"] == nil, let fields = try? fields(of: object) {
                return .link(fields, line: begins)
            }
            return .refused(error, line: begins)
        }
    }

    private static let space = ByteSet(" \t\r\n")

    // MARK: Rows

    /// - Parameter text: The row as written in the file.
    private mutating func row(_ text: Span<UInt8>) throws(ShortLinkFault) -> LinkFields {
        guard (try? UTF8Span(validating: text)) != nil else {
            throw .invalid("the row is not UTF-8; convert the file first (iconv -f WINDOWS-1252 -t UTF-8)")
        }
        if let takeout { return try takeout.fields(record, &longText) }
        guard let table, record.count == table.count else {
            throw .invalid(
                "the row has \(counted(record.count, "column")), but the first line names \(table?.count ?? 0)")
        }
        var fields = LinkFields()
        var isEscaped = false
        if let mark = table.escapeColumn {
            isEscaped = try CSVValue.bool(record[mark], CSVColumn.escapedFormulas.title)
        }
        for (index, column) in table.columns.enumerated() {
            guard let column else { continue }
            try parse(index, as: column, of: table, isEscaped, into: &fields)
        }
        return fields
    }

    private func parse(
        _ index: Int, as column: CSVColumn, of table: TableColumns, _ isEscaped: Bool, into fields: inout LinkFields
    ) throws(ShortLinkFault) {
        var cell = record[index]
        if isEscaped, SpreadsheetFormula.isEscaped(cell) { cell = cell.extracting(1..<cell.count) }
        if !column.isText || table.isForeign { cell = cell.withoutBlanksAround }
        if column.isText ? !table.isExport && CSVValue.isNull(cell) : CSVValue.isNothing(cell) { return }
        switch column {
        // Polr has the code in this column.
        case .link where table.isForeign && cell.firstIndex(of: UInt8(ascii: "/")) == nil: fields.code = String(cell)
        case .field(.tags) where !table.isExport || shape != .table:
            let text = String(cell)
            fields.patch.tags =
                ListCell.elements(text).map(CSVColumn.unique)
                ?? (table.isForeign ? CSVColumn.tagsElsewhere(text) : CSVColumn.tags(text))
        default: try column.parse(cell, table.titles[index], into: &fields)
        }
    }

    /// Whether the record is a header. The first one determines the format, and is stored if it is one.
    private mutating func isTitle() throws(Fault) -> Bool {
        guard table == nil, takeout == nil else { return false }
        let titles = (0..<record.count).map(record.string)
        if format == nil { format = formatOfTable(titles) }
        guard format == .takeout else {
            table = try TableColumns(titles: titles, choosesCodes: choosesCodes)
            return true
        }
        if TakeoutLayout.isRow(record) {
            takeout = TakeoutColumns()
            return false
        }
        do throws(TakeoutLayout.Fault) { takeout = try TakeoutColumns(titles: titles) } catch {
            throw Fault(message: error.message)
        }
        return true
    }

    /// The format of a table with this first record. Tables of other shorteners may have 29 columns as well.
    private func formatOfTable(_ titles: [String]) -> LinkFileFormat {
        if TakeoutLayout.isNamed(by: titles) { return .takeout }
        guard titles.count == TakeoutLayout.standard.count else { return .csv }
        return (try? TableColumns(titles: titles, choosesCodes: choosesCodes)) == nil ? .takeout : .csv
    }

    /// The columns that are not imported, with the number of values in each.
    var ignoredColumns: [IgnoredColumns.Column] { (table?.ignored ?? takeout?.ignored)?.columns ?? [] }
}

// MARK: - Objects of other shorteners

extension LinkFileReader {
    /// Reads the next element of a list of objects, as APIs return it.
    private mutating func nextElement(_ bytes: Span<UInt8>, _ isLast: Bool) -> Step {
        guard bytes.count > 0 else { return .needsMore }
        let start = bytes.endOfRun(of: Self.between)
        guard start == 0 else {
            use(bytes, start)
            return .nothing
        }
        guard bytes[0] != UInt8(ascii: "]") else {
            // Anything after the list is irrelevant.
            isListOver = true
            use(bytes, bytes.count)
            return .nothing
        }
        guard !isListOver else {
            use(bytes, bytes.count)
            return .nothing
        }
        let begins = line
        guard let end = JSONList.endOfElement(bytes) else {
            guard isLast || bytes.count > CSVRecord.longestRecord else { return .needsMore }
            use(bytes, bytes.count)
            isListOver = true
            let summary = "the JSON ends within an object, or the object is longer than 1 MB"
            return .refused(.invalid(summary), line: begins)
        }
        use(bytes, end)
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes.extracting(0..<end)) } catch {
            return .refused(.invalid("the object is not valid JSON: expected \(error.expected)"), line: begins)
        }
        element = Array(json.text.utf8)
        guard let object = json.object else {
            return .refused(.invalid("a link must be an object, not \(json.kindName)"), line: begins)
        }
        do { return .link(try fields(of: object), line: begins) } catch { return .refused(error, line: begins) }
    }

    /// The fields of an object, whose names are interpreted like the titles of a table.
    private mutating func fields(of object: JSONObject) throws(ShortLinkFault) -> LinkFields {
        // Shlink has the limits of a link in a nested object.
        let members = object.members.flatMap { member in
            member.name == "meta" ? member.value.object?.members ?? [] : [member]
        }
        let titles = members.map(\.name)
        if table?.titles != titles {
            let before = table?.ignored.columns ?? []
            do throws(Fault) { table = try TableColumns(titles: titles, choosesCodes: choosesCodes) } catch {
                let names = titles.prefix(8).joined(separator: ", ")
                throw .invalid(
                    "the object must have link and long_link, or other names for them; it has \(names)",
                    summary: "the object lacks the link or its destination")
            }
            table?.ignored.add(before)
        }
        record.set(members.map { JSONList.cell($0.value) })
        table?.ignored.countValues(record)
        return try row("".utf8.span)
    }

    private static let between = ByteSet(" \t\r\n,")
}
