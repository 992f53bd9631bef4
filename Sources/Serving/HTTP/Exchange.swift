/// The properties of a request that determine the form of its response.
public struct Exchange: Sendable, Hashable {
    /// Whether the method is HEAD; the response then has no body, regardless of its fields.
    public var isHead: Bool
    /// The version of the request, which determines the form of the response.
    public var version: HTTPVersion
    /// Whether another request may follow. `false` for a refusal, or when the server is draining.
    public var keepsAlive: Bool

    /// The defaults are for a request that could not be parsed: HTTP/1.1, not HEAD, kept open.
    public init(isHead: Bool = false, version: HTTPVersion = .http1_1, keepsAlive: Bool = true) {
        self.isHead = isHead
        self.version = version
        self.keepsAlive = keepsAlive
    }
}
