/// The source line of a diagnostic, and the marker line below it: a caret, and tildes to the end of the range.
///
/// A long line is truncated around the caret, with `…` at each cut.
public struct SourceExcerpt: Sendable {
    /// The maximum number of Unicode scalars shown.
    static let maximumWidth = 120

    /// The visible part of the line.
    public let line: String
    /// Blanks, the caret, and tildes.
    public let marks: String

    /// - Parameters:
    ///   - column: The column of the caret, in Unicode scalars from 1.
    ///   - width: The length of the range in Unicode scalars.
    public init(_ line: some StringProtocol, column: Int, width: Int) {
        var scalars = Array(line.unicodeScalars)
        var start = min(max(0, column - 1), scalars.count)
        if scalars.count > Self.maximumWidth {
            let first = min(max(0, start - Self.maximumWidth / 3), scalars.count - Self.maximumWidth)
            let end = first + Self.maximumWidth
            let before: [Unicode.Scalar] = first > 0 ? ["…"] : []
            let after: [Unicode.Scalar] = end < scalars.count ? ["…"] : []
            scalars = before + scalars[first..<end] + after
            start += before.count - first
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        self.line = String(text)
        // Keep tabs, so that the caret aligns with any tab width.
        let blanks = scalars[..<start].map { $0 == "\t" ? "\t" as Character : " " }
        let tildes = max(0, min(width, scalars.count - start) - 1)
        marks = String(blanks) + "^" + String(repeating: "~", count: tildes)
    }
}
