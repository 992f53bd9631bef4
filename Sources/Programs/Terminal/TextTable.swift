package import ByteText

/// A table with columns as wide as their contents, truncated at the width of a terminal.
package struct TextTable: Sendable {
    /// A column. Those with `gives` are truncated if the terminal is too narrow.
    package struct Column: Sendable {
        var title: String
        var isNumber = false
        var gives = false

        package init(title: String, isNumber: Bool = false, gives: Bool = false) {
            (self.title, self.isNumber, self.gives) = (title, isNumber, gives)
        }
    }

    private let columns: [Column]
    private var rows: [[StyledText]] = []
    /// The minimum width of a column.
    private static let leastWidth = 12

    package init(_ columns: [Column]) { self.columns = columns }

    package var isEmpty: Bool { rows.isEmpty }

    /// Adds a row, a cell for each column.
    package mutating func add(_ cells: [StyledText]) {
        rows.append(
            cells.map { StyledText(Output.escaped($0.text.replacing("\n", with: " ")), $0.style) })
    }

    package mutating func add(_ cells: [String]) { add(cells.map { StyledText($0) }) }

    /// The lines: with titles and limited to its width on a terminal; all rows, untruncated and without titles, in a
    /// file or a pipe.
    package func lines(for terminal: Terminal) -> [[StyledText]] {
        terminal.isTerminal ? lines(width: terminal.width, withTitles: true) : lines(width: nil, withTitles: false)
    }

    /// The lines. Columns that are empty in every row are omitted.
    package func lines(width: Int?, withTitles: Bool) -> [[StyledText]] {
        guard !rows.isEmpty else { return [] }
        let shown = columns.indices.filter { column in rows.contains { !$0[column].text.isEmpty } }
        let titles = withTitles ? [columns.map { StyledText($0.title, .heading) }] : []
        let widths = widths(of: shown, titles + rows, width)
        return (titles + rows).map { row in
            let last = shown.last { !row[$0].text.isEmpty }
            return shown.prefix { $0 <= last ?? -1 }.map { column in
                cell(row[column], in: columns[column], widths[column] ?? 0, isLast: column == last)
            }
        }
    }

    private func widths(of shown: [Int], _ rows: [[StyledText]], _ width: Int?) -> [Int: Int] {
        var widths: [Int: Int] = [:]
        for column in shown { widths[column] = rows.map { $0[column].text.columnWidth }.max() }
        guard let width else { return widths }
        var excess = widths.values.reduce(0, +) + 2 * (shown.count - 1) - width
        for column in shown where columns[column].gives && excess > 0 {
            let full = widths[column] ?? 0
            let less = min(excess, max(0, full - Self.leastWidth))
            widths[column] = full - less
            excess -= less
        }
        return widths
    }

    private func cell(_ text: StyledText, in column: Column, _ width: Int, isLast: Bool) -> StyledText {
        let cut = text.text.cut(toColumns: width)
        let room = String(repeating: " ", count: max(0, width - cut.columnWidth))
        let aligned = column.isNumber ? room + cut : isLast ? cut : cut + room
        return StyledText(isLast ? aligned : aligned + "  ", text.style)
    }
}
