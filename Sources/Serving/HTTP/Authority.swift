import ByteText

/// The host and the port of a field such as `X-Forwarded-Host`, read as strictly as `Host` itself.
public struct Authority: Sendable, Hashable {
    /// The host: a name, or an IPv6 literal in its brackets; in any case.
    public let host: Range<Int>
    /// The port; nil where none stands.
    public let port: Int?

    /// Reads `uri-host [ ":" port ]` (RFC 9110, section 4.2); nil for anything else, a list among it.
    public init?(_ bytes: Span<UInt8>) {
        var head = RequestHead()
        guard head.readAuthority(bytes, 0..<bytes.count) == nil else { return nil }
        host = head.host.indices
        port = head.port.map(Int.init)
    }
}
