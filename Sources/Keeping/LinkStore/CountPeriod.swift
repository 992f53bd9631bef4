import ByteText

extension LinkCount {
    /// How many days a count is the sum of: old days are rolled up into longer periods.
    public enum Period: UInt8, Sendable, CaseIterable, Comparable {
        /// One day.
        case day = 0
        /// The days of a month that are not kept by day.
        case month = 1
        /// The days of a year that are not kept by day or month.
        case year = 2
        /// All days that are in no other period. Its day is 0.
        case earlier = 3

        /// The name in settings and answers.
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

    /// The period and its first day as one number, as stores and sources keep it: days as they are, and longer periods above all
    /// days. Programs from before there were periods skip the latter.
    public var place: UInt32 { Self.place(of: period, from: day) }

    static func place(of period: Period, from day: UInt32) -> UInt32 { UInt32(period.rawValue) << 26 | day }

    /// The period at a place; `nil` for numbers that are no ``place``.
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

/// For how long counts are kept by day, and the period that older days are merged into.
public struct CountRetention: Sendable, Equatable {
    /// How many days before today are kept by day.
    public var keepDays: Int
    /// What older days are merged into. ``LinkCount/Period/day`` keeps them.
    public var rollUp: LinkCount.Period

    /// Merges days that are older.
    public init(keepDays: Int, rollUp: LinkCount.Period) {
        self.keepDays = keepDays
        self.rollUp = rollUp
    }

    /// Where the counts of a place belong; `nil` if they stay. A longer period only contains days that are old enough, so it is
    /// merged into a longer one at once.
    public func target(of place: UInt32, today: UInt32) -> UInt32? {
        guard let (period, day) = LinkCount.period(at: place), period < rollUp else { return nil }
        guard period != .day || Int(day) < Int(today) - keepDays else { return nil }
        return LinkCount.place(of: rollUp, from: rollUp.start(of: day))
    }
}
