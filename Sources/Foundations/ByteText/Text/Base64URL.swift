/// base64url without padding (RFC 4648, section 5).
public enum Base64URL {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// The encoded length of `count` bytes.
    public static func encodedCount(_ count: Int) -> Int { (count * 4 + 2) / 3 }

    /// Encodes bytes without padding.
    public static func encode(_ bytes: Span<UInt8>) -> [UInt8] {
        [UInt8](capacity: encodedCount(bytes.count)) { encode(bytes, to: &$0) }
    }

    /// Appends the encoding without padding. Traps if there is no room.
    public static func encode(_ bytes: Span<UInt8>, to text: inout OutputSpan<UInt8>) {
        var index = 0
        // Six bytes encode to eight digits.
        while index + 8 <= bytes.count {
            text.append(word: digits(of: bytes.word(at: index).byteSwapped >> 16))
            index += 6
        }
        var (bits, count) = (UInt32(0), 0)
        while index < bytes.count {
            bits = bits << 8 | UInt32(bytes[index])
            count += 8
            index += 1
            while count >= 6 {
                count -= 6
                text.append(digits[Int(bits >> UInt32(count) & 63)])
            }
        }
        if count > 0 { text.append(digits[Int(bits << UInt32(6 - count) & 63)]) }
    }

    /// The eight digits of 48 bits, first digit in the lowest byte.
    private static func digits(of bits: UInt64) -> UInt64 {
        // Spread each six bits to one byte.
        let halves = (bits & 0xFFFF_FF00_0000) << 8 | bits & 0xFF_FFFF
        let quarters = (halves & 0x00FF_F000_00FF_F000) << 4 | halves & 0x0000_0FFF_0000_0FFF
        let values = ((quarters & 0x0FC0_0FC0_0FC0_0FC0) << 2 | quarters & 0x003F_003F_003F_003F).byteSwapped
        // Compare with 26, 52, 62 and 63: the top bit of a sum is the result, and no sum carries into the next byte.
        let ones: UInt64 = 0x0101_0101_0101_0101
        func reached(_ bound: UInt64) -> UInt64 { (values &+ ones &* (128 - bound)) >> 7 & ones }
        let letters = values &+ ones &* 65 &+ reached(26) &* 6
        return letters &- reached(52) &* 75 &- reached(62) &* 13 &+ reached(63) &* 49
    }

    /// Decodes base64url; `nil` for other characters, an impossible length, or unused bits that are not zero, so that each
    /// value has exactly one encoding.
    public static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        var isValid = false
        let bytes = [UInt8](capacity: text.count * 3 / 4) { isValid = decode(text, to: &$0) }
        return isValid ? bytes : nil
    }

    /// Appends the decoded bytes up to the first invalid character, and returns whether all of the text is valid. Traps if
    /// there is no room.
    public static func decode(_ text: Span<UInt8>, to bytes: inout OutputSpan<UInt8>) -> Bool {
        let values = values
        var (bits, count) = (UInt32(0), 0)
        for index in text.indices {
            let value = values[Int(text[index])]
            guard value < 64 else { return false }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                bits &= (1 << UInt32(count)) - 1
            }
        }
        return count < 6 && bits == 0
    }
}
