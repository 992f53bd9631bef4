/// The forms of files that links come in and go out by.
public enum LinkFileFormat: String, Sendable, CaseIterable {
    /// An object of JSON in each line, with all that is known of a link.
    case jsonl
    /// Comma-separated values whose first line names the columns.
    case csv
    /// The 29 columns in which Google Takeout gives Dynamic Links (Firebase, "Export Dynamic Links metadata").
    case takeout
}
