/// The page settings of a site (`pages:`). Validated during parsing; pages are built from it at load time.
public struct PagesDefinition: Sendable, Hashable {
    /// The name of the app or the site, as shown to visitors.
    public var name: String?
    /// The icon next to the name.
    public var icon: PageIcon?
    /// The contact for questions.
    public var contact: PageContact?
    /// Whether a short link followed by `+` shows its target.
    public var preview = true
    /// Whether pages for Apple platforms have a Smart App Banner.
    public var appBanner = true
    /// The language for visitors whose languages are not supported.
    public var language = PageLanguage.english
    /// The colors in the light color scheme.
    public var light = PageTheme()
    /// The colors in the dark color scheme.
    public var dark = PageTheme()
    /// Texts that replace the built-in ones, with placeholders in braces.
    public var texts: [PageLanguage: [PageWord: String]] = [:]
    /// Templates that replace the built-in ones: the content of the body, by page name.
    public var templates: [String: String] = [:]
    /// A style sheet added after the built-in one.
    public var style: String?

    /// Whether tapping the App Store link copies a click token, which the app submits (`deferred`).
    public var copiesToken = false

    /// Creates the default settings.
    public init() {}
}

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
