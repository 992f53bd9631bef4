/// An IPv4 or IPv6 address (RFC 791, RFC 4291), without a zone.
///
/// IPv4 addresses are stored in IPv4-mapped form (RFC 4291, section 2.5.5.2), so an address compares equal in either
/// notation. ``init(_:)-(Span<UInt8>)`` parses text; ``withText(_:)`` formats it.
public struct IPAddress: Sendable, Hashable {
    /// The protocol version.
    public enum Family: Sendable {
        case v4, v6

        /// The number of bits in an address of this family.
        public var width: Int { self == .v4 ? 32 : 128 }
    }

    /// The 16 bytes in network order, the first in the most significant position.
    public let bits: UInt128

    /// Creates an address from its 16 bytes, the first in the most significant position.
    @inlinable
    public init(bits: UInt128) { self.bits = bits }

    /// Creates an IPv4 address from its four bytes, the first in the most significant position.
    @inlinable
    public init(ipv4: UInt32) { self.init(bits: 0xFFFF_0000_0000 | UInt128(ipv4)) }

    /// Whether this is an IPv4 address.
    @inlinable public var isIPv4: Bool { bits >> 32 == 0xFFFF }

    /// The address family.
    public var family: Family { isIPv4 ? .v4 : .v6 }

    /// The four bytes of an IPv4 address, or the last four of an IPv6 address.
    @inlinable public var ipv4: UInt32 { UInt32(truncatingIfNeeded: bits) }
}

/// Address types (RFC 4291, RFC 5735).
extension IPAddress {
    /// 0.0.0.0 or ::, the wildcard address of listeners.
    public var isUnspecified: Bool { isIPv4 ? ipv4 == 0 : bits == 0 }

    /// 127.0.0.0/8 or ::1.
    public var isLoopback: Bool { isIPv4 ? ipv4 >> 24 == 127 : bits == 1 }

    /// 169.254.0.0/16 or fe80::/10.
    public var isLinkLocalUnicast: Bool { isIPv4 ? ipv4 >> 16 == 0xA9FE : bits >> 118 == 0xFE80 >> 6 }

    /// 224.0.0.0/24, or ff02::/16 with any flags.
    public var isLinkLocalMulticast: Bool {
        isIPv4 ? ipv4 >> 8 == 0xE00000 : (bits >> 112) & 0xFF0F == 0xFF02
    }

    /// 224.0.0.0/4 or ff00::/8.
    var isMulticast: Bool { isIPv4 ? ipv4 >> 28 == 0xE : bits >> 120 == 0xFF }

    /// Any address of no other type here; private networks count as global.
    public var isGlobalUnicast: Bool {
        !isUnspecified && !isLoopback && !isMulticast && !isLinkLocalUnicast && !(isIPv4 && ipv4 == .max)
    }

    /// The key of per-client limits: the IPv4 address, or the /64 prefix of an IPv6 address, which belongs to one subscriber.
    public var subscriber: IPAddress { isIPv4 ? self : IPAddress(bits: (bits >> 64) << 64) }
}
