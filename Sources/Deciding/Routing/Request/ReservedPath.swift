import ByteText

/// Paths that are not links, on every host: the front answers them itself.
public enum ReservedPath {
    /// Before the token of a page that the edge has sent a client to.
    public static let pages: StaticString = "/_fp/"

    /// Whether a path, as it is in the request line, is the front's own. Compared byte for byte, without decoding.
    public static func contains(_ path: Span<UInt8>) -> Bool {
        guard path.count > 1 else { return false }
        return switch path[1] {
        case UInt8(ascii: "r"): path.equals("/robots.txt")
        case UInt8(ascii: "f"): path.equals("/favicon.ico")
        case UInt8(ascii: "a"): path.equals("/apple-app-site-association")
        case UInt8(ascii: "."): path.starts(with: "/.well-known/")
        case UInt8(ascii: "_"): path.starts(with: pages)
        default: false
        }
    }

    /// The same of a request target: a path, and a query where there is one.
    public static func contains(pathOf target: Span<UInt8>) -> Bool {
        // Of most targets the first letters tell.
        guard contains(initialsOf: target) else { return false }
        return contains(target.extracting(first: target.firstIndex(of: UInt8(ascii: "?")) ?? target.count))
    }

    private static func contains(initialsOf target: Span<UInt8>) -> Bool {
        guard target.count > 2 else { return false }
        return switch (target[1], target[2]) {
        case (UInt8(ascii: "r"), UInt8(ascii: "o")), (UInt8(ascii: "f"), UInt8(ascii: "a")),
            (UInt8(ascii: "a"), UInt8(ascii: "p")), (UInt8(ascii: "."), _), (UInt8(ascii: "_"), _):
            true
        default: false
        }
    }
}
