import ByteText

/// The hours of a log in as many bars as fit, each for an hour, several hours, a day and so on.
struct TimeChart {
    struct Bar {
        /// The start in UTC, as short as the unit allows.
        var label: String
        /// In the order of `DecisionKind`.
        var decisions: [Int]

        var total: Int { decisions.reduce(0, +) }
    }

    private(set) var bars: [Bar] = []
    /// The interval of a bar, as text.
    private(set) var unit = "by the hour"

    /// Natural interval lengths, in seconds.
    private static let widths: [(seconds: Int64, unit: String)] = [
        (3_600, "by the hour"), (10_800, "by 3 hours"), (21_600, "by 6 hours"), (86_400, "by the day"),
        (604_800, "by the week"), (2_419_200, "by 4 weeks"), (31_449_600, "by 52 weeks"),
        (3_144_960_000, "by 5,200 weeks"),
    ]

    /// Creates a bar for every interval between the first and the last hour, including those without clicks.
    init(_ hours: HourTable, most: Int) {
        guard let first = hours.rows.first?.start, let last = hours.rows.last?.start else { return }
        let widths = Self.widths.filter { $0.seconds >= hours.width }
        guard
            let width = widths.first(where: {
                (HourTable.start(of: last, $0.seconds) - HourTable.start(of: first, $0.seconds)) / $0.seconds
                    < Int64(most)
            }) ?? widths.last
        else { return }
        unit = width.unit
        let begin = HourTable.start(of: first, width.seconds)
        let count = Int((HourTable.start(of: last, width.seconds) - begin) / width.seconds) + 1
        bars = (0..<min(count, most)).map {
            Bar(label: Self.label(begin + Int64($0) * width.seconds, width.seconds), decisions: [0, 0, 0, 0, 0])
        }
        for row in hours.rows {
            let bar = min(bars.count - 1, Int((row.start - begin) / width.seconds))
            for index in row.decisions.indices { bars[bar].decisions[index] += row.decisions[index] }
        }
    }

    private static func label(_ start: Int64, _ width: Int64) -> String {
        let text = Timestamp.text(start)
        return width < 86_400 ? text.prefix(10) + " " + text.dropFirst(11).prefix(5) : String(text.prefix(10))
    }
}
