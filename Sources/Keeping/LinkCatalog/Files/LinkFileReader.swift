import ByteText
import LinkStore
import Links

/// Reads links from a file in any of the formats, as its bytes arrive.
///
/// Without a stated format, the beginning decides: a JSON line begins with a brace, Takeout's exports have its titles or 29
/// columns, and everything else is a table whose first line names its columns. Uses the memory of one line.
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

    /// The format; nil until enough of the beginning has been read.
    private(set) var format: LinkFileFormat?
    /// How many bytes of the source the last step used.
    private(set) var used = 0
    /// The number of the next line, from 1.
    private(set) var line = 1
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
        if format == nil, bytes.count > 0, try Self.isJSON(bytes) { format = .jsonl }
        if format == .jsonl { return nextJSON(bytes, isLast) }
        return try nextRow(bytes, isLast)
    }

    private mutating func nextRow(_ bytes: Span<UInt8>, _ isLast: Bool) throws(Fault) -> Step {
        let begins = line
        do throws(CSVFault) {
            guard let end = try record.read(bytes, from: 0, isLast: isLast) else { return .needsMore }
            use(bytes, end)
        } catch {
            guard let end = Self.lineEnd(bytes) ?? (isLast ? bytes.count : nil) else {
                if bytes.count > CSVRecord.longestRecord { throw Fault(message: "line \(begins): \(error.sentence)") }
                return .needsMore
            }
            use(bytes, end)
            return .refused(.invalid(error.sentence.description), line: begins)
        }
        if record.isEmpty { return .nothing }
        let text = bytes.extracting(0..<used)
        if try isTitle() {
            // Safe: the pointer is read within the call only.
            unsafe text.withUnsafeBufferPointer { unsafe header.append(contentsOf: $0) }
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

    private mutating func use(_ bytes: Span<UInt8>, _ count: Int) {
        used = count
        var next = 0
        while next < count, let end = bytes.firstIndex(of: 0x0A, from: next), end < count {
            line += 1
            next = end + 1
        }
    }

    private static func lineEnd(_ bytes: Span<UInt8>) -> Int? {
        bytes.firstIndex(of: 0x0A).map { $0 + 1 }
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
    }

    /// Whether the file begins as JSON lines do.
    private static func isJSON(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
        if bytes[0] == UInt8(ascii: "[") {
            throw Fault(message: "the file is a single JSON array; write one object per line (jq -c '.[]')")
        }
        if bytes.extracting(0..<min(bytes.count, 512)).firstIndex(of: 0) != nil {
            throw Fault(message: "the file is not text: it contains NUL bytes")
        }
        return bytes[0] == UInt8(ascii: "{")
    }

    // MARK: Lines

    private mutating func nextJSON(_ bytes: Span<UInt8>, _ isLast: Bool) -> Step {
        guard bytes.count > 0, let end = Self.lineEnd(bytes) ?? (isLast ? bytes.count : nil) else {
            return .needsMore
        }
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
            let cell = record[index]
            let skipped = isEscaped && SpreadsheetFormula.isEscaped(cell) ? 1 : 0
            try column.parse(cell.extracting(skipped..<cell.count), into: &fields)
            if column == .tags, table.isForeign { fields.patch.tags = CSVColumn.tagsElsewhere(record.string(index)) }
        }
        return fields
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
