import ByteText

/// Reads the times of logs as seconds since 1970-01-01T00:00:00Z, and caches the last one: many lines share a second.
///
/// Reads `10/Oct/2026:13:55:36 -0700`, RFC 3339, and seconds, milliseconds, microseconds or nanoseconds since 1970. A
/// time without a zone is unknown.
struct LogTimeReader {
    private var last: [UInt8] = []
    private var lastValue: Int64?

    mutating func read(_ text: Span<UInt8>) -> Int64? {
        if text.equals(last.span) { return lastValue }
        lastValue = Self.seconds(text)
        last.removeAll(keepingCapacity: true)
        for index in text.indices.prefix(40) { last.append(text[index]) }
        return lastValue
    }

    /// A day such as `2026-11-21` and a time of day such as `12:00:00`, both in UTC.
    func read(date: Span<UInt8>, timeOfDay: Span<UInt8>) -> Int64? {
        guard date.count == 10, (8...16).contains(timeOfDay.count) else { return nil }
        var text = [UInt8](repeating: 0, count: 0)
        for index in date.indices { text.append(date[index]) }
        text.append(UInt8(ascii: "T"))
        for index in timeOfDay.indices { text.append(timeOfDay[index]) }
        text.append(UInt8(ascii: "Z"))
        return Timestamp.seconds(text.span)
    }

    static func seconds(_ text: Span<UInt8>) -> Int64? {
        guard text.count >= 10 else { return nil }
        if text[2] == UInt8(ascii: "/") { return common(text) }
        if text[4] == UInt8(ascii: "-") { return rfc3339(text) }
        return sinceEpoch(text)
    }

    /// RFC 3339, and ISO 8601 with a zone such as `+0100`.
    private static func rfc3339(_ text: Span<UInt8>) -> Int64? {
        if let seconds = Timestamp.seconds(text) { return seconds }
        let end = text.count
        guard end >= 24, text[end - 5] == UInt8(ascii: "+") || text[end - 5] == UInt8(ascii: "-") else { return nil }
        var repaired: [UInt8] = []
        for index in text.indices {
            if index == end - 2 { repaired.append(UInt8(ascii: ":")) }
            repaired.append(text[index])
        }
        return Timestamp.seconds(repaired.span)
    }

    /// `10/Oct/2026:13:55:36 -0700`.
    private static func common(_ text: Span<UInt8>) -> Int64? {
        guard text.count == 26, text[6] == UInt8(ascii: "/"), text[11] == UInt8(ascii: ":"), text[20] == 0x20,
            let day = number(text, 0..<2), let month = CivilTime.month(named: text.extracting(3..<6)),
            let year = number(text, 7..<11), let time = Timestamp.timeOfDay(text.extracting(12..<20)),
            let zone = number(text, 22..<26), zone % 100 < 60, zone < 2400,
            text[21] == UInt8(ascii: "+") || text[21] == UInt8(ascii: "-"),
            let days = CivilTime.days(year: year, month: month, day: day)
        else { return nil }
        let offset = zone / 100 * 3_600 + zone % 100 * 60
        let local = days * 86_400 + time
        return Int64(text[21] == UInt8(ascii: "+") ? local - offset : local + offset)
    }

    /// A number since 1970, its unit inferred from its size; fractions are truncated.
    private static func sinceEpoch(_ text: Span<UInt8>) -> Int64? {
        let end = text.firstIndex(of: UInt8(ascii: ".")) ?? text.count
        guard let whole = number(text, 0..<end).map(Int64.init) else { return nil }
        switch end {
        case 10: return whole
        case 13: return whole / 1_000
        case 16: return whole / 1_000_000
        case 19: return whole / 1_000_000_000
        default: return nil
        }
    }

    private static func number(_ text: Span<UInt8>, _ digits: Range<Int>) -> Int? {
        text.extracting(digits).decimalValue
    }
}
