import ByteText
public import LinkStore

/// The forms of files that links come in and go out by.
public enum LinkFileFormat: String, Sendable, CaseIterable {
    /// An object of JSON in each line, with all that is known of a link.
    case jsonl
    /// Comma-separated values whose first line names the columns.
    case csv
    /// The 29 columns in which Google Takeout gives Dynamic Links (Firebase, "Export Dynamic Links metadata").
    case takeout
}

/// Writes links into a file of any of the forms.
///
/// What it writes is read again as it was and written again byte for byte.
public struct LinkFileWriter: Sendable {
    private let format: LinkFileFormat
    /// How many links had something that the form has no place for.
    public private(set) var incomplete = 0

    public init(_ format: LinkFileFormat) { self.format = format }

    /// Appends what stands before the first link.
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
