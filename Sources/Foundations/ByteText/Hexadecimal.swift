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
