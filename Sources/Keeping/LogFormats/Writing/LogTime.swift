public import ByteText

/// The time in log formats, formatted once a second.
public struct LogTime {
    private var second: Int64 = .min
    /// `2026-11-21T06:15:00`
    private(set) var date: [UInt8] = []
    /// `21/Nov/2026:06:15:00 +0000`
    public private(set) var common: [UInt8] = []

    /// A time that is not formatted yet.
    public init() {}

    /// Formats the date for a second since the epoch, unless it already has.
    public mutating func update(_ second: Int64) {
        guard second != self.second else { return }
        self.second = second
        let time = CivilTime(secondsSinceEpoch: second)
        date.removeAll(keepingCapacity: true)
        time.appendRFC3339(to: &date)
        common.removeAll(keepingCapacity: true)
        time.appendLogDate(to: &common)
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
