import ByteText

/// Addresses and countries as logs write them. Anything else is nil: nothing is guessed.
enum AddressField {
    /// An IP address in `192.0.2.1`, `192.0.2.1:2817`, `[2001:db8::1]:2817` or `2001:db8::1`. Of one of IPv4 only the
    /// characters are checked; one of IPv6 gets the form that it has in clicks (RFC 5952).
    static func address(_ text: TextRange, in arena: inout ByteArena) -> TextRange? {
        // Nearly every address.
        if arena[text].isDotted { return text }
        var address = text
        let isBracketed = arena[text.start] == UInt8(ascii: "[")
        if isBracketed {
            guard let end = arena[text].firstIndex(of: UInt8(ascii: "]")) else { return nil }
            address = text[1..<end]
        }
        guard let found = range(address, isBracketed: isBracketed, in: arena) else { return nil }
        guard arena[found].firstIndex(of: UInt8(ascii: ":")) != nil else { return found }
        return IPAddress(arena[found])?.withText { arena.append($0) }
    }

    private static func range(
        _ text: TextRange, isBracketed: Bool, in arena: borrowing ByteArena
    ) -> TextRange? {
        let bytes = arena[text]
        var (dots, colons, firstColon) = (0, 0, 0)
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "."): dots += 1
            case UInt8(ascii: ":"):
                if colons == 0 { firstColon = index }
                colons += 1
            case let byte where byte.isHexDigit: break
            default: return nil
            }
        }
        if colons >= 2 { return text }
        guard !isBracketed, dots == 3 else { return nil }
        let host = colons == 1 ? text[0..<firstColon] : text
        for index in host.indices where arena[index].isAlpha { return nil }
        return host
    }

    /// A two-letter country code (ISO 3166-1).
    static func country(_ text: TextRange, in arena: borrowing ByteArena) -> TextRange? {
        text.count == 2 && arena[text.start].isAlpha && arena[text.start + 1].isAlpha ? text : nil
    }
}

extension Span<UInt8> {
    /// Whether these are digits and three dots. False says nothing.
    fileprivate var isDotted: Bool {
        guard count > 8, count <= 16 else { return false }
        let (ones, threes): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x3030_3030_3030_3030)
        // The bytes that are in both words are read as zeros, which are digits, in the second.
        let overlap = UInt64(truncatingIfNeeded: 8 &* (16 &- count))
        let (first, last) = (word(at: 0), word(at: count &- 8) &>> overlap | ~(UInt64.max &>> overlap) & threes)
        let (dots, lastDots) = (first.dots, last.dots)
        // A dot becomes the digit 0.
        let (digits, lastDigits) = (first ^ (dots &>> 7) &* 0x1E, last ^ (lastDots &>> 7) &* 0x1E)
        let highs = (digits ^ threes) | (lastDigits ^ threes) | ((digits &+ ones &* 6) ^ threes)
        guard (highs | ((lastDigits &+ ones &* 6) ^ threes)) & (ones &* 0xF0) == 0 else { return false }
        return dots.nonzeroBitCount &+ lastDots.nonzeroBitCount == 3
    }
}

extension UInt64 {
    /// The top bit of each byte that is a dot.
    fileprivate var dots: UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = ones &* 0x7F
        // The top bit of a sum is zero where the byte was: none carries into the next.
        let strange = self ^ (ones &* UInt64(UInt8(ascii: ".")))
        return ~(((strange & low) &+ low) | strange | low)
    }
}
