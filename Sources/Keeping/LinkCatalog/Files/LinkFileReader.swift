import ByteText
import Links

/// Reads links from a file in any of the formats, as its bytes arrive.
///
/// Without a stated format, the beginning decides: a JSON line begins with a brace, Takeout's rows have 29 columns, and
/// everything else is a table whose first line names its columns. Uses the memory of one line.
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
    private var columns: [CSVColumn?]?
    private var hasBegun = false
    private var longText = LongLinkText()

    /// A reader at the beginning of a file; nil finds the format out.
    init(_ format: LinkFileFormat?) { self.format = format }

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
            // Spreadsheets write a byte order mark.
            if bytes.starts(with: "\u{FEFF}") {
                used = 3
                return .nothing
            }
        }
        if format == nil, bytes.count > 0, try Self.isJSON(bytes) { format = .jsonl }
        if format == .jsonl { return nextJSON(bytes, isLast) }
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
        if try isTitle(begins) { return .nothing }
        do throws(ShortLinkFault) {
            return .link(try row(), line: begins)
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

    /// Whether the file begins as JSON lines do.
    private static func isJSON(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
        if bytes[0] == UInt8(ascii: "[") {
            throw Fault(message: "the file is a single JSON array; write one object per line (jq -c '.[]')")
        }
        if bytes.starts(with: "PK\u{3}\u{4}") || bytes[0] == 0x1F {
            throw Fault(message: "the file is an archive; unpack it first (unzip, tar xzf)")
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
            return .refused(.invalid("column \(error.column): expected \(error.expected)"), line: begins)
        }
        do { return .link(try LinkFields(json, for: .file), line: begins) } catch {
            return .refused(error, line: begins)
        }
    }

    private static let space = ByteSet(" \t\r\n")

    // MARK: Rows

    private mutating func row() throws(ShortLinkFault) -> LinkFields {
        guard let columns else { return try TakeoutColumns.fields(record, &longText) }
        guard record.count == columns.count else {
            throw .invalid("the row has \(counted(record.count, "column")), but the first line names \(columns.count)")
        }
        var fields = LinkFields()
        for (index, column) in columns.enumerated() {
            guard let column else { continue }
            try column.parse(record[index], into: &fields)
        }
        return fields
    }

    /// Whether the record names the columns; stores their names.
    private mutating func isTitle(_ line: Int) throws(Fault) -> Bool {
        if format == nil { format = record.count == TakeoutColumns.count ? .takeout : .csv }
        if format == .takeout { return line == 1 && TakeoutColumns.isTitle(record) }
        guard columns == nil else { return false }
        try readTitles()
        return true
    }

    /// The titles of columns that are not recognised.
    private(set) var unknownTitles: [String] = []

    private mutating func readTitles() throws(Fault) {
        var found: [CSVColumn?] = []
        for index in 0..<record.count {
            let title = record.string(index)
            let column = CSVColumn(title: title)
            if column == nil { unknownTitles.append(title) }
            if let column, found.contains(column) { throw Fault(message: "two columns are named \(column.rawValue)") }
            found.append(column)
        }
        columns = found
        guard found.contains(.longLink), found.contains(.link) || found.contains(.code) else {
            if found.count == 1, let title = unknownTitles.first, title.contains(where: { ";\t|".contains($0) }) {
                throw Fault(
                    message: "columns must be separated by commas; export the table as \"comma-separated, UTF-8\"")
            }
            throw Fault(
                message:
                    "the first line must name the columns link and long_link (or domain, code and long_link); it names "
                    + unknownTitles.prefix(4).joined(separator: ", "))
        }
    }
}
