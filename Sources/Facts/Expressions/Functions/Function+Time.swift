import ByteText

/// Components of timestamps and durations (language definition, "Standard definitions"). Months and some days are zero-based,
/// as in the standard.
extension Function {
    func callTime(_ operands: [CELValue]) throws(CELError) -> CELValue? {
        switch (operands[0], operands.count) {
        case (.timestamp(let timestamp), 1): return .int(part(of: timestamp, offset: 0))
        case (.timestamp(let timestamp), 2):
            guard case .string(let zone) = operands[1] else { return nil }
            guard let offset = TimeZones.offset(of: zone, at: timestamp.seconds) else {
                throw .invalid("\(quoted(zone)) is not a known time zone")
            }
            return .int(part(of: timestamp, offset: offset))
        case (.duration(let duration), 1): return part(of: duration).map(CELValue.int)
        default: return nil
        }
    }

    private func part(of timestamp: CELTimestamp, offset: Int) -> Int64 {
        let civil = CivilTime(secondsSinceEpoch: timestamp.seconds + Int64(offset))
        let part =
            switch self {
            case .getFullYear: civil.year
            case .getMonth: civil.month - 1
            case .getDate: civil.day
            case .getDayOfMonth: civil.day - 1
            case .getDayOfWeek: civil.weekday
            case .getDayOfYear: civil.dayOfYear
            case .getHours: civil.hour
            case .getMinutes: civil.minute
            case .getSeconds: civil.second
            default: Int(timestamp.nanoseconds / 1_000_000)
            }
        return Int64(part)
    }

    /// The total duration in hours, minutes or seconds; milliseconds are those within the last second.
    private func part(of duration: CELDuration) -> Int64? {
        switch self {
        case .getHours: duration.seconds / 3600
        case .getMinutes: duration.seconds / 60
        case .getSeconds: duration.seconds
        case .getMilliseconds: Int64(duration.nanoseconds / 1_000_000)
        default: nil
        }
    }
}
