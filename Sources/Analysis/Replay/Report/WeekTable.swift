import ByteText

extension WeekHours {
    /// A day in lines of a terminal: a block per hour, whose height is relative to the busiest hour.
    func add(to text: inout ReportText, of total: Int) {
        guard isVaried, let largest = counts.max() else { return }
        text.heading("Hours of the week (UTC)")
        text.add(StyledText("     0     6     12    18", .soft))
        let totals = Self.days.indices.map { self[$0].reduce(0, +) }
        let digits = totals.map { Numbers.grouped($0).count }.max() ?? 0
        let hasRoom = text.width >= "Mon  ".count + Self.hoursPerDay + 2 + digits + 8
        for (day, name) in Self.days.enumerated() {
            let blocks = self[day].map { Self.block($0, of: largest) }.joined()
            let share = ReportText.right(Numbers.percent(totals[day], of: total), 8)
            text.add(
                StyledText("\(name)  "), StyledText(blocks, .bar),
                StyledText("  " + ReportText.right(Numbers.grouped(totals[day]), digits)),
                StyledText(hasRoom ? share : "", .soft))
        }
    }

    private static let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    private static func block(_ count: Int, of largest: Int) -> String {
        count == 0 ? "·" : blocks[(count * blocks.count - 1) / largest]
    }
}

extension JSONWriter {
    /// Writes an array of 24 counts for each day.
    mutating func write(_ week: WeekHours) {
        beginArray()
        for day in WeekHours.days.indices {
            beginArray()
            for count in week[day] { int(count) }
            endArray()
        }
        endArray()
    }
}
