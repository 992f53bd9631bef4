/// The parts of an https URL that association files look at, as they are written in it.
public struct LinkAddress: Sendable, Equatable {
    /// In lower case, without a port; an IPv6 address in its brackets.
    public var host: String
    /// Begins with a slash: a URL without a path has `/`.
    public var path: String
    /// Without the `?`; empty where there is none.
    public var query: String
    /// Without the `#`; empty where there is none.
    public var fragment: String

    /// Splits a whole URL. What is not a URL has no host.
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
