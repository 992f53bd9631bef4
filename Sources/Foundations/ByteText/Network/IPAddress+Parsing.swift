/// The address parser of all modules. Does not allocate.
///
/// Accepts what `inet_pton` accepts: all three forms of RFC 4291, section 2.2, and dotted decimal without leading zeros
/// (for the reasons see RFC 6943, section 3.1.1). Stricter callers document it: conditions (`IPAddress(condition:)`), URL
/// hosts (`HostForm`) and ``CIDR``.
extension IPAddress {
    /// Parses `203.0.113.9`, `2001:db8::1` or `::ffff:203.0.113.9`; `nil` for anything else, including brackets, ports and zones.
    public init?(_ text: Span<UInt8>) {
        if let ipv4 = IPAddress.dottedBits(text, 0..<text.count) {
            self.init(ipv4: ipv4)
        } else if let bits = IPAddress.colonBits(text) {
            self.init(bits: bits)
        } else {
            return nil
        }
    }

    /// Parses an address.
    public init?(_ text: String) {
        self.init(Array(text.utf8).span)
    }

    /// Parses dotted decimal notation only.
    public init?(dotted text: Span<UInt8>) {
        guard let ipv4 = IPAddress.dottedBits(text, 0..<text.count) else { return nil }
        self.init(ipv4: ipv4)
    }

    /// Parses colon notation only, including IPv4-mapped addresses.
    public init?(colons text: Span<UInt8>) {
        guard let bits = IPAddress.colonBits(text) else { return nil }
        self.init(bits: bits)
    }

    private static func dottedBits(_ text: Span<UInt8>, _ part: Range<Int>) -> UInt32? {
        var address: UInt32 = 0
        var index = part.lowerBound
        for octet in 0..<4 {
            if octet > 0 {
                guard index < part.upperBound, text[index] == UInt8(ascii: ".") else { return nil }
                index += 1
            }
            let start = index
            var value: UInt32 = 0
            while index < part.upperBound, text[index].isDigit, index - start < 3 {
                value = value * 10 + UInt32(text[index] - 0x30)
                index += 1
            }
            guard index > start, value < 256, index - start == 1 || text[start] != 0x30 else { return nil }
            address = address << 8 | value
        }
        return index == part.upperBound ? address : nil
    }

    /// Parses up to eight groups of hexadecimal digits, with one run of zeros as `::` and optionally a trailing IPv4 address.
    private static func colonBits(_ text: Span<UInt8>) -> UInt128? {
        var bits: UInt128 = 0
        var groups = 0
        var gap: Int?
        var index = 0
        if text.count >= 2, text[0] == UInt8(ascii: ":"), text[1] == UInt8(ascii: ":") {
            gap = 0
            index = 2
        }
        while index < text.count {
            guard groups < 8 else { return nil }
            if groups <= 6, let ipv4 = dottedBits(text, index..<text.count) {
                bits = bits << 32 | UInt128(ipv4)
                groups += 2
                break
            }
            guard let group = group(text, &index) else { return nil }
            bits = bits << 16 | UInt128(group)
            groups += 1
            guard index < text.count else { break }
            guard text[index] == UInt8(ascii: ":"), index + 1 < text.count else { return nil }
            index += 1
            if text[index] == UInt8(ascii: ":") {
                guard gap == nil else { return nil }
                gap = groups
                index += 1
            }
        }
        guard let gap else { return groups == 8 ? bits : nil }
        return groups < 8 ? spread(bits, groups: groups, gap: gap) : nil
    }

    /// Parses one to four hexadecimal digits.
    private static func group(_ text: Span<UInt8>, _ index: inout Int) -> UInt16? {
        let start = index
        var value: UInt16 = 0
        while index < text.count, index - start < 4, let digit = text[index].hexValue {
            value = value << 4 | UInt16(digit)
            index += 1
        }
        return index > start ? value : nil
    }

    /// Inserts the zeros of `::` between the groups before and after it.
    private static func spread(_ bits: UInt128, groups: Int, gap: Int) -> UInt128 {
        let after = 16 * (groups - gap)
        let low = after == 0 ? 0 : bits & (UInt128.max >> (128 - after))
        let high = gap == 0 ? 0 : (bits >> after) << (16 * (8 - gap))
        return high | low
    }
}
