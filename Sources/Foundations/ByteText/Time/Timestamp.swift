/// Points in time as RFC 3339 writes them (section 5.6). One reader and one printer for all modules, without Foundation.
public enum Timestamp {
    /// Seconds since 1970-01-01T00:00:00Z of `2026-11-20T12:00:00Z`, or with an offset or a fraction (cut off); nil for
    /// anything else, days that no month has included. A leap second is the first second of the next minute.
    public static func seconds(_ text: String) -> Int64? {
        seconds(Array(text.utf8).span)
    }

    /// The same of bytes. Allocates nothing.
    public static func seconds(_ bytes: Span<UInt8>) -> Int64? {
        parse(bytes)?.seconds
    }

    /// What a text says.
    public struct Parts {
        /// Seconds since 1970-01-01T00:00:00Z, without the fraction.
        public var seconds: Int64
        /// Where in the text the digits of the fraction are; empty where there is none.
        public var fraction: Range<Int>
        /// Whether the second was written as 60.
        public var isLeapSecond: Bool
    }

    /// Reads what ``seconds(_:)-(Span<UInt8>)`` reads, for callers that accept the fraction, or no leap seconds.
    public static func parse(_ bytes: Span<UInt8>) -> Parts? {
        guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10].lowercased == UInt8(ascii: "t"),
            let year = number(bytes, 0..<4), let month = number(bytes, 5..<7), let day = number(bytes, 8..<10),
            let time = timeOfDay(bytes.extracting(11..<19)),
            let days = CivilTime.days(year: year, month: month, day: day)
        else { return nil }
        var end = 19
        if bytes[end] == UInt8(ascii: ".") {
            end += 1
            while end < bytes.count, bytes[end].isDigit { end += 1 }
            guard end > 20 else { return nil }
        }
        guard let offset = zone(bytes.extracting(end..<bytes.count)) else { return nil }
        return Parts(
            seconds: Int64(days * 86_400 + time - offset), fraction: min(20, end)..<end,
            isLeapSecond: bytes[17] == UInt8(ascii: "6"))
    }

    /// Seconds since midnight of `23:59:60`; nil for anything else.
    public static func timeOfDay(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count == 8, bytes[5] == UInt8(ascii: ":"), let second = number(bytes, 6..<8), second <= 60 else {
            return nil
        }
        return hoursAndMinutes(bytes.extracting(0..<5)).map { $0 + second }
    }

    /// `23:59` in seconds; nil for anything else.
    public static func hoursAndMinutes(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"), let hours = number(bytes, 0..<2),
            let minutes = number(bytes, 3..<5), hours < 24, minutes < 60
        else { return nil }
        return hours * 3_600 + minutes * 60
    }

    /// The offset of `±hh:mm`, in seconds east of UTC; nil for anything else.
    public static func offset(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-") else { return nil }
        return hoursAndMinutes(bytes.extracting(1..<6)).map { bytes[0] == UInt8(ascii: "+") ? $0 : -$0 }
    }

    private static func zone(_ bytes: Span<UInt8>) -> Int? {
        bytes.count == 1 && bytes[0].lowercased == UInt8(ascii: "z") ? 0 : offset(bytes)
    }

    private static func number(_ bytes: Span<UInt8>, _ digits: Range<Int>) -> Int? {
        bytes.extracting(digits).decimalValue
    }

    /// `2026-11-20T12:00:00Z` for seconds since 1970-01-01T00:00:00Z, years 0 to 9999; other years are written longer.
    public static func text(_ seconds: Int64) -> String {
        var text: [UInt8] = []
        CivilTime(secondsSinceEpoch: seconds).appendRFC3339(to: &text)
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }
}
