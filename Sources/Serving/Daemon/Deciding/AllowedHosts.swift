import Server
import ByteText
import HTTP
import Libevent
import WebAddress

/// The hosts that edge and admin are asked by: this machine's names, the addresses they are bound to, and those that the
/// operator names. Nothing else is answered.
///
/// A web page may have its own name lead to this machine (DNS rebinding); its scripts then ask here as if they asked their
/// own server. What gives them away is the page's name, in `Host`. Pages of other origins give themselves away by `Origin`
/// and `Sec-Fetch-Site`. Programs and proxies send neither.
struct AllowedHosts: Sendable {
    /// In lower case; IPv6 addresses in brackets.
    private let names: Set<[UInt8]>
    private let bound: Set<IPAddress>
    /// Whether the listener is bound to all addresses of the machine: which of them it is asked by can't be known.
    private let isBoundToAll: Bool

    /// - Parameters:
    ///   - names: The operator's, in lower case.
    ///   - addresses: Where the listener is bound.
    init(_ names: [String], boundTo addresses: [SocketAddress]) {
        self.names = Set(names.map { Array($0.utf8) })
        let bound = addresses.compactMap { address in
            if case .ip(let ip, _) = address { ip } else { nil as IPAddress? }
        }
        self.bound = Set(bound)
        isBoundToAll = bound.contains(where: \.isUnspecified)
    }

    /// Refuses a request of a web page that is not this listener's own. Over a Unix socket no web page asks.
    func check(_ request: borrowing Request, _ peer: Peer) throws(APIError) {
        if peer.isLocal { return }
        guard allows(request.host) else { throw Self.misdirected(request.host) }
        if let origin = request.value(of: "origin"), !Self.isSame(origin, request) {
            throw APIError(.forbidden, "requests from pages of \(String(origin)) are not allowed")
        }
        guard let site = request.value(of: "sec-fetch-site") else { return }
        // A link that is followed shows its answer to the person alone.
        let isFollowed =
            request.value(of: "sec-fetch-mode")?.equals("navigate") ?? false
            && request.value(of: "sec-fetch-dest")?.equals("document") ?? false && request.method == .get
        guard site.equals("same-origin") || site.equals("none") || isFollowed else {
            throw APIError(.forbidden, "requests from pages of other sites are not allowed")
        }
    }

    /// Refuses what a proxy can't have asked. Of a web page on this machine it is all that can be told: a proxy here hands
    /// the client's fields on, `Host`, `Origin` and `Sec-Fetch-Site` too.
    ///
    /// - Parameter original: The host that the proxy says it was asked for.
    func checkProxy(
        _ request: borrowing Request, _ peer: Peer, original: TextRange, in arena: borrowing ByteArena
    ) throws(APIError) {
        // A name without a dot is a proxy's own for its upstream: no page has such a name.
        guard peer.address?.isLoopback ?? false, request.host.firstIndex(of: UInt8(ascii: ".")) != nil else { return }
        guard allows(request.host) || request.host.equals(arena[original]) else {
            throw Self.misdirected(request.host)
        }
    }

    private static func misdirected(_ host: Span<UInt8>) -> APIError {
        APIError(
            .misdirectedRequest,
            "this listener accepts localhost, its own address and allowed_hosts as the host, not \(String(host))")
    }

    /// Whether a `Host` is one of them, without its port. HTTP/1.0 may go without; a browser never does.
    func allows(_ host: Span<UInt8>) -> Bool {
        if host.isEmpty || Host(host).isLoopback { return true }
        let isBracketed = host.starts(with: "[") && host.ends(with: "]")
        let address = IPAddress(isBracketed ? host.extracting(1..<host.count - 1) : host)
        if let address, isBoundToAll || bound.contains(address) { return true }
        return names.contains { $0.span.equals(host) }
    }

    /// Whether an origin is the one that was asked: scheme, host and port (RFC 6454).
    private static func isSame(_ origin: Span<UInt8>, _ request: borrowing Request) -> Bool {
        guard let authority = request.value(of: "host") else { return false }
        let scheme = origin.starts(with: "https://") ? 8 : origin.starts(with: "http://") ? 7 : origin.count
        return origin.extracting(scheme..<origin.count).equals(authority)
    }
}
