/// Base64 for addresses, without padding (RFC 4648, section 5).
public enum Base64URL {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// The text without padding.
    public static func encode(_ bytes: Span<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var (bits, count) = (UInt32(0), 0)
        for index in bytes.indices {
            bits = bits << 8 | UInt32(bytes[index])
            count += 8
            while count >= 6 {
                count -= 6
                text.append(digits[Int(bits >> UInt32(count) & 63)])
            }
        }
        if count > 0 { text.append(digits[Int(bits << UInt32(6 - count) & 63)]) }
        return text
    }

    /// The bytes; nil for other characters, for an impossible length, and for unused bits that are not zero: each text
    /// has one form.
    public static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var (bits, count) = (UInt32(0), 0)
        for index in text.indices {
            let value = values[Int(text[index])]
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                bits &= (1 << UInt32(count)) - 1
            }
        }
        return count < 6 && bits == 0 ? bytes : nil
    }
}
