public import ByteText
import Links

extension FileDiagnostic {
    /// The complete message for people, without a trailing line feed.
    ///
    /// ```
    /// rules/sites/example.yaml:2:1: error: there is no key `hots` in a site
    ///     hots: [example.page.link]
    ///     ^~~~
    ///     hint: did you mean `hosts`?
    /// ```
    public var rendered: String { lines.joined(separator: "\n") }

    /// The lines of ``rendered``, for callers that print line by line.
    public var lines: [String] {
        styled.map { line in line.map(\.text).joined().replacing("\n", with: " ") }
    }

    /// The lines of ``rendered``, with the severity and the caret in the severity's color.
    public var styled: [[StyledText]] {
        let style: StyledText.Style = severity == .error ? .error : severity == .warning ? .warning : .bar
        let text = expected.map { "\(message); expected \($0)" } ?? message
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { [StyledText(String($0))] }
        lines[0] = [StyledText("\(place): ", .heading), StyledText("\(severity.rawValue): ", style)] + lines[0]
        if let sourceLine, let location, !sourceLine.isEmpty {
            let excerpt = excerpt(of: sourceLine, from: location.column)
            lines += [[StyledText("    \(excerpt.line)")], [StyledText("    \(excerpt.marks)", style)]]
        }
        if let hint { lines.append([StyledText("    hint: ", .soft), StyledText(hint)]) }
        if let example { lines.append([StyledText("    example: ", .soft), StyledText(example)]) }
        return lines
    }

    private var place: String { location.map(\.description) ?? path }

    /// The line with its secrets masked before it is cut: a value whose name has been cut off can't be recognized as a secret.
    private func excerpt(of line: String, from column: Int) -> SourceExcerpt {
        let masked = Masking.masked(line)
        guard masked != line else { return SourceExcerpt(line, column: column, width: width) }
        // A mask's length differs from its secret's: the caret goes where the masked text before it ends.
        var before = String.UnicodeScalarView()
        before.append(contentsOf: line.unicodeScalars.prefix(max(0, column - 1)))
        let start = Masking.masked(String(before)).unicodeScalars.count
        return SourceExcerpt(masked, column: start + 1, width: width)
    }
}
