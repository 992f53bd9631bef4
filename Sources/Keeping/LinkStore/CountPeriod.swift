import ByteText

extension LinkCount {
    /// The number of days that a count covers: old days are rolled up into longer periods.
    public enum Period: UInt8, Sendable, CaseIterable, Comparable {
        /// One day.
        case day = 0
        /// The days of a month without daily counts.
        case month = 1
        /// The days of a year without daily or monthly counts.
        case year = 2
        /// All days that are in no other period. Its day is 0.
        case earlier = 3

        /// The name in settings and API responses.
        public var name: StaticString {
            switch self {
            case .day: "day"
            case .month: "month"
            case .year: "year"
            case .earlier: "earlier"
            }
        }

        public static func < (left: Period, right: Period) -> Bool { left.rawValue < right.rawValue }

        /// The first day of the period that contains a day.
        public func start(of day: UInt32) -> UInt32 {
            if self == .day { return day }
            if self == .earlier { return 0 }
            let date = CivilTime(secondsSinceEpoch: Int64(day) * 86_400)
            let first = CivilTime.days(year: date.year, month: self == .year ? 1 : date.month, day: 1)
            return first.flatMap { UInt32(exactly: $0) } ?? day
        }
    }

    /// The period and its first day as one number, as stores and sources encode it: days are unchanged, and longer
    /// periods are above all days. Programs from before there were periods skip the latter.
    public var place: UInt32 { Self.place(of: period, from: day) }

    static func place(of period: Period, from day: UInt32) -> UInt32 { UInt32(period.rawValue) << 26 | day }

    /// The period at a place; `nil` if the number is not a ``place``.
    public static func period(at place: UInt32) -> (period: Period, day: UInt32)? {
        let day = place & ((1 << 26) - 1)
        guard day <= lastDay, place < 1 << 28, let period = Period(rawValue: UInt8(place >> 26)) else { return nil }
        return (period, day)
    }

    /// The places of all periods that begin on these days, a range for each period.
    public static func places(_ days: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
        Period.allCases.map { place(of: $0, from: days.lowerBound)...place(of: $0, from: days.upperBound) }
    }
}

/// The number of days with daily counts, and the period that older days are merged into.
public struct CountRetention: Sendable, Equatable {
    /// The number of days before today with daily counts.
    public var keepDays: Int
    /// The period that older days are merged into. ``LinkCount/Period/day`` keeps them.
    public var rollUp: LinkCount.Period

    /// A retention that merges older days.
    public init(keepDays: Int, rollUp: LinkCount.Period) {
        self.keepDays = keepDays
        self.rollUp = rollUp
    }

    /// The period into which the counts of a place are merged; `nil` if they stay. A longer period only contains days
    /// that are old enough, so it is merged into an even longer one at once.
    public func target(of place: UInt32, today: UInt32) -> UInt32? {
        guard let (period, day) = LinkCount.period(at: place), period < rollUp else { return nil }
        guard period != .day || Int(day) < Int(today) - keepDays else { return nil }
        return LinkCount.place(of: rollUp, from: rollUp.start(of: day))
    }
}
