/// Text output, for terminals.
extension QRCode {
    /// Lines of half blocks, each with two rows of modules. Light modules are printed as blocks and dark ones as
    /// spaces, which is correct on a dark terminal. On a light terminal, the code is inverted.
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
