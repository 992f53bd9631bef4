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
        guard count <= 16 else { return false }
        var dots = 0
        for index in indices {
            // Safe: the index is below the count.
            let byte = unsafe self[unchecked: index]
            guard byte.isDigit || byte == UInt8(ascii: ".") else { return false }
            dots &+= byte == UInt8(ascii: ".") ? 1 : 0
        }
        return dots == 3
    }
}
