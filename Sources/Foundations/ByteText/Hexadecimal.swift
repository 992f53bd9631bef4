/// Bytes as hexadecimal digits, two per byte. For cold paths.
public enum Hexadecimal {
    /// Encodes bytes as lower-case digits.
    public static func text(_ bytes: [UInt8]) -> String {
        let digits = bytes.flatMap { [UInt8.hexDigit($0 >> 4).lowercased, UInt8.hexDigit($0).lowercased] }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Decodes digits of either case; `nil` for any other character or an odd number of digits.
    public static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { digits.span.hexPair(at: $0) }
        return bytes.count * 2 == digits.count ? bytes : nil
    }
}

extension UInt32 {
    /// The eight lower-case hexadecimal digits of a number as a word, the most significant digit in the lowest byte.
    @inlinable
    public var hexDigits: UInt64 {
        // Spread the nibbles to one byte each, the most significant in the lowest byte.
        var spread = UInt64(byteSwapped)
        spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
        spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
        spread = (spread >> 4 | spread << 8) & 0x0F0F_0F0F_0F0F_0F0F
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Adding six to a nibble of ten or more sets bit 4.
        let letters = (spread &+ ones &* 6) >> 4 & ones
        return spread &+ ones &* 0x30 &+ letters &* 0x27
    }
}
