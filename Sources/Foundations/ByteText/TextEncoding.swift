/// The encoding of a text file, by its byte order mark or by the zeros in its first characters.
public enum TextEncoding: Sendable, Equatable {
    /// UTF-8, or no text that is recognised.
    case utf8
    case utf16
    case utf32

    /// Looks at the first four bytes.
    public init(of bytes: Span<UInt8>) {
        func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
        self =
            switch (byte(0), byte(1), byte(2), byte(3)) {
            case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF): .utf32
            case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _): .utf16
            // What begins a file that people write is ASCII.
            case (let first?, 0, 0, 0) where first.isTextASCII: .utf32
            case (0, 0, 0, let last?) where last.isTextASCII: .utf32
            case (let first?, 0, let third?, 0) where first.isTextASCII && third != 0: .utf16
            case (0, let second?, 0, let fourth?) where second.isTextASCII && fourth != 0: .utf16
            default: .utf8
            }
    }
}

extension UInt8 {
    /// Whether the byte is a printable ASCII character, a tab or the end of a line.
    fileprivate var isTextASCII: Bool { (0x20..<0x7F).contains(self) || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension Span<UInt8> {
    /// The index of the first byte after a byte order mark of UTF-8; 0 without one.
    public var textStart: Int { starts(with: "\u{FEFF}") ? 3 : 0 }
}
