package import ServiceFiles
package import ByteText
package import Server
package import Settings

/// The peers that are trusted to report a click's origin: none, unless the settings list some.
package struct TrustedPeers: Sendable {
    private var networks: [CIDR] = []
    private var trustsUnixSockets = false

    /// No peers.
    package init() {}

    /// Parses addresses and networks, and `unix` for every process that may open a Unix socket; `nil` if one is invalid.
    package init?(_ texts: [String]) {
        for text in texts {
            if text == "unix" {
                trustsUnixSockets = true
                continue
            }
            guard let network = CIDR(text) ?? IPAddress(text).map(CIDR.init) else { return nil }
            networks.append(network)
        }
    }

    /// The peers of the settings. Throws if a listener accepts the PROXY protocol, but no peer is trusted.
    package init(_ settings: DaemonSettings) throws(StartupFault) {
        if settings.trustedPeers.isEmpty, let listener = settings.front.first(where: \.proxyProtocol) {
            throw StartupFault(
                "listen.front: \(listener.address) accepts the PROXY protocol from trusted_peers only, but trusted_peers "
                    + "is empty")
        }
        guard let peers = TrustedPeers(settings.trustedPeers) else {
            throw StartupFault("trusted_peers: an entry is neither an address nor a CIDR range")
        }
        self = peers
    }

    /// Whether no peer is trusted.
    package var isEmpty: Bool { networks.isEmpty && !trustsUnixSockets }

    /// Whether a peer is trusted.
    package func contains(_ peer: Peer) -> Bool {
        guard let address = peer.address else { return peer.isLocal && trustsUnixSockets }
        return contains(address)
    }

    /// Whether an address is trusted. `::/0` includes IPv4 addresses, which an IPv6 socket accepts too.
    package func contains(_ address: IPAddress) -> Bool {
        networks.contains { $0.containsMapped(address) }
    }
}
