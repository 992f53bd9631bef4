/// A duration with nanoseconds, up to ten thousand years in either direction (google.protobuf.Duration).
public struct CELDuration: Sendable, Hashable, Comparable {
    /// Whole seconds.
    public let seconds: Int64
    /// The nanoseconds, with the same sign as the seconds.
    public let nanoseconds: Int32

    static let maximumSeconds: Int64 = 315_576_000_000

    /// Creates a duration from seconds and any number of nanoseconds; `nil` if it exceeds ten thousand years.
    public init?(seconds: Int64, nanoseconds: Int64 = 0) {
        let whole = seconds.addingReportingOverflow(nanoseconds / 1_000_000_000)
        guard !whole.overflow else { return nil }
        var seconds = whole.partialValue
        var rest = nanoseconds % 1_000_000_000
        if seconds > 0, rest < 0 {
            seconds -= 1
            rest += 1_000_000_000
        } else if seconds < 0, rest > 0 {
            seconds += 1
            rest -= 1_000_000_000
        }
        guard seconds.magnitude <= UInt64(CELDuration.maximumSeconds) else { return nil }
        self.seconds = seconds
        self.nanoseconds = Int32(rest)
    }

    public static func < (left: CELDuration, right: CELDuration) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    func adding(_ other: CELDuration) -> CELDuration? {
        CELDuration(
            seconds: seconds + other.seconds, nanoseconds: Int64(nanoseconds) + Int64(other.nanoseconds))
    }

    var negated: CELDuration? { CELDuration(seconds: -seconds, nanoseconds: -Int64(nanoseconds)) }
}

extension CELDuration {
    /// Parses a sign and numbers with units: `-1h30m`, `1.5s`, `20ms`, `7us`, `3ns`, or `0`. `nil` for anything else.
    public init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        let negative = rest.first == 0x2D
        if negative || rest.first == 0x2B { rest.removeFirst() }
        if rest.elementsEqual([0x30]) {
            self.init(seconds: 0)
            return
        }
        guard !rest.isEmpty else { return nil }
        var total: Int128 = 0
        while !rest.isEmpty {
            guard let piece = CELDuration.piece(&rest) else { return nil }
            total += piece
            guard total <= Int128(CELDuration.maximumSeconds) * 1_000_000_000 else { return nil }
        }
        if negative { total = -total }
        self.init(seconds: Int64(total / 1_000_000_000), nanoseconds: Int64(total % 1_000_000_000))
    }

    /// Parses one number and its unit, in nanoseconds.
    private static func piece(_ rest: inout ArraySlice<UInt8>) -> Int128? {
        let whole = rest.prefix { $0 &- 0x30 < 10 }
        rest = rest.dropFirst(whole.count)
        var decimals = ArraySlice<UInt8>()
        if rest.first == 0x2E {
            rest.removeFirst()
            decimals = rest.prefix { $0 &- 0x30 < 10 }
            rest = rest.dropFirst(decimals.count)
        }
        guard !(whole.isEmpty && decimals.isEmpty), whole.count <= 18, let unit = unit(&rest) else { return nil }
        var value = whole.reduce(0) { $0 * 10 + Int128($1 - 0x30) } * unit
        var scale = unit
        for digit in decimals {
            // Digits beyond nanoseconds are ignored.
            value += scale / 10 * Int128(digit - 0x30) + scale % 10 * Int128(digit - 0x30) / 10
            scale /= 10
        }
        return value
    }

    private static func unit(_ rest: inout ArraySlice<UInt8>) -> Int128? {
        let units: [(name: String, nanoseconds: Int128)] = [
            ("ns", 1), ("us", 1_000), ("µs", 1_000), ("μs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
            ("m", 60_000_000_000), ("h", 3_600_000_000_000),
        ]
        guard let unit = units.first(where: { rest.starts(with: $0.name.utf8) }) else { return nil }
        rest = rest.dropFirst(unit.name.utf8.count)
        return unit.nanoseconds
    }
}

extension CELDuration: CustomStringConvertible {
    /// Seconds without trailing zeros: `5400s`, `-0.5s`.
    public var description: String {
        let negative = seconds < 0 || nanoseconds < 0
        return "\(negative ? "-" : "")\(seconds.magnitude)\(fraction(Int32(nanoseconds.magnitude)))s"
    }
}
