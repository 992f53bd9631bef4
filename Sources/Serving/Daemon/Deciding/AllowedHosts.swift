import ByteText
import HTTP
import Libevent
import Server
import WebAddress

/// The hosts that edge and admin answer for: this machine's names, the addresses they are bound to, and those that the
/// operator lists. No other host is answered.
///
/// A web page may point its own name at this machine (DNS rebinding); its scripts then call here as if they called
/// their own server. The page's name in `Host` reveals that. Pages of other origins are recognised by `Origin` and
/// `Sec-Fetch-Site`. Programs and proxies send neither.
struct AllowedHosts: Sendable {
    /// In lower case; IPv6 addresses in brackets.
    private var names: Set<[UInt8]>
    private let bound: Set<IPAddress>
    /// Whether the listener is bound to all addresses of the machine: which of them clients use can't be known.
    private let isBoundToAll: Bool

    /// - Parameters:
    ///   - names: The operator's, in lower case.
    ///   - addresses: Where the listener is bound.
    init(_ names: [String], boundTo addresses: [SocketAddress]) {
        self.names = Self.set(of: names)
        let bound = addresses.compactMap { address in
            if case .ip(let ip, _) = address { ip } else { nil as IPAddress? }
        }
        self.bound = Set(bound)
        isBoundToAll = bound.contains(where: \.isUnspecified)
    }

    private static func set(of names: [String]) -> Set<[UInt8]> { Set(names.map { Array($0.utf8) }) }

    /// The hosts of the same listener, with other names of the operator's.
    func listing(_ names: [String]) -> AllowedHosts {
        var hosts = self
        hosts.names = Self.set(of: names)
        return hosts
    }

    /// Refuses a request of a web page that is not this listener's own. No web page can use a Unix socket.
    func check(_ request: borrowing Request, _ peer: Peer) throws(APIError) {
        if peer.isLocal { return }
        guard allows(request.host) else { throw Self.misdirected(request.host) }
        if let origin = request.value(of: "origin"), !Self.isSame(origin, request) {
            throw APIError(.forbidden, "requests from pages of \(String(origin)) are not allowed")
        }
        guard let site = request.value(of: "sec-fetch-site") else { return }
        // A followed link shows its answer to that person alone.
        let isFollowed =
            request.value(of: "sec-fetch-mode")?.equals("navigate") ?? false
            && request.value(of: "sec-fetch-dest")?.equals("document") ?? false && request.method == .get
        guard site.equals("same-origin") || site.equals("none") || isFollowed else {
            throw APIError(.forbidden, "requests from pages of other sites are not allowed")
        }
    }

    /// Refuses what a proxy can't have sent. Nothing more can be determined about a web page on this machine: a proxy
    /// here passes the client's fields on, including `Host`, `Origin` and `Sec-Fetch-Site`.
    ///
    /// - Parameter original: The host of the original request, according to the proxy.
    func checkProxy(
        _ request: borrowing Request, _ peer: Peer, original: TextRange, in arena: borrowing ByteArena
    ) throws(APIError) {
        // A name without a dot is a proxy's own name for its upstream: no page has such a name.
        guard peer.address?.isLoopback ?? false, request.host.firstIndex(of: UInt8(ascii: ".")) != nil else { return }
        guard allows(request.host) || request.host.equals(arena[original]) else {
            throw Self.misdirected(request.host)
        }
    }

    /// Whether a browser says that a page of this listener has sent a request, over a Unix socket, too. One that says nothing
    /// is refused: what a cookie permits, only a page of ours may ask for.
    static func isSameOrigin(_ request: borrowing Request) -> Bool {
        if request.hasField("origin") {
            guard let origin = request.onlyValue(of: "origin"), isSame(origin, request) else { return false }
            return !request.hasField("sec-fetch-site") || isFromOwnPage(request)
        }
        return isFromOwnPage(request)
    }

    private static func isFromOwnPage(_ request: borrowing Request) -> Bool {
        request.onlyValue(of: "sec-fetch-site")?.equals("same-origin") ?? false
    }

    private static func misdirected(_ host: Span<UInt8>) -> APIError {
        APIError(
            .misdirectedRequest,
            "this listener accepts localhost, its own address and allowed_hosts as the host, not \(String(host))")
    }

    /// Whether a `Host` is allowed, without its port. HTTP/1.0 may omit it; a browser never does.
    func allows(_ host: Span<UInt8>) -> Bool {
        if host.isEmpty || Host(host).isLoopback { return true }
        let isBracketed = host.starts(with: "[") && host.ends(with: "]")
        let address = IPAddress(isBracketed ? host.extracting(1..<host.count - 1) : host)
        if let address, isBoundToAll || bound.contains(address) { return true }
        return names.contains { $0.span.equals(host) }
    }

    /// Whether an origin is the one that the request was sent to: scheme, host and port (RFC 6454).
    private static func isSame(_ origin: Span<UInt8>, _ request: borrowing Request) -> Bool {
        guard let authority = request.value(of: "host") else { return false }
        let scheme = origin.starts(with: "https://") ? 8 : origin.starts(with: "http://") ? 7 : origin.count
        return origin.extracting(scheme..<origin.count).equals(authority)
    }
}
