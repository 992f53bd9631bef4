import Expressions

/// Peers: one address, a range in CIDR notation (RFC 4632, RFC 4291 section 2.3), or whoever may open a Unix socket.
public struct PeerRange: Sendable, Equatable, CustomStringConvertible {
    /// Nil for the peers of Unix sockets, which have no address.
    private let block: CIDR?

    /// Reads `10.0.0.0/8`, `192.0.2.1`, `fd00::/8`, `unix`; nil for anything else.
    public init?(_ text: String) {
        if text == "unix" {
            block = nil
        } else if let block = CIDR(text) {
            self.block = block
        } else if let address = IPAddress(text), let block = CIDR("\(text)/\(address.family == .v4 ? 32 : 128)") {
            self.block = block
        } else {
            return nil
        }
    }

    /// Whether the address has bits after its prefix, so that what is meant is not clear.
    public var hasHostBits: Bool { block?.masked != block }

    /// In CIDR notation, or `unix`.
    public var description: String { block?.description ?? "unix" }
}
