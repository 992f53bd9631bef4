/// The line of a source that a message is about, and the marks under it: a caret, and tildes to the end of what is meant.
///
/// A long line is cut around the caret, with `…` where something is left out.
public struct SourceExcerpt: Sendable {
    /// How many Unicode scalars of a line are shown at most.
    static let maximumWidth = 120

    /// What is shown of the line.
    public let line: String
    /// Blanks, the caret, tildes.
    public let marks: String

    /// - Parameters:
    ///   - column: Where the caret stands, in Unicode scalars from 1.
    ///   - width: How many Unicode scalars are meant.
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
        // Tabs stay tabs, so that the caret is under its column whatever a tab's width.
        let blanks = scalars[..<start].map { $0 == "\t" ? "\t" as Character : " " }
        let tildes = max(0, min(width, scalars.count - start) - 1)
        marks = String(blanks) + "^" + String(repeating: "~", count: tildes)
    }
}
