import ByteText

/// Questions about the host that a request names.
enum Origin {
    /// Whether the host is this machine: `localhost`, an IPv4 loopback address, `[::1]`.
    static func isLocal(_ host: Span<UInt8>) -> Bool {
        host.equals("localhost") || host.ends(with: ".localhost") || host.starts(with: "127.") || host.equals("[::1]")
    }
}
