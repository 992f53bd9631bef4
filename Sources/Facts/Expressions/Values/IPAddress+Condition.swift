public import ByteText

extension IPAddress {
    /// Reads an address as the conditions do; nil for anything else. Allocates nothing.
    ///
    /// An IPv4-mapped address is the IPv4 address in it, `::ffff:c0a8:1` equals `192.168.0.1`. Less is accepted than
    /// ``ByteText/IPAddress/init(_:)-(Span<UInt8>)`` does: with its last part in dotted decimal such an address is refused,
    /// as CEL's network functions do.
    public init?(condition text: Span<UInt8>) {
        self.init(text)
        guard !isIPv4 || text.firstIndex(of: UInt8(ascii: ":")) == nil || text.firstIndex(of: UInt8(ascii: ".")) == nil
        else { return nil }
    }

    /// Reads an address from a string as from bytes.
    public init?(condition text: String) {
        self.init(condition: Array(text.utf8).span)
    }
}
