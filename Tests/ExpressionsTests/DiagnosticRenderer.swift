import Expressions

/// Formats diagnostics for output: `file:line:column: error: text`, the line, a caret, the hint.
///
/// ```
/// rules/a.yaml:12:11: error: there is no fact `device.plattform`
///     device.plattform == "ios"
///     ^~~~~~~~~~~~~~~~
///     hint: did you mean `device.platform`?
/// ```
struct DiagnosticRenderer: Sendable {
    /// The file name to print.
    var file: String
    /// The text of the expression, as compiled.
    var source: String
    /// The line of the file that contains the expression's first character, from 1.
    var line: Int
    /// The column of the expression's first character, from 1.
    var column: Int
    /// The column at which the expression's further lines begin, since YAML blocks are indented.
    var continuationColumn: Int

    /// Creates a renderer for one expression of a file.
    init(file: String, source: String, line: Int = 1, column: Int = 1, continuationColumn: Int = 1) {
        self.file = file
        self.source = source
        self.line = line
        self.column = column
        self.continuationColumn = continuationColumn
    }

    /// The position of a diagnostic in the file: line and column, both from 1.
    func position(of diagnostic: Diagnostic) -> (line: Int, column: Int) {
        let first = diagnostic.line == 1
        return (line + diagnostic.line - 1, (first ? column : continuationColumn) + diagnostic.column - 1)
    }

    /// The whole message, several lines, without a trailing line feed.
    func render(_ diagnostic: Diagnostic) -> String {
        let place = position(of: diagnostic)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let text = diagnostic.line <= lines.count ? lines[diagnostic.line - 1] : ""
        var out = "\(file):\(place.line):\(place.column): \(diagnostic.severity.rawValue): \(diagnostic.message)"
        if let expected = diagnostic.expected { out += "; expected \(expected)" }
        if !text.isEmpty { out += "\n    \(text)\n    \(underline(diagnostic, in: text))" }
        if let hint = diagnostic.hint { out += "\n    hint: \(hint)" }
        return out
    }

    /// Spaces up to the column, a caret, and tildes to the end of the range or of the line.
    private func underline(_ diagnostic: Diagnostic, in text: Substring) -> String {
        let scalars = Array(text.unicodeScalars)
        let start = min(diagnostic.column - 1, scalars.count)
        // Keeps tabs, so that the caret is below its column with any tab width.
        var out = String(scalars[..<start].map { $0 == "\t" ? "\t" : " " as Character }) + "^"
        let covered = source.utf8.dropFirst(diagnostic.range.offset).prefix(diagnostic.range.count)
        let width = String(decoding: covered, as: UTF8.self).unicodeScalars.count
        let rest = max(0, min(width, scalars.count - start) - 1)
        out += String(repeating: "~", count: rest)
        return out
    }
}
