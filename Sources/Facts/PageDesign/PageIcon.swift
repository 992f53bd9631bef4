/// A site's icon: the bytes of an image file.
public struct PageIcon: Sendable, Hashable {
    /// The kinds of images that every browser shows and that can hold no script.
    public enum Kind: String, Sendable, CaseIterable {
        case png, jpeg, webp

        /// The media type.
        public var mediaType: String { "image/\(rawValue)" }
    }

    /// Larger ones delay the page that they are on.
    public static let maximumBytes = 64 << 10

    /// What the bytes are, by how they begin.
    public let kind: Kind
    /// The file.
    public let bytes: [UInt8]

    /// Accepts an image by its first bytes, whatever its file is called; nil for any other file, and for larger ones.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumBytes, let kind = Self.kind(of: bytes) else { return nil }
        (self.kind, self.bytes) = (kind, bytes)
    }

    private static func kind(of bytes: [UInt8]) -> Kind? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        // A RIFF file whose form is WEBP (WebP Container Specification).
        if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) { return .webp }
        return nil
    }
}
