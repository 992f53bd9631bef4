import ByteText

/// A point in time with nanoseconds, from year 1 to year 9999 (google.protobuf.Timestamp).
public struct CELTimestamp: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public let seconds: Int64
    /// 0 to 999,999,999, counted forward also before 1970.
    public let nanoseconds: Int32

    /// 1970-01-01T00:00:00Z.
    static let epoch = CELTimestamp(unchecked: 0)

    private init(unchecked seconds: Int64) {
        self.seconds = seconds
        nanoseconds = 0
    }

    static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Creates a timestamp; `nil` outside of the years 1 to 9999.
    public init?(seconds: Int64, nanoseconds: Int32 = 0) {
        guard CELTimestamp.range.contains(seconds), (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    public static func < (left: CELTimestamp, right: CELTimestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// The timestamp plus a duration; `nil` if it is out of range.
    func adding(_ duration: CELDuration) -> CELTimestamp? {
        let nanos = Int64(nanoseconds) + Int64(duration.nanoseconds)
        let carry: Int64 = nanos < 0 ? -1 : nanos >= 1_000_000_000 ? 1 : 0
        return CELTimestamp(
            seconds: seconds + duration.seconds + carry, nanoseconds: Int32(nanos - carry * 1_000_000_000))
    }

    /// The duration since another timestamp; `nil` if it does not fit in 64 bits of nanoseconds (292 years),
    /// as in other implementations of CEL.
    func since(_ other: CELTimestamp) -> CELDuration? {
        let seconds = seconds - other.seconds
        let nanoseconds = Int64(nanoseconds) - Int64(other.nanoseconds)
        guard Int64(exactly: Int128(seconds) * 1_000_000_000 + Int128(nanoseconds)) != nil else { return nil }
        return CELDuration(seconds: seconds, nanoseconds: nanoseconds)
    }
}

extension CELTimestamp {
    /// Parses RFC 3339: `2009-02-13T23:31:30.5Z` or with an offset `+01:00`. `nil` for anything else.
    ///
    /// Stricter than ``ByteText/Timestamp``: CEL does not allow leap seconds, nor more than nine fractional
    /// digits.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let parts = Timestamp.parse(bytes.span), !parts.isLeapSecond, parts.fraction.count <= 9 else {
            return nil
        }
        var nanoseconds: Int32 = 0
        for index in 0..<9 {
            let digit = index < parts.fraction.count ? bytes[parts.fraction.lowerBound + index] - 0x30 : 0
            nanoseconds = nanoseconds * 10 + Int32(digit)
        }
        self.init(seconds: parts.seconds, nanoseconds: nanoseconds)
    }
}

extension CELTimestamp: CustomStringConvertible {
    /// RFC 3339 in UTC, without trailing zeros in the fraction.
    public var description: String { Timestamp.text(seconds).dropLast() + fraction(nanoseconds) + "Z" }
}

/// A number with leading zeros.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// `.5` for half a second, empty for zero.
func fraction(_ nanoseconds: Int32) -> String {
    guard nanoseconds != 0 else { return "" }
    var digits = Substring(padded(Int(nanoseconds), 9))
    while digits.last == "0" { digits.removeLast() }
    return ".\(digits)"
}
