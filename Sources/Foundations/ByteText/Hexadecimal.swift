/// Bytes as hexadecimal digits, two a byte. For the cold paths.
public enum Hexadecimal {
    /// Writes lower-case digits.
    public static func text(_ bytes: [UInt8]) -> String {
        let digits = bytes.flatMap { [UInt8.hexDigit($0 >> 4).lowercased, UInt8.hexDigit($0).lowercased] }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads digits of either case; nil for anything else, an odd number of digits too.
    public static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { digits.span.hexPair(at: $0) }
        return bytes.count * 2 == digits.count ? bytes : nil
    }
}

extension UInt32 {
    /// The eight lower-case hexadecimal digits of a number as a word, the first of them lowest.
    @inlinable
    public var hexDigits: UInt64 {
        // The half-bytes, each into a byte of its own, the highest of them lowest.
        var spread = UInt64(byteSwapped)
        spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
        spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
        spread = (spread >> 4 | spread << 8) & 0x0F0F_0F0F_0F0F_0F0F
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Of a half-byte from ten on, the sixth bit of its sum with six is set.
        let letters = (spread &+ ones &* 6) >> 4 & ones
        return spread &+ ones &* 0x30 &+ letters &* 0x27
    }
}
