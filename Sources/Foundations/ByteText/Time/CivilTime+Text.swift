/// The three supported date formats. They append, so a reused buffer does not allocate.
extension CivilTime {
    private static let months: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
    private static let weekdays: StaticString = "SunMonTueWedThuFriSat"

    /// The month (1 to 12) for a three-letter English name in any case, or `nil`.
    public static func month(named name: Span<UInt8>) -> Int? {
        guard name.count == 3 else { return nil }
        return months.withUTF8Buffer { letters in
            (1...12).first { month in
                // Safe: there are twelve names of three letters.
                (0..<3).allSatisfy { unsafe letters[month * 3 - 3 + $0].lowercased == name[$0].lowercased }
            }
        }
    }

    /// Appends `2026-11-21T06:15:00` (RFC 3339 without the zone). Years outside 0 to 9999 have more digits.
    public func appendRFC3339(to text: inout [UInt8]) {
        if (0...9999).contains(year) {
            CivilTime.appendYear(year, to: &text)
        } else {
            text.append(contentsOf: "\(year)".utf8)
        }
        text.append(UInt8(ascii: "-"))
        CivilTime.appendTwo(month, to: &text)
        text.append(UInt8(ascii: "-"))
        CivilTime.appendTwo(day, to: &text)
        text.append(UInt8(ascii: "T"))
        appendTimeOfDay(to: &text)
    }

    /// Appends `Sun, 06 Nov 1994 08:49:37 GMT` (`IMF-fixdate`, RFC 9110, section 5.6.7), with a four-digit year.
    public func appendHTTPDate(to text: inout [UInt8]) {
        CivilTime.appendName(CivilTime.weekdays, weekday, to: &text)
        text.append(UInt8(ascii: ","))
        text.append(UInt8(ascii: " "))
        CivilTime.appendTwo(day, to: &text)
        text.append(UInt8(ascii: " "))
        CivilTime.appendName(CivilTime.months, month - 1, to: &text)
        text.append(UInt8(ascii: " "))
        CivilTime.appendYear(year, to: &text)
        text.append(UInt8(ascii: " "))
        appendTimeOfDay(to: &text)
        text.append(contentsOf: " GMT".utf8)
    }

    /// Appends `21/Nov/2026:06:15:00 +0000`, the Common Log Format, with a four-digit year.
    public func appendLogDate(to text: inout [UInt8]) {
        CivilTime.appendTwo(day, to: &text)
        text.append(UInt8(ascii: "/"))
        CivilTime.appendName(CivilTime.months, month - 1, to: &text)
        text.append(UInt8(ascii: "/"))
        CivilTime.appendYear(year, to: &text)
        text.append(UInt8(ascii: ":"))
        appendTimeOfDay(to: &text)
        text.append(contentsOf: " +0000".utf8)
    }

    private func appendTimeOfDay(to text: inout [UInt8]) {
        CivilTime.appendTwo(hour, to: &text)
        text.append(UInt8(ascii: ":"))
        CivilTime.appendTwo(minute, to: &text)
        text.append(UInt8(ascii: ":"))
        CivilTime.appendTwo(second, to: &text)
    }

    private static func appendYear(_ year: Int, to text: inout [UInt8]) {
        let year = Int(year.magnitude % 10_000)
        appendTwo(year / 100, to: &text)
        appendTwo(year % 100, to: &text)
    }

    private static func appendTwo(_ number: Int, to text: inout [UInt8]) {
        text.append(0x30 + UInt8(truncatingIfNeeded: number / 10))
        text.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
    }

    private static func appendName(_ names: StaticString, _ index: Int, to text: inout [UInt8]) {
        // Safe: the slice is bounds-checked and read only during the call.
        names.withUTF8Buffer { unsafe text.append(contentsOf: $0[(index * 3)..<(index * 3 + 3)]) }
    }
}
