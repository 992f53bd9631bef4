import ByteText

/// Wraps text between words at the width of a terminal.
package enum Paragraph {
    /// The lines, each indented by `indent` blanks.
    package static func lines(_ text: String, indent: Int, width: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        for word in text.split(separator: " ").map(String.init) {
            if let last = lines.last, last.columnWidth + 1 + word.columnWidth <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(margin + word)
            }
        }
        return lines
    }
}
