/// An event's ID: a ULID, whose 26-character text sorts in the order of the events.
///
/// The upper 48 bits are milliseconds since 1970. The other bits are random, so IDs are unique across nodes and
/// restarts.
public struct EventID: Sendable, Hashable, Comparable {
    /// The length of the text in characters.
    public static let length = 26
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    /// The start of an event's text, up to the ID.
    private static let mark = Array("{\"id\":\"".utf8)

    let value: UInt128

    init(value: UInt128) { self.value = value }

    /// Parses an ID; `nil` if the text is not one.
    public init?(_ text: some Sequence<UInt8>) {
        var value: UInt128 = 0
        var count = 0
        for byte in text {
            guard let digit = Self.digits.firstIndex(of: byte), count < Self.length, count > 0 || digit < 8 else {
                return nil
            }
            value = value << 5 | UInt128(digit)
            count += 1
        }
        guard count == Self.length else { return nil }
        self.value = value
    }

    /// Parses the ID at the start of an event's text; `nil` if the text does not begin with one.
    public init?(ofEvent text: [UInt8]) {
        guard text.starts(with: Self.mark) else { return nil }
        self.init(text.dropFirst(Self.mark.count).prefix(Self.length))
    }

    /// The 26 characters.
    public var text: [UInt8] {
        (0..<Self.length).map {
            Self.digits[Int(truncatingIfNeeded: value >> UInt128(5 * (Self.length - 1 - $0))) & 31]
        }
    }

    /// The text of an event: a JSON object with the ID as its first member.
    ///
    /// - Parameter members: The event as a complete JSON object.
    public func named(_ members: some Collection<UInt8>) -> [UInt8] {
        Self.mark + text + Array("\",".utf8) + members.dropFirst()
    }

    /// The time of the event in seconds since 1970.
    public var seconds: Int64 { Int64(truncatingIfNeeded: value >> 80) / 1000 }

    /// Whether one event precedes the other.
    public static func < (one: EventID, other: EventID) -> Bool { one.value < other.value }
}

/// Generates event IDs in ascending order, even if the clock is set back.
public struct EventIDs: Sendable {
    private var last: UInt128

    /// - Parameter last: The highest ID generated so far; `nil` if there is none.
    public init(after last: EventID?) { self.last = last?.value ?? 0 }

    /// The next ID.
    ///
    /// - Parameter milliseconds: The current time since 1970.
    public mutating func next(at milliseconds: UInt64) -> EventID {
        if UInt128(milliseconds) > last >> 80 {
            // The upper bit stays clear, which leaves room to count within the millisecond.
            let random = UInt128(UInt16.random(in: 0..<1 << 15)) << 64 | UInt128(UInt64.random(in: 0...UInt64.max))
            last = UInt128(milliseconds) << 80 | random
        } else {
            last += 1
        }
        return EventID(value: last)
    }
}
