import ByteText
import LinkStore
import Links

/// Reads links from a file in any of the formats, as its bytes arrive.
///
/// Without a stated format, the beginning decides: JSON begins with a brace or a bracket, Takeout's exports have its titles or 29
/// columns, and everything else is a table whose first line names its columns. Uses the memory of one line.
///
/// JSON has an object in each line, or is one array or object with a list of links, as the APIs of other shorteners return it.
struct LinkFileReader: Sendable {
    /// The result of a step.
    enum Step: Sendable {
        /// A link, and the number of the line where it begins.
        case link(LinkFields, line: Int)
        /// A line that is not a link, and why.
        case refused(ShortLinkFault, line: Int)
        /// A title or an empty line.
        case nothing
        /// The end of the line has not arrived yet.
        case needsMore
    }

    /// How links follow one another.
    private enum Shape {
        case unknown
        /// A row each, in CSV or with another separator.
        case table
        /// An object of JSON in each line.
        case lines
        /// Objects in an array of JSON.
        case list
    }

    /// The format; nil until enough of the beginning has been read.
    private(set) var format: LinkFileFormat?
    /// The byte that ends a line of the file.
    var endOfLine: UInt8 { record.dialect.lineEnd }
    /// How many bytes of the source the last step used.
    private(set) var used = 0
    /// The number of the next line, from 1.
    private(set) var line = 1
    /// The element of a JSON list that was read last, in one line; empty where lines are read.
    private(set) var element: [UInt8] = []
    private var shape = Shape.unknown
    private var isListOver = false
    private var record = CSVRecord()
    private var table: TableColumns?
    private var takeout: TakeoutColumns?
    private var hasBegun = false
    /// The line that names the columns, with a byte order mark before it, as they are in the file; empty without either.
    private(set) var header: [UInt8] = []
    private var longText = LongLinkText()

    /// Whether a table may be without codes, which are chosen for its links then.
    private let choosesCodes: Bool

    /// A reader at the beginning of a file; nil finds the format out.
    init(_ format: LinkFileFormat?, choosesCodes: Bool = false) {
        self.format = format
        self.choosesCodes = choosesCodes
    }

    /// Why the file as a whole can't be read.
    struct Fault: Error, Sendable, Equatable {
        /// What is wrong, as a sentence for people.
        var message: String
    }

    /// Reads the next line.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file that have arrived.
    ///   - start: Where to continue: after the bytes that earlier steps used.
    ///   - isLast: Whether `source` ends where the file does.
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

    /// Finds the file's form. Returns a step if it used bytes that only describe the form, or has to wait for more.
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

    /// Whether a line is one that psql and other terminals draw around a table with bars: `-----+-----`, or `(2 rows)`.
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

    /// Throws for what begins as no text in UTF-8 does.
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

    /// Whether the file begins as JSON does.
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
            // A line of another shortener's, with its names.
            if let object = json.object, object["long_link"] == nil, let fields = try? fields(of: object) {
                return .link(fields, line: begins)
            }
            return .refused(error, line: begins)
        }
    }

    private static let space = ByteSet(" \t\r\n")

    // MARK: Rows

    /// - Parameter text: The row as it is in the file.
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
            isEscaped = try CSVValue.bool(record[mark], CSVColumn.escapedFormulas.rawValue)
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
        // Polr calls the code so.
        case .link where table.isForeign && cell.firstIndex(of: UInt8(ascii: "/")) == nil: fields.code = String(cell)
        case .tags where !table.isExport || shape != .table:
            let text = String(cell)
            fields.patch.tags =
                ListCell.elements(text).map(CSVColumn.unique)
                ?? (table.isForeign ? CSVColumn.tagsElsewhere(text) : CSVColumn.tags(text))
        default: try column.parse(cell, table.titles[index], into: &fields)
        }
    }

    /// Whether the record names the columns. The first one decides on the format, and is stored if it does.
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

    /// The format of a table by its first record. Other shorteners' tables may have 29 columns as well.
    private func formatOfTable(_ titles: [String]) -> LinkFileFormat {
        if TakeoutLayout.isNamed(by: titles) { return .takeout }
        guard titles.count == TakeoutLayout.standard.count else { return .csv }
        return (try? TableColumns(titles: titles, choosesCodes: choosesCodes)) == nil ? .takeout : .csv
    }

    /// The columns that are not imported, with how many rows have a value in each.
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
            // What follows the list says nothing of links.
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

    /// The fields of an object, whose names are read as the titles of a table are.
    private mutating func fields(of object: JSONObject) throws(ShortLinkFault) -> LinkFields {
        // Shlink has the limits of a link in an object of their own.
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
                    summary: "the object does not say where the link is, or where it leads")
            }
            table?.ignored.add(before)
        }
        record.set(members.map { JSONList.cell($0.value) })
        table?.ignored.countValues(record)
        return try row("".utf8.span)
    }

    private static let between = ByteSet(" \t\r\n,")
}
