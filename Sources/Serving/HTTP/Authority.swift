import ByteText

/// The host and port of a field such as `X-Forwarded-Host`, parsed as strictly as `Host` itself.
public struct Authority: Sendable, Hashable {
    /// The host, in any case: a name, or an IPv6 literal in brackets.
    public let host: Range<Int>
    /// The port, or `nil` if the value has none.
    public let port: Int?

    /// Parses `uri-host [ ":" port ]` (RFC 9110, section 4.2). Returns `nil` for anything else, including a list.
    public init?(_ bytes: Span<UInt8>) {
        var head = RequestHead()
        guard head.readAuthority(bytes, 0..<bytes.count) == nil else { return nil }
        host = head.host.indices
        port = head.port.map(Int.init)
    }
}
