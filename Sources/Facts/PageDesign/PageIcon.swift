/// A site's icon: the bytes of an image file.
public struct PageIcon: Sendable, Hashable {
    /// Image formats that all browsers support and that cannot contain scripts.
    public enum Kind: String, Sendable, CaseIterable {
        case png, jpeg, webp

        /// The media type.
        public var mediaType: String { "image/\(rawValue)" }
    }

    /// The maximum file size in bytes. Larger icons would delay the page.
    public static let maximumBytes = 64 << 10

    /// The format, detected from the first bytes.
    public let kind: Kind
    /// The content of the file.
    public let bytes: [UInt8]

    /// Accepts an image by its first bytes, regardless of file name; `nil` for any other file, or if it is too large.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumBytes, let kind = Self.kind(of: bytes) else { return nil }
        (self.kind, self.bytes) = (kind, bytes)
    }

    private static func kind(of bytes: [UInt8]) -> Kind? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        // A RIFF file of type WEBP (WebP Container Specification).
        if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) { return .webp }
        return nil
    }
}
