/// The encoding of a text file, detected by its byte order mark or by zero bytes in its first characters.
public enum TextEncoding: Sendable, Equatable {
    /// UTF-8, or unknown.
    case utf8
    case utf16
    case utf32

    /// Examines the first four bytes.
    public init(of bytes: Span<UInt8>) {
        func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
        self =
            switch (byte(0), byte(1), byte(2), byte(3)) {
            case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF): .utf32
            case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _): .utf16
            // Text files normally begin with ASCII.
            case (let first?, 0, 0, 0) where first.isTextASCII: .utf32
            case (0, 0, 0, let last?) where last.isTextASCII: .utf32
            case (let first?, 0, let third?, 0) where first.isTextASCII && third != 0: .utf16
            case (0, let second?, 0, let fourth?) where second.isTextASCII && fourth != 0: .utf16
            default: .utf8
            }
    }
}

extension UInt8 {
    /// Whether the byte is printable ASCII, a tab or a line ending.
    fileprivate var isTextASCII: Bool { (0x20..<0x7F).contains(self) || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension Span<UInt8> {
    /// The index after a UTF-8 byte order mark; 0 if there is none.
    public var textStart: Int { starts(with: "\u{FEFF}") ? 3 : 0 }
}
