import Glibc
import Libevent

/// The time as logs write it, rendered once a second.
struct LogTime {
    private var second: Int64 = .min
    /// `2026-11-21T06:15:00`
    private(set) var date: [UInt8] = []
    /// `21/Nov/2026:06:15:00 +0000`
    private(set) var common: [UInt8] = []

    mutating func update(_ second: Int64) {
        guard second != self.second else { return }
        self.second = second
        var time = time_t(second)
        var parts = unsafe tm()
        // Safe: both are locals that outlive the call, and the name of the zone is not looked at.
        _ = unsafe gmtime_r(&time, &parts)
        let numbers = unsafe [
            parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
        ]
        let texts = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = texts[3...].joined(separator: ":")
        date = Array("\(texts[0])-\(texts[1])-\(texts[2])T\(clock)".utf8)
        common = Array("\(texts[2])/\(months[Int(numbers[1]) - 1])/\(texts[0]):\(clock) +0000".utf8)
    }

    /// `2026-11-21T06:15:00Z`. Allocates.
    static func text(_ second: Int64) -> String {
        var time = LogTime()
        time.update(second)
        return String(decoding: time.date, as: UTF8.self) + "Z"
    }

    /// Appends `2026-11-21T06:15:00.123456Z` (RFC 3339).
    mutating func append(_ clock: WallClock, to line: inout [UInt8]) {
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
