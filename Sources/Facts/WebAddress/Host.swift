import ByteText

/// Classification of an accepted host, as returned by ``WebAddress/host``: lower-case ASCII.
///
///     let host = Host(arena[address.host])
///     host.isLoopback  // true for localhost, 127.0.0.1, [::1]
///
/// Borrows the bytes; free to create.
public struct Host: ~Escapable {
    let bytes: Span<UInt8>

    /// - Parameter bytes: An accepted host, or a host from a request, in lower case.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    /// Whether the host is an IPv4 or IPv6 address rather than a name.
    public var isIPAddress: Bool { isIPv6Address || IPAddress(dotted: bytes) != nil }

    /// Whether the host is an IPv6 address, which is in brackets.
    public var isIPv6Address: Bool { bytes.count > 0 && bytes[0] == UInt8(ascii: "[") }

    /// Whether the host is `localhost` or a name below it (RFC 6761, section 6.3).
    public var isLocalhost: Bool {
        guard bytes.count >= 9 else { return false }
        guard bytes.extracting(bytes.count - 9..<bytes.count).equals("localhost") else { return false }
        return bytes.count == 9 || bytes[bytes.count - 10] == UInt8(ascii: ".")
    }

    /// Whether the host is this machine: `localhost`, 127.0.0.0/8, `[::1]`.
    public var isLoopback: Bool {
        if isLocalhost { return true }
        if isIPv6Address {
            return bytes.count > 2 && IPAddress(colons: bytes.extracting(1..<bytes.count - 1))?.isLoopback == true
        }
        return IPAddress(dotted: bytes)?.isLoopback == true
    }
}
