/// An address of IPv4 or IPv6 (RFC 791, RFC 4291), without a zone.
///
/// An IPv4 address is kept as the IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2), so that the two are equal
/// however they were written or received. Text is read by ``init(_:)-(Span<UInt8>)`` and printed by ``withText(_:)``.
public struct IPAddress: Sendable, Hashable {
    /// The version of the protocol.
    public enum Family: Sendable {
        case v4, v6

        /// How many bits an address of this family has.
        public var width: Int { self == .v4 ? 32 : 128 }
    }

    /// The 16 bytes, the first one highest.
    public let bits: UInt128

    /// Makes an address from its 16 bytes, the first one highest.
    @inlinable
    public init(bits: UInt128) { self.bits = bits }

    /// Makes an IPv4 address from its four bytes, the first one highest.
    @inlinable
    public init(ipv4: UInt32) { self.init(bits: 0xFFFF_0000_0000 | UInt128(ipv4)) }

    /// Whether this is an IPv4 address.
    @inlinable public var isIPv4: Bool { bits >> 32 == 0xFFFF }

    /// Which protocol the address belongs to.
    public var family: Family { isIPv4 ? .v4 : .v6 }

    /// The four bytes of an IPv4 address; of an IPv6 address the last four.
    @inlinable public var ipv4: UInt32 { UInt32(truncatingIfNeeded: bits) }
}

/// What an address is for (RFC 4291, RFC 5735).
extension IPAddress {
    /// 0.0.0.0 or ::, which listen on all addresses of the machine.
    public var isUnspecified: Bool { isIPv4 ? ipv4 == 0 : bits == 0 }

    /// 127.0.0.0/8 or ::1.
    public var isLoopback: Bool { isIPv4 ? ipv4 >> 24 == 127 : bits == 1 }

    /// 169.254.0.0/16 or fe80::/10.
    public var isLinkLocalUnicast: Bool { isIPv4 ? ipv4 >> 16 == 0xA9FE : bits >> 118 == 0xFE80 >> 6 }

    /// 224.0.0.0/24, or ff02::/16 whatever the flags.
    public var isLinkLocalMulticast: Bool {
        isIPv4 ? ipv4 >> 8 == 0xE00000 : (bits >> 112) & 0xFF0F == 0xFF02
    }

    /// 224.0.0.0/4 or ff00::/8.
    var isMulticast: Bool { isIPv4 ? ipv4 >> 28 == 0xE : bits >> 120 == 0xFF }

    /// Any address that is none of the special kinds; private networks count as global here.
    public var isGlobalUnicast: Bool {
        !isUnspecified && !isLoopback && !isMulticast && !isLinkLocalUnicast && !(isIPv4 && ipv4 == .max)
    }

    /// What limits count by: an IPv4 address itself, or the /64 of an IPv6 address, all of which one subscriber has.
    public var subscriber: IPAddress { isIPv4 ? self : IPAddress(bits: (bits >> 64) << 64) }
}
