import ByteText

/// Paths that are not links, on every host: the front answers them itself.
public enum ReservedPath {
    /// Before the token of a page that the edge has sent a client to.
    public static let pages: StaticString = "/_fp/"

    /// Whether a path, as it is in the request line, is the front's own. Compared byte for byte, without decoding.
    ///
    /// - Parameter target: A path, or one with its query, which does not matter.
    public static func contains(_ target: Span<UInt8>) -> Bool {
        guard target.count > 1 else { return false }
        // Of most targets the first letter tells.
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
