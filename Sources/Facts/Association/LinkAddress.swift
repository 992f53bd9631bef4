import ByteText

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
        let parts = AddressParts(url)
        host = parts.host ?? ""
        path = parts.host == nil || parts.path.isEmpty ? "/" : parts.path
        query = parts.query ?? ""
        fragment = parts.fragment ?? ""
    }
}
