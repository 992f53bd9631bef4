import Markup

extension PageValues {
    /// Sets the lines of a text, each as a row with a `line`. In a plain value, line ends would become spaces.
    mutating func set(_ name: String, linesOf text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        set(
            name,
            rows: lines.map { line in
                var row = PageValues()
                row["line"] = String(line)
                return row
            })
    }
}
