/// Timestamps as exported by databases, spreadsheets and other programs.
extension Timestamp {
    /// The result of parsing a cell.
    public enum Exported: Sendable, Equatable {
        /// Seconds since 1970-01-01T00:00:00Z.
        case time(Int64)
        /// No time: empty, 0, PostgreSQL's `infinity`, or the zero date of MySQL (`0000-00-00`), Go and .NET (`0001-01-01`).
        case none
        /// Any other text.
        case unreadable
    }

    /// Parses a timestamp in the formats of RFC 3339, PostgreSQL, MySQL, SQLite, HTTP (RFC 9110), mail (RFC 5322) and JavaScript,
    /// with an English or numeric month, or as a number. UTC is assumed if there is no zone.
    ///
    /// Numbers are seconds, milliseconds, microseconds or nanoseconds since 1970, dates such as `20240102` and `20240102030405`,
    /// or day numbers of spreadsheets or SQLite. `3/4/2024` is unreadable because it is ambiguous.
    public static func exported(_ cell: Span<UInt8>) -> Exported {
        let text = cell.withoutBlanksAround
        if text.isEmpty { return .none }
        if let seconds = seconds(text) { return isZero(text) ? .none : .time(seconds) }
        if let number = numeric(text) { return number }
        if isZero(text) || text.equalsIgnoringCase("infinity") { return .none }
        var reader = DateReader(text)
        return reader.seconds().map(Exported.time) ?? .unreadable
    }

    /// Whether a date is in year 0 or is the first day of year 1, with any time of day.
    private static func isZero(_ text: Span<UInt8>) -> Bool {
        text.starts(with: "0000-00-00") || text.starts(with: "0001-01-01") || text.starts(with: "0000-01-01")
    }

    // MARK: Numbers

    /// A numeric timestamp, with or without a fraction; `nil` for any other text.
    private static func numeric(_ text: Span<UInt8>) -> Exported? {
        var end = 0
        while end < text.count, text[end].isDigit { end += 1 }
        guard end > 0, let whole = text.extracting(0..<end).decimalValue else { return nil }
        let hasFraction = end < text.count
        if hasFraction {
            let point = text[end]
            guard point == UInt8(ascii: ".") || point == UInt8(ascii: ","), end + 1 < text.count else { return nil }
            for index in (end + 1)..<text.count where !text[index].isDigit { return nil }
        }
        // Dates without separators take precedence: no link dates from January 1970 or from 2600.
        if !hasFraction, end == 8 || end == 12 || end == 14, let seconds = compact(text) { return .time(seconds) }
        let fraction = hasFraction ? Double(String(text.extracting((end + 1)...)).prefix(9)) ?? 0 : 0
        let digits = hasFraction ? min(text.count - end - 1, 9) : 0
        return numeric(whole, fraction: (0..<digits).reduce(fraction) { value, _ in value / 10 })
    }

    private static func numeric(_ whole: Int, fraction: Double) -> Exported {
        switch whole {
        case 0: .none
        // Spreadsheet day numbers, counted from 1899-12-30: 1990 to 2100.
        case 32_874...73_050: .time(Int64((Double(whole - 25_569) + fraction) * 86_400 + 0.5))
        // SQLite's Julian day numbers, which begin at noon: 1990 to 2100.
        case 2_447_892...2_488_069: .time(Int64((Double(whole) - 2_440_587.5 + fraction) * 86_400 + 0.5))
        // Smaller numbers are not seconds since 1970 but, for example, a year or a number of days.
        case ..<100_000_000: .unreadable
        case ..<100_000_000_000: .time(Int64(whole))
        case ..<100_000_000_000_000: .time(Int64(whole / 1_000))
        case ..<100_000_000_000_000_000: .time(Int64(whole / 1_000_000))
        default: .time(Int64(whole / 1_000_000_000))
        }
    }

    /// Parses `20240102`, `202401020304` or `20240102030405`; `nil` unless it is a date from 1970 to 2199.
    private static func compact(_ text: Span<UInt8>) -> Int64? {
        func number(_ range: Range<Int>) -> Int { text.extracting(range).decimalValue ?? 0 }
        guard (1970...2199).contains(number(0..<4)),
            let days = CivilTime.days(year: number(0..<4), month: number(4..<6), day: number(6..<8))
        else { return nil }
        guard text.count > 8 else { return Int64(days * 86_400) }
        let (hour, minute) = (number(8..<10), number(10..<12))
        let second = text.count == 14 ? number(12..<14) : 0
        guard hour < 24, minute < 60, second < 60 else { return nil }
        return Int64(days * 86_400 + hour * 3_600 + minute * 60 + second)
    }
}

extension Span<UInt8> {
    /// The bytes without leading and trailing whitespace, including the no-break spaces of spreadsheets.
    public var withoutBlanksAround: Span<UInt8> {
        @_lifetime(copy self)
        get {
            var (start, end) = (0, count)
            while start < end {
                if self[start].isBlank {
                    start += 1
                } else if end - start > 1, self[start] == 0xC2, self[start + 1] == 0xA0 {
                    start += 2
                } else {
                    break
                }
            }
            while start < end {
                if self[end - 1].isBlank {
                    end -= 1
                } else if end - start > 1, self[end - 2] == 0xC2, self[end - 1] == 0xA0 {
                    end -= 2
                } else {
                    break
                }
            }
            return extracting(start..<end)
        }
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
