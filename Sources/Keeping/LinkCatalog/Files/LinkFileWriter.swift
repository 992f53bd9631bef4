import ByteText
public import LinkStore

/// The formats in which links are imported and exported.
public enum LinkFileFormat: String, Sendable, CaseIterable {
    /// One JSON object a line, with every field of a link.
    case jsonl
    /// Comma-separated values whose first line names the columns.
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
    /// How many links had a field that the format can't hold.
    public private(set) var incomplete = 0

    /// A writer with nothing counted as incomplete.
    ///
    /// - Parameter escapesFormulas: Whether cells of tables that a spreadsheet would evaluate begin with an apostrophe. A CSV table
    ///   then has a column that marks its rows, and is read back exactly; the columns of Takeout have no room for it.
    public init(_ format: LinkFileFormat, escapesFormulas: Bool = false) {
        (self.format, self.escapesFormulas) = (format, escapesFormulas)
    }

    private var columns: [CSVColumn] { CSVColumn.written + (escapesFormulas ? [.escapedFormulas] : []) }

    /// Appends the header line, if the format has one.
    public func begin(_ output: inout [UInt8]) {
        switch format {
        case .jsonl: break
        case .csv: CSVWriter.append(columns.lazy.map(\.rawValue), to: &output)
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
