/// The format of a table of redirects, by the program or service that reads it.
public enum MapFormat: String, Sendable, CaseIterable {
    /// `map` blocks of nginx.
    case nginxMap = "nginx-map"
    /// A map file of HAProxy.
    case haproxyMap = "haproxy-map"
    /// A CSV file of Cloudflare's Bulk Redirects.
    case cloudflare
    /// Netlify's `_redirects`.
    case netlify

    /// Whether a link with a query is answered like the link without it. nginx and HAProxy pass such clicks on.
    public var ignoresQuery: Bool { self == .cloudflare || self == .netlify }

    /// Whether a link with a slash at its end is answered like the link without it.
    var ignoresLastSlash: Bool { self == .netlify }

    /// Whether the query of a click is appended to the target.
    public var passesQuery: Bool { self == .netlify }

    /// Whether the table compares links in any case, so that only one of several spellings can be an entry.
    public var ignoresCase: Bool { self == .nginxMap }

    /// Whether requests of apps, which resolve links as JSON, can't be passed on.
    public var answersApps: Bool { self == .netlify }

    /// The statuses that the format can express, of those that rules may set.
    public var statuses: Set<Int> {
        switch self {
        // nginx and HAProxy are configured with one status for all links.
        case .nginxMap, .haproxyMap, .netlify: [302]
        case .cloudflare: [302, 307]
        }
    }

    /// The longest target in bytes. nginx limits the words of its configuration to 4,096 bytes, and HAProxy a line.
    static let longestLocation = 1_500

    /// Whether the format has a notation for an entry with an admitted status.
    ///
    /// The path must have the same spelling in every client, so it consists of characters that none of them encodes, and
    /// of no empty or dot segments. The target must consist of visible ASCII.
    public func canContain(_ entry: MapEntry) -> Bool {
        let (host, path) = entry.parts
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return !host.isEmpty && host.utf8.allSatisfy { $0.isPlainInHost }
            && segments.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && $0.utf8.allSatisfy(\.isPlainInPath) }
            && (1...Self.longestLocation).contains(entry.location.utf8.count)
            && entry.location.utf8.allSatisfy { (0x21...0x7E).contains($0) } && canContain(location: entry.location)
            // Reserved for Netlify's own functions.
            && !(self == .netlify && path.hasPrefix("/.netlify"))
    }

    private func canContain(location: String) -> Bool {
        guard self == .netlify, let authority = location.firstRange(of: "://")?.upperBound else { return true }
        // `:name` and `*` are placeholders there, a query replaces that of the click, and `#` begins a comment.
        return !location[authority...].utf8.contains { ":*?#".utf8.contains($0) }
    }
}

extension UInt8 {
    fileprivate var isPlainInHost: Bool {
        switch self {
        case 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E: true
        default: false
        }
    }

    /// Unreserved characters (RFC 3986, section 2.3).
    fileprivate var isPlainInPath: Bool {
        switch self {
        case 0x41...0x5A, 0x5F, 0x7E: true
        default: isPlainInHost
        }
    }
}
