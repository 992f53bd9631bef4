import ByteText

/// A block of addresses: an address and how many of its first bits count (RFC 4632, RFC 4291 section 2.3).
public struct CIDR: Sendable, Hashable, CustomStringConvertible {
    /// The address as it was written; bits behind the prefix may be set.
    public let address: IPAddress
    /// How many of its first bits count.
    public let prefixLength: Int

    init?(address: IPAddress, prefixLength: Int) {
        guard (0...address.width).contains(prefixLength) else { return nil }
        self.address = address
        self.prefixLength = prefixLength
    }

    /// Reads `10.0.0.0/8`; nil for anything else, IPv4-mapped IPv6 addresses included. Bits behind the prefix may be set.
    public init?(_ text: Span<UInt8>) {
        var slash = 0
        while slash < text.count, text[slash] != 0x2F { slash += 1 }
        let digits = text.count - slash - 1
        guard (1...3).contains(digits), let address = IPAddress(text.extracting(0..<slash)) else { return nil }
        // The length of a mapped address counts bits that the IPv4 address in it does not have.
        guard address.family == .v6 || text.firstIndex(of: UInt8(ascii: ":")) == nil else { return nil }
        guard digits == 1 || text[slash + 1] != 0x30 else { return nil }
        var length = 0
        for index in slash + 1..<text.count {
            guard text[index] &- 0x30 < 10 else { return nil }
            length = length * 10 + Int(text[index] - 0x30)
        }
        self.init(address: address, prefixLength: length)
    }

    /// Reads a block as the other initialiser does.
    public init?(_ text: String) {
        self.init(Array(text.utf8).span)
    }

    /// The canonical form: `10.0.0.0/8`.
    public var description: String { "\(address)/\(prefixLength)" }

    /// Whether an address lies in the block. An address of the other family never does.
    public func contains(_ other: IPAddress) -> Bool {
        address.family == other.family && (address.bits ^ other.bits) & mask == 0
    }

    /// Whether the whole of another block lies in this one.
    public func contains(_ other: CIDR) -> Bool {
        prefixLength <= other.prefixLength && contains(other.address)
    }

    /// The block with the bits behind the prefix cleared.
    public var masked: CIDR {
        CIDR(unchecked: IPAddress(family: address.family, bits: address.bits & mask), prefixLength)
    }

    /// All addresses of IPv4.
    static let everything = CIDR(unchecked: IPAddress(family: .v4, bits: 0), 0)

    private init(unchecked address: IPAddress, _ prefixLength: Int) {
        self.address = address
        self.prefixLength = prefixLength
    }

    private var mask: UInt128 {
        let all = address.family == .v4 ? UInt128(UInt32.max) : UInt128.max
        let free = address.width - prefixLength
        return free == 128 ? 0 : (all >> free) << free
    }
}
