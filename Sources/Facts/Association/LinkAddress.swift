/// The URL components that association files match against, as written in the URL.
public struct LinkAddress: Sendable, Equatable {
    /// The host in lower case, without a port; an IPv6 address in brackets.
    public var host: String
    /// The path, beginning with a slash; `/` if the URL has no path.
    public var path: String
    /// The query without the `?`; empty if there is none.
    public var query: String
    /// The fragment without the `#`; empty if there is none.
    public var fragment: String

    /// Splits an absolute URL. The host is empty if the text is not a URL.
    public init(_ url: String) {
        let start = url.firstRange(of: "://")?.upperBound ?? url.endIndex
        let authority = url[start...].prefix { !"/?#".contains($0) }
        let name = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        host = name.lowercased()
        let path = url[authority.endIndex...].prefix { $0 != "?" && $0 != "#" }
        self.path = path.isEmpty ? "/" : String(path)
        let hash = url[path.endIndex...].firstIndex(of: "#")
        query = String(url[path.endIndex..<(hash ?? url.endIndex)].dropFirst())
        fragment = hash.map { String(url[$0...].dropFirst()) } ?? ""
    }
}
