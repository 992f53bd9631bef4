/// A block of addresses: an address and how many of its first bits count (RFC 4632, RFC 4291 section 2.3).
public struct CIDR: Sendable, Hashable, CustomStringConvertible {
    /// The address as it was written; bits after the prefix may be set.
    public let address: IPAddress
    /// How many of its first bits count.
    public let prefixLength: Int

    /// A block; nil where the address has fewer bits.
    public init?(address: IPAddress, prefixLength: Int) {
        guard (0...address.family.width).contains(prefixLength) else { return nil }
        self.init(unchecked: address, prefixLength)
    }

    /// The block of one address alone.
    public init(_ address: IPAddress) {
        self.init(unchecked: address, address.family.width)
    }

    /// Reads `10.0.0.0/8`; nil for anything else. Bits after the prefix may be set.
    ///
    /// Mapped addresses (`::ffff:10.0.0.0/104`) are refused: their length counts bits that the IPv4 address in them does
    /// not have, and some write it as if it did not.
    public init?(_ text: Span<UInt8>) {
        guard let slash = text.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let digits = text.extracting(slash + 1..<text.count)
        guard (1...3).contains(digits.count), digits.count == 1 || digits[0] != 0x30, let length = digits.decimalValue,
            let address = IPAddress(text.extracting(0..<slash)),
            !address.isIPv4 || text.firstIndex(of: UInt8(ascii: ":")) == nil
        else { return nil }
        self.init(address: address, prefixLength: length)
    }

    /// Reads a block from a string as from bytes.
    public init?(_ text: String) {
        self.init(Array(text.utf8).span)
    }

    /// The canonical form: `10.0.0.0/8`.
    public var description: String { "\(address)/\(prefixLength)" }

    /// Whether an address lies in the block. An address of the other family never does.
    public func contains(_ other: IPAddress) -> Bool {
        address.isIPv4 == other.isIPv4 && containsMapped(other)
    }

    /// Whether an address lies in the block, an IPv4 address by its IPv4-mapped form: `::/0` has every address in it.
    public func containsMapped(_ other: IPAddress) -> Bool {
        (address.bits ^ other.bits) & mask == 0
    }

    /// Whether the whole of another block lies in this one.
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
