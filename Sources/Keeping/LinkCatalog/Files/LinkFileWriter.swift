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
    /// How many links had a field that the format can't hold.
    public private(set) var incomplete = 0

    /// A writer with nothing counted as incomplete.
    public init(_ format: LinkFileFormat) { self.format = format }

    /// Appends the header line, if the format has one.
    public func begin(_ output: inout [UInt8]) {
        switch format {
        case .jsonl: break
        case .csv: CSVWriter.append(CSVColumn.written.lazy.map(\.rawValue), to: &output)
        case .takeout: CSVWriter.append(TakeoutColumns.titles, to: &output)
        }
    }

    /// Appends a link.
    public mutating func append(_ record: LinkRecord, to output: inout [UInt8]) {
        switch format {
        case .jsonl:
            JSONWriter.append(to: &output) { record.write(to: &$0, withRevision: false) }
            output.append(0x0A)
        case .csv: CSVWriter.append(CSVColumn.written.lazy.map { $0.text(record) }, to: &output)
        case .takeout:
            if !TakeoutColumns.holdsAll(of: record) { incomplete += 1 }
            CSVWriter.append(TakeoutColumns.row(record), to: &output)
        }
    }
}
