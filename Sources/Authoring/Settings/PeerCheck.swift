import ByteText

/// Validates trusted peers: an address, a CIDR range, or `unix` for every process that can open a Unix socket. Also
/// validates networks, which have the same syntax without `unix`.
enum PeerCheck {
    /// The problem with a peer, or `nil`.
    static func fault(in text: String) -> Setting.Fault? {
        text == "unix"
            ? nil : fault(in: text, "peer address", expected: "an IP address, a range such as `10.0.0.0/8`, or `unix`")
    }

    /// The problem with an address or a range, or `nil`.
    static func networkFault(in text: String) -> Setting.Fault? {
        fault(in: text, "network", expected: "an IP address, or a range such as `10.0.0.0/8`")
    }

    private static func fault(in text: String, _ what: String, expected: String) -> Setting.Fault? {
        if IPAddress(text) != nil { return nil }
        guard let range = CIDR(text) else {
            return Setting.Fault(message: "`\(text)` is not a valid \(what)", expected: expected)
        }
        // It would be ambiguous whether one host or its whole network is meant.
        return range.masked == range
            ? nil
            : Setting.Fault(message: "`\(text)` has host bits set", expected: "`\(range.masked)`")
    }
}
