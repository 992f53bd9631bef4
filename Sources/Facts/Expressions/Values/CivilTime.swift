/// A date and time of day in the proleptic Gregorian calendar, without a zone.
///
/// The arithmetic goes by whole eras of 400 years, which all have the same 146,097 days.
struct CivilTime {
    var year: Int
    /// 1 to 12.
    var month: Int
    /// 1 to 31.
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int
    /// 0 is Sunday.
    var weekday: Int
    /// 0 is the first of January.
    var dayOfYear: Int

    /// The civil time at so many seconds after 1970-01-01T00:00:00.
    init(secondsSinceEpoch seconds: Int64) {
        let days = Int((seconds - CivilTime.modulo(seconds, 86_400)) / 86_400)
        let time = Int(CivilTime.modulo(seconds, 86_400))
        hour = time / 3600
        minute = time / 60 % 60
        second = time % 60
        weekday = Int(CivilTime.modulo(Int64(days) + 4, 7))

        // Years that begin in March put the leap day last.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let marchDay = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * marchDay + 2) / 153
        day = marchDay - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        dayOfYear = days - CivilTime.days(year: year, month: 1, day: 1)
    }

    /// Days from 1970-01-01 to a date.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let marchDay = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + marchDay
        return era * 146_097 + dayOfEra - 719_468
    }

    static func daysInMonth(_ month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func modulo(_ value: Int64, _ divisor: Int64) -> Int64 {
        let rest = value % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
