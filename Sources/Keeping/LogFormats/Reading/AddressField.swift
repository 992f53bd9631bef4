import ByteText

/// Addresses and countries in log formats; `nil` for anything else, since nothing is guessed.
enum AddressField {
    /// An IP address in `192.0.2.1`, `192.0.2.1:2817`, `[2001:db8::1]:2817` or `2001:db8::1`; the first of a list, as
    /// proxies forward it. For IPv4 only the characters are checked; IPv6 is converted to its form in clicks (RFC
    /// 5952).
    static func address(_ text: TextRange, in arena: inout ByteArena) -> TextRange? {
        // Nearly every address.
        if arena[text].isDotted { return text }
        let first = firstOfList(text, in: arena)
        guard !first.isEmpty else { return nil }
        if arena[first.start] == UInt8(ascii: "[") {
            guard let end = arena[first].firstIndex(of: UInt8(ascii: "]")) else { return nil }
            return version6(first[1..<end], in: &arena)
        }
        if let dotted = dotted(first, in: arena) { return dotted }
        if let address = version6(first, in: &arena) { return address }
        // A port of five digits, or one after the dots of a mapped address, allows no other reading.
        return withoutPort(first, in: arena).flatMap { version6($0, in: &arena) }
    }

    /// The address in a column of address and port, such as `2001:db8::9:5123`: the last group is the port. A text without
    /// one is read as an address.
    static func addressAndPort(_ text: TextRange, in arena: inout ByteArena) -> TextRange? {
        withoutPort(text, in: arena).flatMap { address($0, in: &arena) } ?? address(text, in: &arena)
    }

    /// The part before a comma: the address that the proxy nearest to the client added.
    private static func firstOfList(_ text: TextRange, in arena: borrowing ByteArena) -> TextRange {
        var end = arena[text].firstIndex(of: UInt8(ascii: ",")) ?? Int(text.count)
        while end > 0, arena[text.start + end - 1] == 0x20 { end -= 1 }
        return text[0..<end]
    }

    /// The part before a colon and one to five digits at the end.
    private static func withoutPort(_ text: TextRange, in arena: borrowing ByteArena) -> TextRange? {
        var colon = Int(text.count) - 1
        while colon > 0, arena[text.start + colon].isDigit { colon -= 1 }
        guard colon > 0, arena[text.start + colon] == UInt8(ascii: ":"), (1...5).contains(Int(text.count) - 1 - colon)
        else { return nil }
        return text[0..<colon]
    }

    /// An IPv4 address without its port, if any: digits and three dots.
    private static func dotted(_ text: TextRange, in arena: borrowing ByteArena) -> TextRange? {
        let host = withoutPort(text, in: arena) ?? text
        var dots = 0
        for index in host.indices {
            if arena[index] == UInt8(ascii: ".") { dots += 1 } else if !arena[index].isDigit { return nil }
        }
        return dots == 3 ? host : nil
    }

    private static func version6(_ text: TextRange, in arena: inout ByteArena) -> TextRange? {
        guard arena[text].firstIndex(of: UInt8(ascii: ":")) != nil else { return nil }
        return IPAddress(arena[text])?.withText { arena.append($0) }
    }

    /// A two-letter country code (ISO 3166-1).
    static func country(_ text: TextRange, in arena: borrowing ByteArena) -> TextRange? {
        text.count == 2 && arena[text.start].isAlpha && arena[text.start + 1].isAlpha ? text : nil
    }
}

extension Span<UInt8> {
    /// Whether these are digits and three dots. `false` is inconclusive.
    fileprivate var isDotted: Bool {
        guard count > 8, count <= 16 else { return false }
        let (ones, threes): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x3030_3030_3030_3030)
        // The bytes contained in both words are replaced in the second by zeros, which count as digits.
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
        // The top bit of a byte's sum is zero if its low bits are. No sum carries into the next byte.
        let strange = self ^ (ones &* UInt64(UInt8(ascii: ".")))
        return ~(((strange & low) &+ low) | strange | low)
    }
}
