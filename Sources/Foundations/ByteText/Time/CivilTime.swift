/// A date and a time of day in the proleptic Gregorian calendar, in UTC.
///
///     CivilTime(secondsSinceEpoch: 951_782_400)               // 2000-02-29, 00:00:00
///     CivilTime.days(year: 2000, month: 2, day: 29)           // 11_016
///     CivilTime.days(year: 1900, month: 2, day: 29)           // nil
///
/// Internally, years begin in March, so that the leap day is last, and are grouped into eras of 400 years, which
/// all have 146,097 days. Does not allocate or call a system library.
public struct CivilTime: Sendable {
    /// The astronomical year: 0 is 1 BC.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int
    /// Seconds since midnight.
    let secondOfDay: Int
    private let days: Int

    /// The civil time for a number of seconds since 1970-01-01T00:00:00.
    public init(secondsSinceEpoch seconds: Int64) {
        (days, secondOfDay) = Int(seconds).dividedDown(by: 86_400)
        let (era, dayOfEra) = (days + 719_468).dividedDown(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let marchDay = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * marchDay + 2) / 153
        day = marchDay - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days from 1970-01-01 to a date; `nil` if the date does not exist.
    public static func days(year: Int, month: Int, day: Int) -> Int? {
        guard (1...12).contains(month), day >= 1, day <= daysInMonth(month, year: year) else { return nil }
        let (era, yearOfEra) = (month > 2 ? year : year - 1).dividedDown(by: 400)
        let marchDay = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + marchDay - 719_468
    }

    private static func daysInMonth(_ month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// 0 to 23.
    public var hour: Int { secondOfDay / 3600 }
    /// 0 to 59.
    public var minute: Int { secondOfDay / 60 % 60 }
    /// 0 to 59: there are no leap seconds.
    public var second: Int { secondOfDay % 60 }
    /// 0 to 6, with 0 for Sunday.
    public var weekday: Int { (days + 4).dividedDown(by: 7).rest }
    /// 0 to 365, with 0 for 1 January.
    public var dayOfYear: Int { days - (CivilTime.days(year: year, month: 1, day: 1) ?? days) }
}

extension Int {
    /// Floored division: the remainder is never negative.
    fileprivate func dividedDown(by divisor: Int) -> (quotient: Int, rest: Int) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
