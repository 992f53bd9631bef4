public import ByteText
import Glibc

/// The time as logs write it, rendered once a second.
public struct LogTime {
    private var second: Int64 = .min
    /// `2026-11-21T06:15:00`
    private(set) var date: [UInt8] = []
    /// `21/Nov/2026:06:15:00 +0000`
    public private(set) var common: [UInt8] = []

    public init(date: [UInt8] = [], common: [UInt8] = []) {
        self.date = date
        self.common = common
    }

    public mutating func update(_ second: Int64) {
        guard second != self.second else { return }
        self.second = second
        var time = time_t(second)
        var parts = unsafe tm()
        // Safe: both are locals that outlive the call, and the name of the zone is not looked at.
        _ = unsafe gmtime_r(&time, &parts)
        let (year, month, day) = unsafe (Int(parts.tm_year) + 1900, Int(parts.tm_mon), Int(parts.tm_mday))
        let (hour, minute, second) = unsafe (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
        date.removeAll(keepingCapacity: true)
        Self.append(year / 100, to: &date)
        Self.append(year % 100, "-", month + 1, "-", day, to: &date)
        date.append(UInt8(ascii: "T"))
        Self.append(hour, ":", minute, ":", second, to: &date)
        common.removeAll(keepingCapacity: true)
        Self.append(day, to: &common)
        common.append(UInt8(ascii: "/"))
        // Safe: the slice is bounds-checked and read within the call.
        Self.months.withUTF8Buffer { unsafe common.append(contentsOf: $0[(month * 3)..<(month * 3 + 3)]) }
        common.append(UInt8(ascii: "/"))
        Self.append(year / 100, to: &common)
        Self.append(year % 100, ":", hour, ":", minute, to: &common)
        common.append(UInt8(ascii: ":"))
        Self.append(second, to: &common)
        common.append(contentsOf: " +0000".utf8)
    }

    private static let months: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"

    /// Appends a number of two digits.
    private static func append(_ number: Int, to text: inout [UInt8]) {
        text.append(0x30 + UInt8(clamping: number / 10))
        text.append(0x30 + UInt8(clamping: number % 10))
    }

    /// Appends three numbers of two digits with marks between them.
    private static func append(
        _ first: Int, _ mark: Unicode.Scalar, _ second: Int, _ other: Unicode.Scalar, _ third: Int,
        to text: inout [UInt8]
    ) {
        append(first, to: &text)
        text.append(UInt8(ascii: mark))
        append(second, to: &text)
        text.append(UInt8(ascii: other))
        append(third, to: &text)
    }

    /// `2026-11-21T06:15:00Z`. Allocates.
    public static func text(_ second: Int64) -> String {
        var time = LogTime()
        time.update(second)
        return String(decoding: time.date, as: UTF8.self) + "Z"
    }

    /// Appends `2026-11-21T06:15:00.123456Z` (RFC 3339).
    public mutating func append(_ clock: WallClock, to line: inout [UInt8]) {
        update(clock.seconds)
        line.append(contentsOf: date)
        line.append(UInt8(ascii: "."))
        var divisor: Int32 = 100_000
        while divisor > 0 {
            line.append(0x30 + UInt8(truncatingIfNeeded: clock.microseconds / divisor % 10))
            divisor /= 10
        }
        line.append(UInt8(ascii: "Z"))
    }
}
