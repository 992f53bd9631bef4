import ByteText
public import LinkStore

/// The formats in which links are imported and exported.
public enum LinkFileFormat: String, Sendable, CaseIterable {
    /// One JSON object per line, with every field of a link.
    case jsonl
    /// Comma-separated values with a header line.
    case csv
    /// The 29 columns of a Google Takeout export of Dynamic Links (Firebase, "Export Dynamic Links metadata").
    case takeout
}

/// Writes links to a file in any of the formats.
///
/// Reading a written file and writing it again yields the same bytes.
public struct LinkFileWriter: Sendable {
    private let format: LinkFileFormat
    private let escapesFormulas: Bool
    /// The number of links with a field that the format can't represent.
    public private(set) var incomplete = 0

    /// A writer that has not written any link.
    ///
    /// - Parameter escapesFormulas: Whether table cells that a spreadsheet would evaluate are escaped by an apostrophe.
    ///   A CSV table then has a column that marks such rows, and can be read back exactly; the Takeout format has no
    ///   such column.
    public init(_ format: LinkFileFormat, escapesFormulas: Bool = false) {
        (self.format, self.escapesFormulas) = (format, escapesFormulas)
    }

    private var columns: [CSVColumn] { CSVColumn.written + (escapesFormulas ? [.escapedFormulas] : []) }

    /// Appends the header line, if the format has one.
    public func begin(_ output: inout [UInt8]) {
        switch format {
        case .jsonl: break
        case .csv: CSVWriter.append(columns.lazy.map(\.title), to: &output)
        case .takeout: CSVWriter.append(TakeoutColumns.titles, to: &output)
        }
    }

    /// Appends a link.
    public mutating func append(_ record: LinkRecord, to output: inout [UInt8]) {
        switch format {
        case .jsonl:
            JSONWriter.append(to: &output) { record.write(to: &$0, withRevision: false) }
            output.append(0x0A)
        case .csv: append(columns.map { $0.text(record) }, to: &output)
        case .takeout:
            if !TakeoutColumns.holdsAll(of: record) { incomplete += 1 }
            append(TakeoutColumns.row(record), to: &output)
        }
    }

    private func append(_ cells: [String], to output: inout [UInt8]) {
        CSVWriter.append(escapesFormulas ? cells.map(SpreadsheetFormula.escaped) : cells, to: &output)
    }
}
