/// Clicks by hour of the week in UTC, which shows when people click.
struct WeekHours: Sendable, Equatable {
    /// The days in order.
    static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    static let hoursPerDay = 24

    /// By hour, from Monday's first on.
    var counts = [Int](repeating: 0, count: days.count * hoursPerDay)

    mutating func add(_ time: Int64) {
        let count = Int64(counts.count)
        // The epoch was a Thursday. An hour before it has a negative remainder.
        let hour = (HourTable.start(of: time, 3_600) / 3_600 + 3 * 24) % count
        counts[Int(hour < 0 ? hour + count : hour)] += 1
    }

    /// Whether there are clicks in more than one hour.
    var isVaried: Bool { counts.count { $0 > 0 } > 1 }

    /// The hours of a day.
    subscript(day: Int) -> ArraySlice<Int> { counts[day * Self.hoursPerDay..<(day + 1) * Self.hoursPerDay] }
}
