import Server
import Libevent

/// Who is believed when it says where a click really comes from: nobody, unless the settings name them.
public struct TrustedPeers: Sendable {
    /// A network in CIDR notation (RFC 4632): an address and how many of its bits count.
    private struct Network: Sendable {
        var address: IPAddress
        var bits: Int

        func contains(_ other: IPAddress) -> Bool {
            let high = bits >= 64 ? UInt64.max : bits == 0 ? 0 : ~UInt64(0) << UInt64(64 - bits)
            let low = bits <= 64 ? 0 : bits == 128 ? UInt64.max : ~UInt64(0) << UInt64(128 - bits)
            return (address.high ^ other.high) & high == 0 && (address.low ^ other.low) & low == 0
        }
    }

    private var networks: [Network] = []
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
            guard let network = Self.network(text) else { return nil }
            networks.append(network)
        }
    }

    private static func network(_ text: String) -> Network? {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(String(parts[0])) else { return nil }
        let width = address.isIPv4 ? 32 : 128
        guard parts.count == 2 else { return Network(address: address, bits: 128) }
        guard let bits = Int(parts[1]), (0...width).contains(bits) else { return nil }
        return Network(address: address, bits: 128 - width + bits)
    }

    /// Whether nobody is trusted.
    var isNobody: Bool { networks.isEmpty && !trustsUnixSockets }

    /// Whether the peer is one of them.
    func contains(_ peer: Peer) -> Bool {
        guard let address = peer.address else { return peer.isLocal && trustsUnixSockets }
        return contains(address)
    }

    func contains(_ address: IPAddress) -> Bool {
        networks.contains { $0.contains(address) }
    }
}
