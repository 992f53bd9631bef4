import ByteText

/// Paths that are never links, on any host: the front serves them itself.
public enum ReservedPath {
    /// The prefix of pages that the edge redirects clients to; a token follows.
    public static let pages: StaticString = "/_fp/"
    /// The prefix of the pages for testing a link on a phone. No host begins with a dot, so it is no page of a link.
    public static let lab: StaticString = "/_fp/.lab/"

    /// Whether the front serves a path itself, as it appears in the request line. Compared byte for byte, without
    /// decoding.
    ///
    /// - Parameter target: A path with or without a query, which is ignored.
    public static func contains(_ target: Span<UInt8>) -> Bool {
        guard target.count > 1 else { return false }
        // The first letter excludes most targets.
        return switch target[1] {
        case UInt8(ascii: "r"): isPath("/robots.txt", of: target)
        case UInt8(ascii: "f"): isPath("/favicon.ico", of: target)
        case UInt8(ascii: "a"): isPath("/apple-app-site-association", of: target)
        case UInt8(ascii: "."): target.starts(with: "/.well-known/")
        case UInt8(ascii: "_"): target.starts(with: pages)
        default: false
        }
    }

    private static func isPath(_ path: StaticString, of target: Span<UInt8>) -> Bool {
        let count = path.utf8CodeUnitCount
        return target.starts(with: path) && (target.count == count || target[count] == UInt8(ascii: "?"))
    }
}
