import ByteText

/// Checks a trusted peer: an address, a range in CIDR notation, or `unix` for every process that may open a Unix
/// socket.
enum PeerCheck {
    /// What is wrong with it, or nil.
    static func fault(in text: String) -> Setting.Fault? {
        if text == "unix" || IPAddress(text) != nil { return nil }
        guard let range = CIDR(text) else {
            return Setting.Fault(
                message: "`\(text)` is not a valid peer address",
                expected: "an IP address, a range such as `10.0.0.0/8`, or `unix`")
        }
        // It would be unclear whether one host or its whole network is meant.
        return range.masked == range
            ? nil
            : Setting.Fault(message: "`\(text)` has host bits set", expected: "`\(range.masked)`")
    }
}
