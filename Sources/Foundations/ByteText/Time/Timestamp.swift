/// RFC 3339 timestamps (section 5.6). The parser and formatter of all modules, without Foundation.
public enum Timestamp {
    /// Parses `2026-11-20T12:00:00Z`, optionally with an offset or a fraction (truncated), as seconds since 1970-01-01T00:00:00Z;
    /// `nil` for anything else, including nonexistent dates. A leap second becomes the first second of the next minute.
    public static func seconds(_ text: String) -> Int64? {
        seconds(Array(text.utf8).span)
    }

    /// Parses bytes as seconds since 1970-01-01T00:00:00Z, as for strings. Does not allocate.
    public static func seconds(_ bytes: Span<UInt8>) -> Int64? {
        parse(bytes)?.seconds
    }

    /// The parsed components.
    public struct Parts {
        /// Seconds since 1970-01-01T00:00:00Z, without the fraction.
        public var seconds: Int64
        /// The range of the fraction's digits in the text, empty if there is none.
        public var fraction: Range<Int>
        /// Whether the second was written as 60.
        public var isLeapSecond: Bool
    }

    /// Parses what ``seconds(_:)-(Span<UInt8>)`` accepts, for callers that use the fraction or reject leap seconds.
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

    /// Parses `23:59:60` as seconds since midnight; `nil` for anything else.
    public static func timeOfDay(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count == 8, bytes[5] == UInt8(ascii: ":"), let second = number(bytes, 6..<8), second <= 60 else {
            return nil
        }
        return hoursAndMinutes(bytes.extracting(0..<5)).map { $0 + second }
    }

    /// Parses `23:59` as seconds; `nil` for anything else.
    public static func hoursAndMinutes(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"), let hours = number(bytes, 0..<2),
            let minutes = number(bytes, 3..<5), hours < 24, minutes < 60
        else { return nil }
        return hours * 3_600 + minutes * 60
    }

    /// Parses the offset `±hh:mm` as seconds east of UTC; `nil` for anything else.
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

    /// Formats seconds since 1970-01-01T00:00:00Z as `2026-11-20T12:00:00Z`. Years outside 0 to 9999 have more digits.
    public static func text(_ seconds: Int64) -> String {
        var text: [UInt8] = []
        CivilTime(secondsSinceEpoch: seconds).appendRFC3339(to: &text)
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }
}

/// A point in Unix time.
public struct WallClock: Sendable, Hashable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public var seconds: Int64
    /// Microseconds within the second.
    public var microseconds: Int32

    /// Creates a time from both parts.
    public init(seconds: Int64, microseconds: Int32) {
        self.seconds = seconds
        self.microseconds = microseconds
    }
}
