public import ByteText

extension IPAddress {
    /// Parses an address as in conditions; `nil` if it is invalid. Does not allocate.
    ///
    /// An IPv4-mapped address equals its IPv4 address: `::ffff:c0a8:1` is `192.168.0.1`. Stricter than
    /// ``ByteText/IPAddress/init(_:)-(Span<UInt8>)``: such an address with its last part in dotted decimal is rejected,
    /// as in CEL's network functions.
    public init?(condition text: Span<UInt8>) {
        self.init(text)
        guard !isIPv4 || text.firstIndex(of: UInt8(ascii: ":")) == nil || text.firstIndex(of: UInt8(ascii: ".")) == nil
        else { return nil }
    }

    /// Parses an address as in conditions.
    public init?(condition text: String) {
        self.init(condition: Array(text.utf8).span)
    }
}
