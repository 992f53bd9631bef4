extension Timestamp {
    /// `2026-11-20T12:00:00Z` for seconds since 1970-01-01T00:00:00Z, years 0 to 9999; other years are written longer.
    public static func text(_ seconds: Int64) -> String {
        var day = seconds / 86_400
        var second = seconds % 86_400
        if second < 0 {
            second += 86_400
            day -= 1
        }
        let (year, month, dayOfMonth) = date(daysSinceEpoch: day)
        let numbers = [month, dayOfMonth, second / 3_600, second / 60 % 60, second % 60]
        let texts = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }
        let yearText = String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)"
        return "\(yearText)-\(texts[0])-\(texts[1])T\(texts[2]):\(texts[3]):\(texts[4])Z"
    }

    /// Year, month and day, counted in years that begin in March and eras of 400 years, so that leap days come last.
    private static func date(daysSinceEpoch days: Int64) -> (Int64, Int64, Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
