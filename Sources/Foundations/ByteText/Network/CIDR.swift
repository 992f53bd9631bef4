/// A CIDR block: an address and a prefix length (RFC 4632, RFC 4291 section 2.3).
public struct CIDR: Sendable, Hashable, CustomStringConvertible {
    /// The address as written; bits after the prefix may be set.
    public let address: IPAddress
    /// The prefix length in bits.
    public let prefixLength: Int

    /// Creates a block; `nil` if the prefix is longer than the address.
    public init?(address: IPAddress, prefixLength: Int) {
        guard (0...address.family.width).contains(prefixLength) else { return nil }
        self.init(unchecked: address, prefixLength)
    }

    /// The block that contains only the given address.
    public init(_ address: IPAddress) {
        self.init(unchecked: address, address.family.width)
    }

    /// Parses CIDR notation such as `10.0.0.0/8`; `nil` for anything else. Bits after the prefix may be set.
    ///
    /// IPv4-mapped blocks (`::ffff:10.0.0.0/104`) are rejected: their prefix length counts the 96 bits before the IPv4 address,
    /// and some programs write it without them.
    public init?(_ text: Span<UInt8>) {
        guard let slash = text.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let digits = text.extracting(slash + 1..<text.count)
        guard (1...3).contains(digits.count), digits.count == 1 || digits[0] != 0x30, let length = digits.decimalValue,
            let address = IPAddress(text.extracting(0..<slash)),
            !address.isIPv4 || text.firstIndex(of: UInt8(ascii: ":")) == nil
        else { return nil }
        self.init(address: address, prefixLength: length)
    }

    /// Parses CIDR notation.
    public init?(_ text: String) {
        self.init(Array(text.utf8).span)
    }

    /// The canonical form: `10.0.0.0/8`.
    public var description: String { "\(address)/\(prefixLength)" }

    /// Whether the block contains an address. Always false for an address of the other family.
    public func contains(_ other: IPAddress) -> Bool {
        address.isIPv4 == other.isIPv4 && containsMapped(other)
    }

    /// Whether the block contains an address, with IPv4 addresses in IPv4-mapped form: `::/0` contains every address.
    public func containsMapped(_ other: IPAddress) -> Bool {
        (address.bits ^ other.bits) & mask == 0
    }

    /// Whether the block contains all of another block.
    public func contains(_ other: CIDR) -> Bool {
        prefixLength <= other.prefixLength && contains(other.address)
    }

    /// The block with the bits after the prefix cleared.
    public var masked: CIDR { CIDR(unchecked: IPAddress(bits: address.bits & mask), prefixLength) }

    private init(unchecked address: IPAddress, _ prefixLength: Int) {
        self.address = address
        self.prefixLength = prefixLength
    }

    private var mask: UInt128 {
        let free = address.family.width - prefixLength
        return free == 128 ? 0 : (UInt128.max >> free) << free
    }
}
