/// What a response depends on: the request's method and version, and whether the connection goes on after it.
public struct Exchange: Sendable, Hashable {
    /// A response to HEAD has no body, whatever its fields say.
    public var isHead: Bool
    /// The version of the request, in whose form the response is written.
    public var version: HTTPVersion
    /// Whether another request may follow; a server that drains, or refuses, sets it to false.
    public var keepsAlive: Bool

    /// The default is what a request that could not be read is answered as: HTTP/1.1, not HEAD, kept open.
    public init(isHead: Bool = false, version: HTTPVersion = .http1_1, keepsAlive: Bool = true) {
        self.isHead = isHead
        self.version = version
        self.keepsAlive = keepsAlive
    }
}
