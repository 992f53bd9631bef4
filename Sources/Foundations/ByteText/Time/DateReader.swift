/// Parses a date and a time of day from words and numbers, in any unambiguous order.
///
/// A date consists of a year, a month and a day; the month may be a name. A time of day, optionally with a zone, follows the
/// date or precedes the year as in C's `asctime`. Weekdays and text in parentheses are ignored.
struct DateReader: ~Escapable {
    private let text: Span<UInt8>
    private var position = 0
    private var numbers: [(value: Int, digits: Int)] = []
    private var mark: UInt8?
    private var month: Int?
    private var time: Int?
    private var isAfternoon: Bool?
    private var offset: Int?

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) { self.text = text }

    /// Seconds since 1970-01-01T00:00:00Z; `nil` if the text is not a date or is ambiguous.
    @_lifetime(self: copy self)
    mutating func seconds() -> Int64? {
        while position < text.count {
            guard readPiece() else { return nil }
        }
        guard let days = days(), let time = timeOfDay() else { return nil }
        return Int64(days * 86_400 + time - (offset ?? 0))
    }

    /// Reads a number, a word or a separator; false for anything else.
    @_lifetime(self: copy self)
    private mutating func readPiece() -> Bool {
        let byte = text[position]
        if byte.isDigit { return readNumber() }
        if byte.isAlpha { return readWord() }
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            if time != nil { return readOffset() }
            return readMark()
        case UInt8(ascii: "/"), UInt8(ascii: "."): return readMark()
        case UInt8(ascii: " "), UInt8(ascii: ","): position += 1
        case UInt8(ascii: "("):
            guard text[text.count - 1] == UInt8(ascii: ")") else { return false }
            position = text.count
        default:
            // The narrow no-break space that some programs write before AM and PM.
            guard text.extracting(position...).starts(with: "\u{202F}") else { return false }
            position += 3
        }
        return true
    }

    /// Reads a date separator. All separators of a date must be the same.
    @_lifetime(self: copy self)
    private mutating func readMark() -> Bool {
        let byte = text[position]
        position += 1
        // `Jan. 2` and `2. Jan`.
        if byte == UInt8(ascii: "."), position == text.count || !text[position].isDigit { return true }
        guard mark == nil || mark == byte else { return false }
        mark = byte
        return true
    }

    @_lifetime(self: copy self)
    private mutating func readNumber() -> Bool {
        let start = position
        while position < text.count, text[position].isDigit { position += 1 }
        guard position - start <= 4, let value = text.extracting(start..<position).decimalValue else { return false }
        if position < text.count, text[position] == UInt8(ascii: ":") { return time == nil && readTime(hour: value) }
        guard numbers.count < 3 else { return false }
        numbers.append((value, position - start))
        return true
    }

    /// Reads `:04`, `:04:05` or `:04:05.678` after an hour.
    @_lifetime(self: copy self)
    private mutating func readTime(hour: Int) -> Bool {
        guard hour < 24, let minute = readTwo(), minute < 60 else { return false }
        var second = 0
        if position < text.count, text[position] == UInt8(ascii: ":") {
            guard let value = readTwo(), value <= 60 else { return false }
            second = value
        }
        if position + 1 < text.count, text[position] == UInt8(ascii: ".") || text[position] == UInt8(ascii: ","),
            text[position + 1].isDigit
        {
            position += 1
            while position < text.count, text[position].isDigit { position += 1 }
        }
        time = hour * 3_600 + minute * 60 + second
        return true
    }

    /// Reads a colon and two digits.
    @_lifetime(self: copy self)
    private mutating func readTwo() -> Int? {
        guard position + 3 <= text.count else { return nil }
        let value = text.extracting((position + 1)..<(position + 3)).decimalValue
        position += 3
        return value
    }

    /// Reads `+1`, `+01`, `+0100`, `+01:00` or `+01:00:00`.
    @_lifetime(self: copy self)
    private mutating func readOffset() -> Bool {
        guard offset == nil || offset == 0 else { return false }
        let sign = text[position] == UInt8(ascii: "-") ? -1 : 1
        position += 1
        let start = position
        while position < text.count, text[position].isDigit { position += 1 }
        guard (1...4).contains(position - start), position - start != 3,
            let number = text.extracting(start..<position).decimalValue
        else { return false }
        let hours = position - start == 4 ? number / 100 : number
        var (minutes, seconds) = (position - start == 4 ? number % 100 : 0, 0)
        if position < text.count, text[position] == UInt8(ascii: ":") {
            guard let value = readTwo() else { return false }
            minutes = value
            // PostgreSQL prints the seconds of local mean time offsets.
            if position < text.count, text[position] == UInt8(ascii: ":") {
                guard let value = readTwo(), value < 60 else { return false }
                seconds = value
            }
        }
        guard hours <= 15, minutes < 60 else { return false }
        offset = sign * (hours * 3_600 + minutes * 60 + seconds)
        return true
    }

    @_lifetime(self: copy self)
    private mutating func readWord() -> Bool {
        let start = position
        while position < text.count, text[position].isAlpha { position += 1 }
        let word = text.extracting(start..<position)
        if word.equalsIgnoringCase("t") { return !numbers.isEmpty && time == nil }
        if word.equalsIgnoringCase("z") || word.equalsIgnoringCase("utc") || word.equalsIgnoringCase("gmt") {
            guard time != nil, offset == nil else { return false }
            offset = 0
            return true
        }
        if word.equalsIgnoringCase("am") || word.equalsIgnoringCase("pm") {
            guard time != nil, isAfternoon == nil else { return false }
            isAfternoon = word.equalsIgnoringCase("pm")
            return true
        }
        for ending: StaticString in ["st", "nd", "rd", "th", "at"] where word.equalsIgnoringCase(ending) {
            return !numbers.isEmpty
        }
        if let named = Self.name(word, among: Self.months) {
            guard month == nil else { return false }
            month = named + 1
            return true
        }
        return Self.name(word, among: Self.weekdays) != nil
    }

    // MARK: - Interpretation

    private func timeOfDay() -> Int? {
        guard let time else { return 0 }
        guard let isAfternoon else { return time }
        guard (1...12).contains(time / 3_600) else { return nil }
        return time % 43_200 + (isAfternoon ? 43_200 : 0)
    }

    private func days() -> Int? {
        guard numbers.count == (month == nil ? 3 : 2) else { return nil }
        let (first, second, last) = (numbers[0], numbers[1], numbers[numbers.count - 1])
        if let month {
            // RFC 850 dates have a two-digit year, at the end.
            if first.digits == 4 { return CivilTime.days(year: first.value, month: month, day: second.value) }
            return CivilTime.days(year: Self.year(last), month: month, day: first.value)
        }
        if first.digits == 4 { return CivilTime.days(year: first.value, month: second.value, day: last.value) }
        guard last.digits == 4 else { return nil }
        // A period separates only day, month and year; a slash may also separate month, day and year.
        let isDayFirst = mark == UInt8(ascii: ".") || first.value > 12 || first.value == second.value
        guard isDayFirst || mark == UInt8(ascii: "/") && second.value > 12 else { return nil }
        return CivilTime.days(
            year: last.value, month: isDayFirst ? second.value : first.value,
            day: isDayFirst ? first.value : second.value)
    }

    private static func year(_ number: (value: Int, digits: Int)) -> Int {
        number.digits == 2 ? number.value + (number.value < 70 ? 2000 : 1900) : number.value
    }

    private static let months: [StaticString] = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let weekdays: [StaticString] = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]

    /// The index of the name that begins with a word of at least three letters.
    private static func name(_ word: Span<UInt8>, among names: [StaticString]) -> Int? {
        guard word.count >= 3 else { return nil }
        return names.firstIndex { name in
            let count = name.utf8CodeUnitCount
            guard word.count <= count else { return false }
            // Safe: the literal's bytes are read during the call, below its count.
            return name.withUTF8Buffer { letters in
                word.indices.allSatisfy { unsafe letters[$0] == word[$0].lowercased }
            }
        }
    }
}
