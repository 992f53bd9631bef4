/// A short link with its redirect, as a line of a table.
public struct MapEntry: Sendable, Hashable {
    /// The short link without scheme and query: the host in lower case, and the path.
    public var key: String
    /// The target address.
    public var location: String
    /// The status of the redirect.
    public var status: Int

    /// An entry without checking it; see ``MapFormat/canContain(_:)``.
    public init(key: String, location: String, status: Int = 302) {
        (self.key, self.location, self.status) = (key, location, status)
    }

    /// Host and path of ``key``.
    var parts: (host: Substring, path: Substring) {
        let slash = key.firstIndex(of: "/") ?? key.endIndex
        return (key[..<slash], key[slash...])
    }
}
