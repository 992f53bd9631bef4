import ByteText

/// Addresses and countries as logs write them. Anything else is nil: nothing is guessed.
enum AddressField {
    /// An IP address in `192.0.2.1`, `192.0.2.1:2817`, `[2001:db8::1]:2817` or `2001:db8::1`. Only the characters are
    /// checked.
    static func address(_ text: TextRange, in arena: borrowing ByteArena) -> TextRange? {
        let bytes = arena[text]
        if bytes[0] == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            return address(text[1..<end], isBracketed: true, in: arena)
        }
        return address(text, isBracketed: false, in: arena)
    }

    private static func address(
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
