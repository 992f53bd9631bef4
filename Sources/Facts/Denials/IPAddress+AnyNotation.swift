import ByteText

extension IPAddress {
    /// Parses an IPv4 address in any notation of `inet_aton` and browsers: one to four numbers in decimal, octal (`017`) or
    /// hexadecimal (`0xf`), the last of which fills the remaining bytes.
    init?(anyNotation text: Span<UInt8>) {
        var (address, parts, start) = (UInt64(0), 0, 0)
        while true {
            let end = text.firstIndex(of: UInt8(ascii: "."), from: start) ?? text.count
            guard parts < 4, let number = Self.number(text.extracting(start..<end)) else { return nil }
            parts += 1
            guard end == text.count else {
                guard number < 256 else { return nil }
                address = address << 8 | number
                start = end + 1
                continue
            }
            let bits = UInt64(8 * (5 - parts))
            guard number < 1 << bits else { return nil }
            self.init(ipv4: UInt32(truncatingIfNeeded: address << bits | number))
            return
        }
    }

    private static func number(_ digits: Span<UInt8>) -> UInt64? {
        guard digits.count > 0 else { return nil }
        var (base, start) = (UInt64(10), 0)
        if digits.count > 1, digits[0] == UInt8(ascii: "0") {
            (base, start) = digits[1].lowercased == UInt8(ascii: "x") ? (16, 2) : (8, 1)
        }
        var number: UInt64 = 0
        for index in start..<digits.count {
            guard let digit = digits[index].hexValue, digit < base else { return nil }
            number = number * base + UInt64(digit)
            guard number <= UInt64(UInt32.max) else { return nil }
        }
        return number
    }
}
