import Markup

extension PageValues {
    /// The lines of a text, each a row with a `line`: in a value, a line end would become a blank.
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
