/// The output format of an export.
public enum ExportFormat: Sendable, Equatable {
    /// One JSON object per line.
    case jsonLines
    /// Comma-separated values with a header line (RFC 4180). An empty field is a missing value.
    case csv

    /// The format for a file name's suffix; `nil` if it is unknown.
    public init?(path: String) {
        let name = path.lowercased()
        if name.hasSuffix(".csv") {
            self = .csv
        } else if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") || name.hasSuffix(".json") {
            self = .jsonLines
        } else {
            return nil
        }
    }
}
