/// A point in time with nanoseconds, from year 1 to year 9999 (google.protobuf.Timestamp).
public struct CELTimestamp: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public let seconds: Int64
    /// 0 to 999,999,999, counted forwards also before 1970.
    public let nanoseconds: Int32

    /// 1970-01-01T00:00:00Z.
    static let epoch = CELTimestamp(unchecked: 0)

    private init(unchecked seconds: Int64) {
        self.seconds = seconds
        nanoseconds = 0
    }

    static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Makes a timestamp; nil when it is outside the years 1 to 9999.
    public init?(seconds: Int64, nanoseconds: Int32 = 0) {
        guard CELTimestamp.range.contains(seconds), (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    public static func < (left: CELTimestamp, right: CELTimestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// The timestamp so much later; nil outside the range.
    func adding(_ duration: CELDuration) -> CELTimestamp? {
        let nanos = Int64(nanoseconds) + Int64(duration.nanoseconds)
        let carry: Int64 = nanos < 0 ? -1 : nanos >= 1_000_000_000 ? 1 : 0
        return CELTimestamp(
            seconds: seconds + duration.seconds + carry, nanoseconds: Int32(nanos - carry * 1_000_000_000))
    }

    /// How long after another this one is; nil where the nanoseconds between the two don't fit 64 bits (292 years),
    /// as in the other implementations of CEL.
    func since(_ other: CELTimestamp) -> CELDuration? {
        let seconds = seconds - other.seconds
        let nanoseconds = Int64(nanoseconds) - Int64(other.nanoseconds)
        guard Int64(exactly: Int128(seconds) * 1_000_000_000 + Int128(nanoseconds)) != nil else { return nil }
        return CELDuration(seconds: seconds, nanoseconds: nanoseconds)
    }
}

extension CELTimestamp {
    /// Reads RFC 3339: `2009-02-13T23:31:30.5Z` or with an offset `+01:00`. Nil for anything else.
    public init?(_ text: String) {
        var reader = DigitReader(text)
        guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2), reader.take("-"),
            let day = reader.digits(2), reader.take("T") || reader.take("t"), let hour = reader.digits(2),
            reader.take(":"),
            let minute = reader.digits(2), reader.take(":"), let second = reader.digits(2)
        else { return nil }
        guard (1...12).contains(month), (1...CivilTime.daysInMonth(month, year: year)).contains(day), hour < 24,
            minute < 60, second < 60
        else { return nil }
        guard let nanoseconds = reader.fraction(), let offset = reader.zoneOffset(), reader.isAtEnd else { return nil }
        let days = CivilTime.days(year: year, month: month, day: day)
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        self.init(seconds: Int64(seconds), nanoseconds: nanoseconds)
    }
}

extension CELTimestamp: CustomStringConvertible {
    /// RFC 3339 in UTC, with as many digits of a second as there are.
    public var description: String {
        let civil = CivilTime(secondsSinceEpoch: seconds)
        let date = "\(padded(civil.year, 4))-\(padded(civil.month, 2))-\(padded(civil.day, 2))"
        let time = "\(padded(civil.hour, 2)):\(padded(civil.minute, 2)):\(padded(civil.second, 2))"
        return "\(date)T\(time)\(fraction(nanoseconds))Z"
    }
}

/// A number with zeros before it.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// `.5` for half a second, nothing for none.
func fraction(_ nanoseconds: Int32) -> String {
    guard nanoseconds != 0 else { return "" }
    var digits = Substring(padded(Int(nanoseconds), 9))
    while digits.last == "0" { digits.removeLast() }
    return ".\(digits)"
}

/// Reads fixed fields of ASCII, as dates are made of.
struct DigitReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { index == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Exactly `count` digits.
    mutating func digits(_ count: Int) -> Int? {
        guard index + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[index..<index + count] {
            guard byte &- 0x30 < 10 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        index += count
        return value
    }

    /// `.` and one to nine digits as nanoseconds, or nothing as 0.
    mutating func fraction() -> Int32? {
        guard take(".") else { return 0 }
        var value: Int32 = 0
        var count = 0
        while index < bytes.count, bytes[index] &- 0x30 < 10 {
            guard count < 9 else { return nil }
            value = value * 10 + Int32(bytes[index] - 0x30)
            count += 1
            index += 1
        }
        guard count > 0 else { return nil }
        for _ in count..<9 { value *= 10 }
        return value
    }

    /// `Z` or an offset, in seconds.
    mutating func zoneOffset() -> Int? {
        if take("Z") || take("z") { return 0 }
        return offset(signRequired: true)
    }

    /// `+11:00`; where CEL takes a zone's name the sign may be missing.
    mutating func offset(signRequired: Bool) -> Int? {
        let negative = take("-")
        guard negative || take("+") || !signRequired else { return nil }
        guard let hours = digits(2), take(":"), let minutes = digits(2), hours < 24, minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (negative ? -1 : 1)
    }
}
