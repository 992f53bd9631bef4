import ByteText
import Links

/// Writes the values of a line in the format of the export. Masks secrets in the process; only values that contain some
/// allocate.
struct FieldWriter {
    private var output: [UInt8] = []
    private let format: ExportFormat
    private var isFirst = true

    init(_ format: ExportFormat) {
        self.format = format
    }

    /// Returns the lines written so far and empties the buffer.
    mutating func drain() -> [UInt8] {
        var lines: [UInt8] = []
        swap(&lines, &output)
        return lines
    }

    mutating func beginLine() {
        isFirst = true
        if format == .jsonLines { output.append(UInt8(ascii: "{")) }
    }

    mutating func endLine() {
        if format == .jsonLines { output.append(UInt8(ascii: "}")) }
        output.append(UInt8(ascii: "\n"))
    }

    /// Begins the next value.
    private mutating func begin(_ column: ExportColumn) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        guard format == .jsonLines else { return }
        output.append(UInt8(ascii: "\""))
        output.append(contentsOf: column.rawValue.utf8)
        output.append(UInt8(ascii: "\""))
        output.append(UInt8(ascii: ":"))
    }

    mutating func null(_ column: ExportColumn) {
        begin(column)
        if format == .jsonLines { output.append(contentsOf: "null".utf8) }
    }

    mutating func number(_ column: ExportColumn, _ value: Int?) {
        guard let value else { return null(column) }
        begin(column)
        JSONWriter.append(to: &output) { $0.int(value) }
    }

    mutating func bool(_ column: ExportColumn, _ value: Bool?) {
        guard let value else { return null(column) }
        begin(column)
        output.append(contentsOf: (value ? "true" : "false").utf8)
    }

    mutating func text(_ column: ExportColumn, _ value: String?) {
        guard let value else { return null(column) }
        begin(column)
        append(value.utf8.span)
    }

    mutating func word(_ column: ExportColumn, _ value: StaticString?) {
        guard let value else { return null(column) }
        begin(column)
        // Safe: the span is read only within the call.
        value.withUTF8Buffer { append(unsafe $0.span) }
    }

    mutating func text(_ column: ExportColumn, _ value: TextRange?, in arena: borrowing ByteArena) {
        guard let value else { return null(column) }
        begin(column)
        if Masking.suspects(arena[value]) {
            append(Masking.masked(arena.string(value)).utf8.span)
        } else {
            append(arena[value])
        }
    }

    private mutating func append(_ bytes: Span<UInt8>) {
        switch format {
        case .jsonLines: JSONWriter.append(to: &output) { $0.string(bytes) }
        case .csv: appendCSV(bytes)
        }
    }

    /// Appends a field, quoted if necessary. Control characters become spaces, since CSV readers differ on them. An
    /// apostrophe precedes text that spreadsheets would evaluate, because clients control links, agents and referrers.
    private mutating func appendCSV(_ bytes: Span<UInt8>) {
        let isFormula = SpreadsheetFormula.begins(bytes)
        var needsQuotes = bytes.isEmpty || isFormula
        for index in bytes.indices where Self.quoted.contains(bytes[index]) { needsQuotes = true }
        if needsQuotes { output.append(UInt8(ascii: "\"")) }
        if isFormula { output.append(SpreadsheetFormula.escape) }
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") { output.append(byte) }
            output.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte)
        }
        if needsQuotes { output.append(UInt8(ascii: "\"")) }
    }

    private static let quoted = ByteSet { $0 < 0x20 || $0 == 0x22 || $0 == 0x2C || $0 == 0x7F }
}
