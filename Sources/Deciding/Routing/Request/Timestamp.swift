import ByteText

/// Times as RFC 3339 writes them (section 5.6), to the second and without Foundation.
public enum Timestamp {
    /// Seconds since 1970-01-01T00:00:00Z of `2026-11-20T12:00:00Z`, or with an offset or a fraction (cut off); nil for
    /// anything else, days that no month has included.
    public static func seconds(_ text: String) -> Int64? {
        seconds(Array(text.utf8).span)
    }

    /// The same of bytes. Allocates nothing.
    public static func seconds(_ bytes: Span<UInt8>) -> Int64? {
        guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] | 0x20 == 0x74, bytes[13] == 0x3A,
            bytes[16] == 0x3A,
            let year = number(bytes, 0..<4), let month = number(bytes, 5..<7), let day = number(bytes, 8..<10),
            let hour = number(bytes, 11..<13), let minute = number(bytes, 14..<16), let second = number(bytes, 17..<19),
            hour < 24, minute < 60, second <= 60, let days = daysSinceEpoch(year: year, month: month, day: day)
        else { return nil }
        guard let offset = offset(bytes, from: 19) else { return nil }
        return days * 86_400 + hour * 3_600 + minute * 60 + second - offset
    }

    /// The offset in seconds: an optional fraction, then `Z` or `±hh:mm`.
    private static func offset(_ bytes: Span<UInt8>, from start: Int) -> Int64? {
        var index = start
        if bytes[index] == 0x2E {
            index += 1
            guard index < bytes.count, bytes[index].isDigit else { return nil }
            while index < bytes.count, bytes[index].isDigit { index += 1 }
        }
        guard index < bytes.count else { return nil }
        let sign = bytes[index]
        if sign | 0x20 == 0x7A { return index + 1 == bytes.count ? 0 : nil }
        guard sign == 0x2B || sign == 0x2D, index + 6 == bytes.count, bytes[index + 3] == 0x3A,
            let hours = number(bytes, index + 1..<index + 3), let minutes = number(bytes, index + 4..<index + 6),
            hours < 24, minutes < 60
        else { return nil }
        return (sign == 0x2B ? 1 : -1) * (hours * 3_600 + minutes * 60)
    }

    private static func number(_ bytes: Span<UInt8>, _ digits: Range<Int>) -> Int64? {
        bytes.extracting(digits).decimalValue.map(Int64.init)
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 in the Gregorian calendar; nil for a day that the month does not have.
    ///
    /// Years begin in March here, so that leap days come last.
    public static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64? {
        guard (1...12).contains(month), day >= 1, day <= days(in: month, of: year) else { return nil }
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
