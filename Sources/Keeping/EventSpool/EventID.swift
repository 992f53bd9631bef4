/// The name of an event: a ULID, 26 characters that sort as the events came.
///
/// The upper 48 bits are milliseconds since 1970, the others random, so that no two nodes and no two starts make the same.
public struct EventID: Sendable, Hashable, Comparable {
    /// How many characters the text has.
    public static let length = 26
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    /// What stands before the name in the text of an event.
    private static let mark = Array("{\"id\":\"".utf8)

    let value: UInt128

    init(value: UInt128) { self.value = value }

    /// Reads a name; nil for anything else.
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

    /// The name of an event by its text, which begins with it; nil for anything else.
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

    /// The text of an event: the members of a JSON object, of which the name is made the first.
    ///
    /// - Parameter members: A whole JSON object.
    public func named(_ members: some Collection<UInt8>) -> [UInt8] {
        Self.mark + text + Array("\",".utf8) + members.dropFirst()
    }

    /// Seconds since 1970 at which the event was named.
    public var seconds: Int64 { Int64(truncatingIfNeeded: value >> 80) / 1000 }

    /// Whether the one event came before the other.
    public static func < (one: EventID, other: EventID) -> Bool { one.value < other.value }
}

/// Makes the names of events, each higher than the one before, even where the clock is set back.
public struct EventIDs: Sendable {
    private var last: UInt128

    /// - Parameter last: The highest name that was ever made; nil for none.
    public init(after last: EventID?) { self.last = last?.value ?? 0 }

    /// The next name.
    ///
    /// - Parameter milliseconds: Since 1970.
    public mutating func next(at milliseconds: UInt64) -> EventID {
        if UInt128(milliseconds) > last >> 80 {
            // The upper bit stays clear: there is room to count on within the millisecond.
            let random = UInt128(UInt16.random(in: 0..<1 << 15)) << 64 | UInt128(UInt64.random(in: 0...UInt64.max))
            last = UInt128(milliseconds) << 80 | random
        } else {
            last += 1
        }
        return EventID(value: last)
    }
}
