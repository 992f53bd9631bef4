/// How exported lines are written.
public enum ExportFormat: Sendable, Equatable {
    /// A JSON object a line.
    case jsonLines
    /// Comma-separated values with a header line (RFC 4180); an empty field is a value that is not there.
    case csv

    /// The format that a file's name asks for; nil for a suffix that says nothing.
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
