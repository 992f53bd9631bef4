/// The values of a template with repeated parts. Missing and empty texts are omitted, and so are the sections around
/// them.
public struct PageValues {
    /// The texts and section flags by name, as read by the template library.
    public private(set) var entries: [String: Any] = [:]

    /// No values: every section is omitted.
    public init() {}

    /// The text of a name, unescaped. Setting `nil` or an empty text removes it.
    public subscript(name: String) -> String? {
        get { entries[name] as? String }
        set { entries[name] = newValue.flatMap { $0.isEmpty ? nil : $0 } }
    }

    /// Whether a section is shown.
    public mutating func set(_ name: String, _ shown: Bool) {
        entries[name] = shown
    }

    /// Sets the rows of a repeated section.
    public mutating func set(_ name: String, rows: [PageValues]) {
        entries[name] = rows.map(\.entries)
    }
}
