import ByteText
import Server

/// Who is believed when it says where a click really comes from: nobody, unless the settings name them.
public struct TrustedPeers: Sendable {
    private var networks: [CIDR] = []
    private var trustsUnixSockets = false

    /// Nobody.
    public init() {}

    /// Takes addresses and networks, and `unix` for whoever may open a Unix socket; nil at the first that is none.
    public init?(_ texts: [String]) {
        for text in texts {
            if text == "unix" {
                trustsUnixSockets = true
                continue
            }
            guard let network = CIDR(text) ?? IPAddress(text).map(CIDR.init) else { return nil }
            networks.append(network)
        }
    }

    /// Whether nobody is trusted.
    var isNobody: Bool { networks.isEmpty && !trustsUnixSockets }

    /// Whether the peer is one of them.
    func contains(_ peer: Peer) -> Bool {
        guard let address = peer.address else { return peer.isLocal && trustsUnixSockets }
        return contains(address)
    }

    /// Whether the address is one of theirs; `::/0` names the addresses of IPv4, too, which a socket of IPv6 accepts.
    func contains(_ address: IPAddress) -> Bool {
        networks.contains { $0.containsMapped(address) }
    }
}
