import Access
package import ByteText
package import HTTP
import Libevent
import Routing
package import Server
import WebAddress

/// Builds a click from a request: the link, the fields, and trusted information about the client.
///
/// The common part of front and edge, which differ only in where the link is. Noncopyable, since a copy for each call would
/// count three references.
package struct ClickIntake: ~Copyable {
    let decider: Decider
    let trusted: TrustedPeers
    let countryHeader: [UInt8]?

    /// - Parameters:
    ///   - trusted: The peers that are trusted to report a click's origin, device and country.
    ///   - countryHeader: The lower-case name of the country field.
    init(_ decider: Decider, trusted: TrustedPeers, countryHeader: [UInt8]?) {
        self.decider = decider
        self.trusted = trusted
        self.countryHeader = countryHeader
    }

    /// The origin of a request, the requested host, and whether a site has it.
    package typealias Arrival = (forwarding: Forwarding, host: TextRange, isKnown: Bool)

    /// Begins a click: determines the origin of the request, the requested host, and whether a site has it.
    package func begin(_ request: borrowing Request, _ peer: Peer) -> Arrival {
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

    /// Fills in the link and everything that ``fillClient(_:_:_:)`` does; returns the problem with the profile, or `nil`.
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

    /// Builds the link of a request other than a click: its host and the given part of its path.
    func fillLink(
        host: TextRange, _ request: borrowing Request, _ context: RequestContext, _ forwarding: Forwarding,
        pathCount: Int
    ) {
        fillLink(
            host: host, port: forwarding.host == nil ? request.port : forwarding.port,
            isSecure: forwarding.isSecure ?? (context.isSecure ? true : nil),
            target: request.path.extracting(0..<pathCount))
    }

    /// Builds the link, with https: a link has the same meaning with either scheme, and behind a proxy that terminates TLS,
    /// requests always arrive over http. In development, a link on this machine keeps http and its port.
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

    /// Fills in the fields, the client's address and, from a trusted peer, the device profile and the country; returns the
    /// problem with the profile, or `nil`.
    func fillClient(_ request: borrowing Request, _ peer: Peer, _ forwarding: Forwarding) -> String? {
        let isTrusted = trusted.contains(peer)
        decider.withClick { fillFields(request, peer, forwarding, isTrusted: isTrusted, &$0, &$1) }
        return isTrusted ? fillTrusted(request) : nil
    }

    /// Fills in the fields that describe the click, and the client's address.
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

    /// The client's address, or `nil` if unknown.
    static func address(_ peer: Peer, _ forwarding: Forwarding) -> IPAddress? {
        switch forwarding.client {
        case .peer: peer.address
        case .address(let address): address
        case .unknown: nil
        }
    }

    /// Fills in the country and the device profile reported by a trusted peer.
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
