import ByteText
import Libevent

/// Questions about the host that a request names.
enum Origin {
    /// Whether the host is this machine: `localhost`, an IPv4 loopback address, `[::1]`. A name that begins like an address,
    /// `127.example.com`, may lead anywhere.
    static func isLocal(_ host: Span<UInt8>) -> Bool {
        host.equals("localhost") || host.ends(with: ".localhost") || host.equals("[::1]")
            || host.starts(with: "127.") && IPAddress(host)?.isLoopback ?? false
    }
}
