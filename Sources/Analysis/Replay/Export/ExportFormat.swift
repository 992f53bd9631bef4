/// How exported lines are written.
public enum ExportFormat: Sendable, Equatable {
    /// A JSON object a line.
    case jsonLines
    /// Comma-separated values with a header line (RFC 4180); an empty field is an absent value.
    case csv

    /// The format by a file name's suffix; nil for an unknown one.
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
