/// Bytes as lower-case hexadecimal digits. For the cold paths.
public enum Hexadecimal {
    /// Two digits a byte.
    public static func text(_ bytes: [UInt8]) -> String {
        let digits = bytes.flatMap { [UInt8.hexDigit($0 >> 4).lowercased, UInt8.hexDigit($0).lowercased] }
        return String(decoding: digits, as: UTF8.self)
    }
}
