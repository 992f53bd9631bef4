import ByteText

/// An address of IPv4 or IPv6 (RFC 791, RFC 4291), without a zone.
public struct IPAddress: Sendable, Hashable {
    /// The version of the protocol.
    public enum Family: Int64, Sendable {
        case v4 = 4
        case v6 = 6
    }

    /// Which protocol the address is of.
    public let family: Family
    /// The address in the lowest 32 or all 128 bits, the first byte highest.
    let bits: UInt128

    init(family: Family, bits: UInt128) {
        self.family = family
        self.bits = bits
    }

    /// How many bits an address of this family has.
    var width: Int { family == .v4 ? 32 : 128 }

    /// Reads an address in dotted-decimal or colon form; nil for anything else. Allocates nothing.
    ///
    /// Numbers with leading zeros and zones are refused, as CEL's network functions do. An IPv4-mapped IPv6 address
    /// (RFC 4291, section 2.5.5.2) is the IPv4 address in it, so that `::ffff:c0a8:1` equals `192.168.0.1`; with its last
    /// part in dotted decimal it is refused.
    public init?(_ text: Span<UInt8>) {
        if let v4 = IPAddress.dottedDecimal(text, 0..<text.count) {
            self.init(family: .v4, bits: UInt128(v4))
        } else if let v6 = IPAddress.colonForm(text) {
            guard v6 >> 32 == 0xFFFF else {
                self.init(family: .v6, bits: v6)
                return
            }
            guard text.firstIndex(of: UInt8(ascii: ".")) == nil else { return nil }
            self.init(family: .v4, bits: v6 & 0xFFFF_FFFF)
        } else {
            return nil
        }
    }

    /// Reads an address as the other initialiser does.
    public init?(_ text: String) {
        self.init(Array(text.utf8).span)
    }

    private static func dottedDecimal(_ text: Span<UInt8>, _ part: Range<Int>) -> UInt32? {
        var address: UInt32 = 0
        var index = part.lowerBound
        for octet in 0..<4 {
            if octet > 0 {
                guard index < part.upperBound, text[index] == 0x2E else { return nil }
                index += 1
            }
            let start = index
            var value: UInt32 = 0
            while index < part.upperBound, text[index] &- 0x30 < 10, index - start < 3 {
                value = value * 10 + UInt32(text[index] - 0x30)
                index += 1
            }
            guard index > start, value < 256, index - start == 1 || text[start] != 0x30 else { return nil }
            address = address << 8 | value
        }
        return index == part.upperBound ? address : nil
    }

    /// Up to eight groups of hexadecimal digits, one run of zeros as `::`, the last two groups possibly as IPv4.
    private static func colonForm(_ text: Span<UInt8>) -> UInt128? {
        var bits: UInt128 = 0
        var groups = 0
        var gap: Int?
        var index = 0
        if text.count >= 2, text[0] == 0x3A, text[1] == 0x3A {
            gap = 0
            index = 2
        }
        while index < text.count {
            guard groups < 8 else { return nil }
            if groups <= 6, let v4 = dottedDecimal(text, index..<text.count) {
                bits = bits << 32 | UInt128(v4)
                groups += 2
                index = text.count
                break
            }
            guard let group = hexGroup(text, &index) else { return nil }
            bits = bits << 16 | UInt128(group)
            groups += 1
            guard index < text.count else { break }
            guard text[index] == 0x3A, index + 1 < text.count else { return nil }
            index += 1
            if text[index] == 0x3A {
                guard gap == nil else { return nil }
                gap = groups
                index += 1
            }
        }
        guard let gap else { return groups == 8 ? bits : nil }
        guard groups < 8 else { return nil }
        return spread(bits, groups: groups, gap: gap)
    }

    private static func hexGroup(_ text: Span<UInt8>, _ index: inout Int) -> UInt16? {
        let start = index
        var value: UInt16 = 0
        while index < text.count, index - start < 4 {
            let byte = text[index]
            if byte &- 0x30 < 10 {
                value = value << 4 | UInt16(byte - 0x30)
            } else if (byte | 0x20) &- 0x61 < 6 {
                value = value << 4 | UInt16((byte | 0x20) - 0x61 + 10)
            } else {
                break
            }
            index += 1
        }
        return index > start ? value : nil
    }

    /// Puts the zeros of `::` between the groups before and after it.
    private static func spread(_ bits: UInt128, groups: Int, gap: Int) -> UInt128 {
        let after = 16 * (groups - gap)
        let low = after == 0 ? 0 : bits & (UInt128.max >> (128 - after))
        let high = gap == 0 ? 0 : (bits >> after) << (16 * (8 - gap))
        return high | low
    }
}

extension IPAddress: CustomStringConvertible {
    /// The canonical form (RFC 5952): lower case, the longest run of zeros as `::`.
    public var description: String {
        guard family == .v6 else {
            return (0..<4).map { "\(UInt8(truncatingIfNeeded: bits >> (24 - 8 * $0)))" }.joined(separator: ".")
        }
        let groups = (0..<8).map { UInt16(truncatingIfNeeded: bits >> (112 - 16 * $0)) }
        var gap = 0..<0
        var start = 0
        while start < 8 {
            let end = groups[start...].firstIndex { $0 != 0 } ?? 8
            if end - start > max(gap.count, 1) { gap = start..<end }
            start = max(end, start) + 1
        }
        func hex(_ part: ArraySlice<UInt16>) -> String { part.map { String($0, radix: 16) }.joined(separator: ":") }
        return gap.isEmpty ? hex(groups[...]) : hex(groups[..<gap.lowerBound]) + "::" + hex(groups[gap.upperBound...])
    }
}

/// What an address is for (RFC 4291, RFC 5735), as CEL's network functions ask.
extension IPAddress {
    var isUnspecified: Bool { bits == 0 }

    var isLoopback: Bool { family == .v4 ? bits >> 24 == 127 : bits == 1 }

    /// 169.254.0.0/16, fe80::/10.
    var isLinkLocalUnicast: Bool { family == .v4 ? bits >> 16 == 0xA9FE : bits >> 118 == 0xFE80 >> 6 }

    /// 224.0.0.0/24, ff02::/16 whatever the flags.
    var isLinkLocalMulticast: Bool { family == .v4 ? bits >> 8 == 0xE00000 : (bits >> 112) & 0xFF0F == 0xFF02 }

    var isMulticast: Bool { family == .v4 ? bits >> 28 == 0xE : bits >> 120 == 0xFF }

    /// Everything that is none of the special kinds; private networks count as global here.
    var isGlobalUnicast: Bool {
        !isUnspecified && !isLoopback && !isMulticast && !isLinkLocalUnicast && !(family == .v4 && bits == 0xFFFF_FFFF)
    }
}
