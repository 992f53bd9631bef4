extension FileDiagnostic {
    /// The whole message for people, without a line feed at the end.
    ///
    /// ```
    /// rules/sites/example.yaml:2:1: error: there is no key `hots` in a site
    ///     hots: [example.page.link]
    ///     ^~~~
    ///     hint: did you mean `hosts`?
    /// ```
    public var rendered: String {
        var text = "\(place): \(severity.rawValue): \(message)"
        if let expected { text += "; expected \(expected)" }
        if let sourceLine, let location, !sourceLine.isEmpty {
            text += "\n    \(sourceLine)\n    \(underline(sourceLine, from: location.column))"
        }
        if let hint { text += "\n    hint: \(hint)" }
        if let example { text += "\n    example: \(example)" }
        return text
    }

    private var place: String { location.map(\.description) ?? path }

    /// Blanks up to the column, a caret, and tildes to the end of what is meant or of the line.
    private func underline(_ line: String, from column: Int) -> String {
        let scalars = Array(line.unicodeScalars)
        let start = min(column - 1, scalars.count)
        // Tabs stay tabs, so that the caret stands under its column whatever a tab's width.
        let blanks = scalars[..<start].map { $0 == "\t" ? "\t" as Character : " " }
        let tildes = max(0, min(width, scalars.count - start) - 1)
        return String(blanks) + "^" + String(repeating: "~", count: tildes)
    }
}
