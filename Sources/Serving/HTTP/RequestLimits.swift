/// How large a request may be. A larger one is refused with the status for it, and the connection is closed.
public struct RequestLimits: Sendable, Hashable {
    /// Bytes of the request line and the fields with their line ends (414 or 431); also of a trailer section.
    public var headBytes: Int
    /// How many field lines (431).
    public var fields: Int
    /// Bytes of the body after decoding (413).
    public var bodyBytes: Int

    /// Whether a path may have characters that clients are to encode, such as a backslash: a proxy that asks about a request may put the
    /// path of that into its own.
    public var takesAnyPath = false

    /// The defaults fit links: 16 KiB for the head and for the body, 100 fields.
    public init(headBytes: Int = 16_384, fields: Int = 100, bodyBytes: Int = 16_384) {
        self.headBytes = headBytes
        self.fields = fields
        self.bodyBytes = bodyBytes
    }

    /// Bytes of a chunk's size line with its extensions; a longer line is malformed here.
    static let chunkLineBytes = 256
    /// Empty lines that are passed over before a request line (RFC 9112, section 2.2).
    static let emptyLines = 4
}
