import ByteText
import Links

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
            let excerpt = excerpt(of: sourceLine, from: location.column)
            text += "\n    \(excerpt.line)\n    \(excerpt.marks)"
        }
        if let hint { text += "\n    hint: \(hint)" }
        if let example { text += "\n    example: \(example)" }
        return text
    }

    private var place: String { location.map(\.description) ?? path }

    /// The line with its secrets masked before it is cut: a value whose name is cut off can't be recognised as a
    /// secret.
    private func excerpt(of line: String, from column: Int) -> SourceExcerpt {
        let masked = Masking.masked(line)
        guard masked != line else { return SourceExcerpt(line, column: column, width: width) }
        // Masks have lengths of their own: the caret goes where the text before it ends.
        var before = String.UnicodeScalarView()
        before.append(contentsOf: line.unicodeScalars.prefix(max(0, column - 1)))
        let start = Masking.masked(String(before)).unicodeScalars.count
        return SourceExcerpt(masked, column: start + 1, width: width)
    }
}
