import ByteText

/// Paths that are not links, on every host: the front answers them itself.
public enum ReservedPath {
    /// Before the token of a page that the edge has sent a client to.
    public static let pages: StaticString = "/_fp/"

    /// Whether a path, as it is in the request line, is the front's own. Compared byte for byte, without decoding.
    public static func contains(_ path: Span<UInt8>) -> Bool {
        path.equals("/robots.txt") || path.equals("/favicon.ico") || path.equals("/apple-app-site-association")
            || path.starts(with: "/.well-known/") || path.starts(with: pages)
    }
}
