/// A code as text, for terminals.
extension QRCode {
    /// Lines of half blocks, two rows of modules in each line. The light modules are the characters and the dark ones the
    /// blanks: that is right where a terminal is dark. Where it is light, the code is inverted.
    public func text(_ style: QRStyle = .standard) -> String {
        let range = -style.margin..<(width + style.margin)
        func isLight(_ row: Int, _ column: Int) -> Bool {
            guard range.contains(row) else { return false }
            guard (0..<width).contains(row), (0..<width).contains(column) else { return true }
            return !isDark(row: row, column: column)
        }
        var text = ""
        for row in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
            for column in range {
                switch (isLight(row, column), isLight(row + 1, column)) {
                case (true, true): text += "█"
                case (true, false): text += "▀"
                case (false, true): text += "▄"
                case (false, false): text += " "
                }
            }
            text += "\n"
        }
        return text
    }
}
