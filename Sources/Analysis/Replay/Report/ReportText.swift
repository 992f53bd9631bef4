public import ByteText

/// A report for a terminal, in lines that fit its width.
///
/// Contains text from clients unchanged: the caller must escape control characters when printing it.
public struct ReportText: Sendable {
    /// The lines, without line ends.
    public internal(set) var lines: [[StyledText]] = []
    /// The number of columns of the terminal.
    let width: Int

    init(width: Int) {
        self.width = max(32, width)
    }

    /// Adds a line, truncated to the width.
    mutating func add(_ pieces: StyledText...) {
        var room = width
        var line: [StyledText] = []
        for piece in pieces where room > 0 {
            line.append(StyledText(Self.cut(piece.text, room), piece.style))
            room -= piece.text.count
        }
        lines.append(line)
    }

    mutating func heading(_ text: String) {
        add()
        paragraph(text, .heading)
    }

    /// Adds a sentence, wrapped to the width.
    mutating func paragraph(_ text: String, _ style: StyledText.Style = .plain) {
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                add(StyledText(line, style))
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        if !line.isEmpty { add(StyledText(line, style)) }
    }

    /// Adds a table of names, counts and shares of `total`, with bars if there is room. Names get the remaining width.
    mutating func table(_ rows: [ReportRow], of total: Int, limit: Int = .max) {
        let shown = rows.prefix(limit)
        guard let largest = shown.map(\.count).max() else { return }
        let digits = shown.map { Numbers.grouped($0.count).count }.max() ?? 0
        let rest = width - digits - 10
        // Names take precedence over bars, except for the longest of them on a wide terminal.
        let names = min(shown.map(\.name.count).max() ?? 0, width < 72 ? rest : rest - 14)
        let bars = min(30, rest - names - 2)
        for row in shown {
            let count = Numbers.grouped(row.count)
            var pieces = [
                StyledText(Self.fitted(row.name, names) + "  " + Self.right(count, digits)),
                StyledText(Self.right(Numbers.percent(row.count, of: total), 8), .soft),
            ]
            let length = bars < 8 ? 0 : Int((Double(row.count) / Double(largest) * Double(bars)).rounded(.up))
            if length > 0 { pieces.append(StyledText("  " + String(repeating: "█", count: length), .bar)) }
            lines.append(pieces)
        }
        if rows.count > limit { add(StyledText("… and \(Numbers.grouped(rows.count - limit)) more", .soft)) }
    }

    /// Adds an indented list of names.
    mutating func list(_ names: [String], limit: Int) {
        for name in names.prefix(limit) { add(StyledText("  " + Self.cut(name, width - 2))) }
        if names.count > limit { add(StyledText("  … and \(Numbers.grouped(names.count - limit)) more", .soft)) }
    }

    /// The separator between the names of a pair.
    static let arrow = " → "

    /// A name in exactly `width` columns.
    static func fitted(_ text: String, _ width: Int) -> String {
        let cut = shortened(text, width)
        return cut + String(repeating: " ", count: max(0, width - cut.count))
    }

    /// A name in at most `width` columns. Names differ at their ends, so a long one loses its middle. In a pair, each
    /// name does, and may use the width that the other leaves.
    static func shortened(_ text: String, _ width: Int) -> String {
        guard text.count > width else { return text }
        guard let place = text.firstRange(of: arrow), width >= arrow.count + 2 else {
            let head = (width - 1) / 2
            return text.prefix(head) + "…" + text.suffix(width - 1 - head)
        }
        let (before, now) = (String(text[..<place.lowerBound]), String(text[place.upperBound...]))
        let room = width - arrow.count
        let first = max(room / 2, room - now.count)
        let shortBefore = shortened(before, first)
        return shortBefore + arrow + shortened(now, room - shortBefore.count)
    }

    static func cut(_ text: String, _ width: Int) -> String {
        text.count <= width ? text : text.prefix(max(0, width - 1)) + "…"
    }

    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
