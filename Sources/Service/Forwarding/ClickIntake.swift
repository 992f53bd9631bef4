import ByteText
import HTTP
import Libevent
import Routing

/// Makes a click of a request: the link, the fields, and what may be believed of who clicked.
///
/// Front and edge differ in where the link stands; the rest is the same for both, and stands here.
struct ClickIntake {
    let decider: Decider
    let trusted: TrustedPeers
    let countryHeader: [UInt8]?

    /// - Parameters:
    ///   - trusted: Who may say where a click comes from, describe the clicker's device, and name the country.
    ///   - countryHeader: The field that names the country; any case.
    init(_ decider: Decider, trusted: TrustedPeers, countryHeader: String?) {
        self.decider = decider
        self.trusted = trusted
        self.countryHeader = countryHeader.map { Array($0.utf8.map(\.lowercased)) }
    }

    /// Puts the link together, in https: a link means the same either way, and behind a proxy that ends TLS it always comes
    /// by http. In development a link on this machine is what it is: http, with its port.
    func fillLink(host: TextRange, port: Int?, isSecure: Bool?, target: Span<UInt8>) {
        let isPlain =
            decider.evaluator.ruleSet.development && isSecure != true && Self.isLocal(host, in: decider.arena)
        let mark = decider.arena.count
        decider.arena.append(isPlain ? "http://" : "https://")
        decider.arena.append(copyOf: host)
        if isPlain, let port {
            decider.arena.append(":")
            decider.arena.append(String(port))
        }
        decider.arena.append(target)
        decider.request.link = decider.arena.piece(from: mark)
    }

    private static func isLocal(_ host: TextRange, in arena: borrowing ByteArena) -> Bool {
        Origin.isLocal(arena[host])
    }

    /// Takes the fields, the client's address, and from a trusted peer the device profile and the country; gives what is
    /// wrong with the profile.
    func fillClient(_ request: borrowing Request, _ peer: Peer, _ forwarding: Forwarding) -> String? {
        fillHeaders(request)
        let address: IPAddress? =
            switch forwarding.client {
            case .peer: peer.address
            case .address(let address): address
            case .unknown: nil
            }
        address?.withText { text in decider.request.ip = decider.arena.append(text) }
        guard trusted.contains(peer) else { return nil }
        if let countryHeader { decider.readCountry(countryHeader) }
        guard let field = request.onlyValue(of: "fingerpost-device") else { return nil }
        return decider.readProfile(field)
    }

    /// Takes the fields of the request.
    func fillHeaders(_ request: borrowing Request) {
        decider.request.knowHeaders()
        for index in 0..<request.fieldCount {
            let name = request.fieldName(index)
            let mark = decider.arena.count
            for offset in name.indices { decider.arena.append(name[offset].lowercased) }
            let header = ClickRequest.Header(
                name: decider.arena.piece(from: mark), value: decider.arena.append(request.fieldValue(index)))
            decider.request.add(header, in: decider.arena)
        }
    }
}
