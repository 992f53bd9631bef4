import ByteText
import HTTP
import Libevent
import Routing
import Server
import WebAddress

/// Makes a click from a request: the link, the fields, and the credible statements about the clicker.
///
/// Front and edge differ in where the link is; the rest is the same for both, and is here.
struct ClickIntake {
    let decider: Decider
    let trusted: TrustedPeers
    let countryHeader: [UInt8]?

    /// - Parameters:
    ///   - trusted: The peers that may state where a click comes from, the clicker's device, and the country.
    ///   - countryHeader: The field with the country, in lower case.
    init(_ decider: Decider, trusted: TrustedPeers, countryHeader: [UInt8]?) {
        self.decider = decider
        self.trusted = trusted
        self.countryHeader = countryHeader
    }

    /// Begins a click: where the request comes from, the requested host, and whether a site answers for it.
    func begin(_ request: borrowing Request, _ peer: Peer) -> (Forwarding, host: TextRange, isKnown: Bool) {
        var forwarding = Forwarding()
        var host = TextRange.empty
        var isKnown = false
        decider.withClick { click, arena in
            arena.reset()
            click.reset()
            forwarding = Forwarding(request, from: peer, trusted: trusted, in: &arena)
            host = forwarding.host ?? arena.append(request.host)
            isKnown = decider.knows(host: arena[host])
        }
        return (forwarding, host, isKnown)
    }

    /// Fills in the link and everything that ``fillClient(_:_:_:)`` does; returns what is wrong with the profile.
    func fill(
        host: TextRange, port: Int?, isSecure: Bool?, _ request: borrowing Request, _ peer: Peer,
        _ forwarding: Forwarding
    ) -> String? {
        let isTrusted = trusted.contains(peer)
        decider.withClick { click, arena in
            fillLink(host, port, isSecure, request.target, &click, &arena)
            fillFields(request, peer, forwarding, isTrusted: isTrusted, &click, &arena)
            if request.method == .head { click.purpose = .head }
        }
        return isTrusted ? fillTrusted(request) : nil
    }

    /// Makes the link of which a request asks for something else than the click: its host and the beginning of its path.
    func fillLink(
        host: TextRange, _ request: borrowing Request, _ context: RequestContext, _ forwarding: Forwarding,
        pathCount: Int
    ) {
        fillLink(
            host: host, port: forwarding.host == nil ? request.port : forwarding.port,
            isSecure: forwarding.isSecure ?? (context.isSecure ? true : nil),
            target: request.path.extracting(0..<pathCount))
    }

    /// Makes the link, in https: a link means the same either way, and behind a proxy that ends TLS requests always
    /// come by http. In development a link on this machine stays as it is: http, with its port.
    func fillLink(host: TextRange, port: Int?, isSecure: Bool?, target: Span<UInt8>) {
        decider.withClick { fillLink(host, port, isSecure, target, &$0, &$1) }
    }

    private func fillLink(
        _ host: TextRange, _ port: Int?, _ isSecure: Bool?, _ target: Span<UInt8>, _ click: inout ClickRequest,
        _ arena: inout ByteArena
    ) {
        let mark = arena.count
        let isPlain = decider.isDevelopment && isSecure != true && Host(arena[host]).isLoopback
        arena.append(isPlain ? "http://" : "https://")
        arena.append(copyOf: host)
        if isPlain, let port {
            arena.append(":")
            arena.append(String(port))
        }
        arena.append(target)
        click.link = arena.piece(from: mark)
    }

    /// Fills in the fields, the client's address and, from a trusted peer, the device profile and the country; returns
    /// what is wrong with the profile.
    func fillClient(_ request: borrowing Request, _ peer: Peer, _ forwarding: Forwarding) -> String? {
        let isTrusted = trusted.contains(peer)
        decider.withClick { fillFields(request, peer, forwarding, isTrusted: isTrusted, &$0, &$1) }
        return isTrusted ? fillTrusted(request) : nil
    }

    /// The fields that describe the click, and the client's address.
    private func fillFields(
        _ request: borrowing Request, _ peer: Peer, _ forwarding: Forwarding, isTrusted: Bool,
        _ click: inout ClickRequest, _ arena: inout ByteArena
    ) {
        let wantsAll = decider.readsAllFields
        click.knowHeaders()
        for index in 0..<request.fieldCount {
            let name = request.fieldName(index)
            if let field = NotedField.named(inAnyCase: name) {
                click.state(field, arena.append(request.fieldValue(index)))
                continue
            }
            if let purpose = RequestPurpose.stated(by: name, request.fieldValue(index)) { click.purpose = purpose }
            guard wantsAll || ClickRequest.isNoted(name) || isTrusted && isCountry(name) else { continue }
            let header = ClickRequest.Header(
                name: arena.append(lowercasing: name), value: arena.append(request.fieldValue(index)))
            click.add(header, in: arena)
        }
        guard decider.readsAddresses else { return }
        Self.address(peer, forwarding)?.withText { text in click.ip = arena.append(text) }
    }

    /// The client's address; nil if it is unknown.
    static func address(_ peer: Peer, _ forwarding: Forwarding) -> IPAddress? {
        switch forwarding.client {
        case .peer: peer.address
        case .address(let address): address
        case .unknown: nil
        }
    }

    /// What a trusted peer states about the clicker.
    private func fillTrusted(_ request: borrowing Request) -> String? {
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
