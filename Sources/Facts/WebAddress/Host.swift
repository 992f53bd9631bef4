public import ByteText

/// Questions about an accepted host, as ``WebAddress/host`` returns it: lower-case ASCII.
///
///     let host = Host(arena[address.host])
///     host.isLoopback  // true for localhost, 127.0.0.1, [::1]
///
/// It borrows the bytes and costs nothing to make.
public struct Host: ~Escapable {
    let bytes: Span<UInt8>

    /// - Parameter bytes: an accepted host, or what a request names as one, in lower case.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    /// Whether it is an IPv4 or IPv6 address and not a name.
    public var isIPAddress: Bool { isIPv6Address || IPAddress(dotted: bytes) != nil }

    /// Whether it is an IPv6 address, which is in brackets.
    public var isIPv6Address: Bool { bytes.count > 0 && bytes[0] == UInt8(ascii: "[") }

    /// Whether it is `localhost` or a name under it (RFC 6761, section 6.3).
    public var isLocalhost: Bool {
        guard bytes.count >= 9 else { return false }
        guard bytes.extracting(bytes.count - 9..<bytes.count).equals("localhost") else { return false }
        return bytes.count == 9 || bytes[bytes.count - 10] == UInt8(ascii: ".")
    }

    /// Whether it leads back to this machine: `localhost`, 127.0.0.0/8, `[::1]`.
    public var isLoopback: Bool {
        if isLocalhost { return true }
        if isIPv6Address {
            return bytes.count > 2 && IPAddress(colons: bytes.extracting(1..<bytes.count - 1))?.isLoopback == true
        }
        return IPAddress(dotted: bytes)?.isLoopback == true
    }

    /// Whether the pattern names this host.
    public func matches(_ pattern: DomainPattern) -> Bool { pattern.matches(bytes) }
}

extension Host {
    /// Brings a host that stands alone into its accepted form, as ``WebAddress/parse(_:in:)`` does within a URL.
    ///
    /// The same range comes back where nothing has to be changed.
    public static func accept(
        _ input: TextRange, in arena: inout ByteArena
    ) throws(WebAddressFault) -> TextRange {
        switch try HostForm(arena[input]) {
        case .accepted: return input
        case .upperCase:
            let mark = arena.count
            for offset in input.indices { arena.append(arena[offset].lowercased) }
            return arena.piece(from: mark)
        case .international:
            let ascii = try HostForm.asciiForm(of: arena[input])
            return arena.append(ascii.span)
        }
    }
}
