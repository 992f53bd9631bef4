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

    /// Where the request comes from, and the host that was asked for.
    func readOrigin(_ request: borrowing Request, _ peer: Peer) -> (Forwarding, host: TextRange) {
        var forwarding = Forwarding()
        var host = TextRange.empty
        decider.withClick { _, arena in
            forwarding = Forwarding(request, from: peer, trusted: trusted, in: &arena)
            host = forwarding.host ?? arena.append(request.host)
        }
        return (forwarding, host)
    }

    /// Puts the link together, in https: a link means the same either way, and behind a proxy that ends TLS it always comes
    /// by http. In development a link on this machine is what it is: http, with its port.
    func fillLink(host: TextRange, port: Int?, isSecure: Bool?, target: Span<UInt8>) {
        let isDevelopment = decider.evaluator.ruleSet.development
        decider.withClick { request, arena in
            let mark = arena.count
            let isPlain = isDevelopment && isSecure != true && Origin.isLocal(arena[host])
            arena.append(isPlain ? "http://" : "https://")
            arena.append(copyOf: host)
            if isPlain, let port {
                arena.append(":")
                arena.append(String(port))
            }
            arena.append(target)
            request.link = arena.piece(from: mark)
        }
    }

    /// Takes the fields, the client's address, and from a trusted peer the device profile and the country; gives what is
    /// wrong with the profile.
    func fillClient(_ request: borrowing Request, _ peer: Peer, _ forwarding: Forwarding) -> String? {
        let isTrusted = trusted.contains(peer)
        let wantsAll = decider.evaluator.ruleSet.consults(.requestHeaders)
        let address: IPAddress? =
            switch forwarding.client {
            case .peer: peer.address
            case .address(let address): address
            case .unknown: nil
            }
        decider.withClick { click, arena in
            click.knowHeaders()
            for index in 0..<request.fieldCount {
                let name = request.fieldName(index)
                guard wantsAll || ClickRequest.isNoted(name) || isTrusted && isCountry(name) else { continue }
                let mark = arena.count
                for offset in name.indices { arena.append(name[offset].lowercased) }
                let header = ClickRequest.Header(
                    name: arena.piece(from: mark), value: arena.append(request.fieldValue(index)))
                click.add(header, in: arena)
            }
            address?.withText { text in click.ip = arena.append(text) }
        }
        guard isTrusted else { return nil }
        if let countryHeader { decider.readCountry(countryHeader) }
        guard let field = request.onlyValue(of: "fingerpost-device") else { return nil }
        return decider.readProfile(field)
    }

    private func isCountry(_ name: Span<UInt8>) -> Bool {
        guard let countryHeader, countryHeader.count == name.count else { return false }
        for index in name.indices where name[index].lowercased != countryHeader[index] { return false }
        return true
    }
}
