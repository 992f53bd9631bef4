import ByteText

/// Paths that are no links, on every host: the front answers them itself.
enum ReservedPath {
    /// Before the token of a page; see ``PageTokens``.
    static let pages: StaticString = "/_fp/"

    static func contains(_ path: Span<UInt8>) -> Bool {
        path.equals("/robots.txt") || path.equals("/favicon.ico") || path.equals("/apple-app-site-association")
            || path.starts(with: "/.well-known/") || path.starts(with: pages)
    }
}
