/// Size limits of requests. A larger request is refused with the respective status, and the connection is closed.
public struct RequestLimits: Sendable, Hashable {
    /// Bytes of the request line and the fields including line ends (414 or 431); also the limit of a trailer section.
    public var headBytes: Int
    /// Number of field lines (431).
    public var fields: Int
    /// Bytes of the decoded body (413).
    public var bodyBytes: Int

    /// Whether a path may contain characters that clients should encode, such as a backslash. For proxies that embed
    /// the path of another request in their own.
    public var takesAnyPath = false

    /// The defaults suit links: 16 KiB each for head and body, 100 fields.
    public init(headBytes: Int = 16_384, fields: Int = 100, bodyBytes: Int = 16_384) {
        self.headBytes = headBytes
        self.fields = fields
        self.bodyBytes = bodyBytes
    }

    /// Bytes of a chunk-size line including extensions; longer lines count as malformed.
    static let chunkLineBytes = 256
    /// Empty lines accepted before a request line (RFC 9112, section 2.2).
    static let emptyLines = 4
}
