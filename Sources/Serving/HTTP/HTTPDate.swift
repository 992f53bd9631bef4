/// The current date as the field `Date` wants it (`IMF-fixdate`, RFC 9110, section 5.6.7), rendered once a second.
public struct HTTPDate: Sendable {
    private var second: Int64 = .min
    private var rendered: [UInt8] = []

    public init() {}

    /// `Sun, 06 Nov 1994 08:49:37 GMT`: 29 bytes.
    public var text: Span<UInt8> {
        @_lifetime(borrow self) get { rendered.span }
    }

    func append(to buffer: inout ByteBuffer) { buffer.append(rendered.span) }

    /// Renders the date anew when the second has changed since the last call. No allocation after the first call.
    public mutating func update(secondsSince1970 now: Int64) {
        guard now != second else { return }
        second = now
        let day = now.floorDivided(by: 86_400)
        let time = Int(now - day * 86_400)
        let date = CivilDate(daysSince1970: day)
        rendered.removeAll(keepingCapacity: true)
        append(name: "ThuFriSatSunMonTueWed", Int(day - day.floorDivided(by: 7) * 7))
        append(", ")
        append(twoDigits: date.day)
        append(" ")
        append(name: "JanFebMarAprMayJunJulAugSepOctNovDec", date.month - 1)
        append(" ")
        append(twoDigits: date.year / 100 % 100)
        append(twoDigits: date.year % 100)
        append(" ")
        append(twoDigits: time / 3600)
        append(":")
        append(twoDigits: time / 60 % 60)
        append(":")
        append(twoDigits: time % 60)
        append(" GMT")
    }

    private mutating func append(_ literal: StaticString) {
        // Safe: the buffer is the literal's own and is read within the call.
        literal.withUTF8Buffer { unsafe rendered.append(contentsOf: $0) }
    }

    private mutating func append(name names: StaticString, _ index: Int) {
        // Safe: the slice is bounds-checked and read within the call.
        names.withUTF8Buffer { unsafe rendered.append(contentsOf: $0[(index * 3)..<(index * 3 + 3)]) }
    }

    private mutating func append(twoDigits value: Int) {
        rendered.append(0x30 + UInt8(value / 10))
        rendered.append(0x30 + UInt8(value % 10))
    }
}

/// Year, month and day of the proleptic Gregorian calendar.
private struct CivilDate {
    var year: Int
    var month: Int
    var day: Int

    /// Counts in years that begin in March, so that the leap day comes last, and in eras of 400 years (146,097 days).
    init(daysSince1970 days: Int64) {
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = Int(shifted - era * 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0)
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
