/// Globally reachable addresses.
extension IPAddress {
    /// Whether the address is globally reachable: not loopback, private, shared, link-local, multicast, documentation, or
    /// a translated IPv4 address, which may be any of those.
    ///
    /// Follows the IANA special-purpose address registries (RFC 6890). IPv6 addresses outside of 2000::/3 are unassigned.
    /// Translated addresses (NAT64, 6to4, Teredo) are never public; an IPv4-mapped address is treated as its IPv4 address.
    public var isPublic: Bool {
        if isIPv4 { return !Self.reservedIPv4.contains { $0.contains(self) } }
        return bits >> 125 == 1 && !Self.reservedIPv6.contains { $0.contains(self) }
    }

    private static let reservedIPv4: [CIDR] = [
        block(0x0000_0000, 8),  // this network
        block(0x0A00_0000, 8),  // private
        block(0x6440_0000, 10),  // shared address space (RFC 6598)
        block(0x7F00_0000, 8),  // loopback
        block(0xA9FE_0000, 16),  // link-local; metadata services
        block(0xAC10_0000, 12),  // private
        block(0xC000_0000, 24),  // IETF protocol assignments
        block(0xC000_0200, 24),  // documentation
        block(0xC058_6300, 24),  // 6to4 relays
        block(0xC0A8_0000, 16),  // private
        block(0xC612_0000, 15),  // benchmarking
        block(0xC633_6400, 24),  // documentation
        block(0xCB00_7100, 24),  // documentation
        block(0xE000_0000, 4),  // multicast
        block(0xF000_0000, 4),  // reserved, broadcast
    ]

    /// Within 2000::/3.
    private static let reservedIPv6: [CIDR] = [
        block6(0x2001_0000, 23),  // IETF protocol assignments: Teredo, benchmarking, ORCHID
        block6(0x2001_0DB8, 32),  // documentation
        block6(0x2002_0000, 16),  // 6to4
        block6(0x3FFF_0000, 20),  // documentation (RFC 9637)
    ]

    private static func block(_ ipv4: UInt32, _ prefixLength: Int) -> CIDR {
        block(IPAddress(ipv4: ipv4), prefixLength)
    }

    /// - Parameter first: The first four bytes; the rest are zero.
    private static func block6(_ first: UInt32, _ prefixLength: Int) -> CIDR {
        block(IPAddress(bits: UInt128(first) << 96), prefixLength)
    }

    private static func block(_ address: IPAddress, _ prefixLength: Int) -> CIDR {
        guard let block = CIDR(address: address, prefixLength: prefixLength) else {
            preconditionFailure("a prefix in the table is longer than an address")
        }
        return block
    }
}
