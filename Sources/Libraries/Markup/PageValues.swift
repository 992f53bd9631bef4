/// What a template with repeated parts can name. An absent or empty text is left out, so that a section around it disappears.
public struct PageValues {
    /// The texts and section flags by name, in the form that the template library reads.
    public private(set) var entries: [String: Any] = [:]

    /// No values: every section is left out.
    public init() {}

    /// The text of a name, unescaped; setting nil or an empty text removes it.
    public subscript(name: String) -> String? {
        get { entries[name] as? String }
        set { entries[name] = newValue.flatMap { $0.isEmpty ? nil : $0 } }
    }

    /// Whether a section is shown.
    public mutating func set(_ name: String, _ shown: Bool) {
        entries[name] = shown
    }

    /// The rows that a section is repeated for.
    public mutating func set(_ name: String, rows: [PageValues]) {
        entries[name] = rows.map(\.entries)
    }
}
