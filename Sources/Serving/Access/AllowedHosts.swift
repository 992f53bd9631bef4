package import ByteText
package import HTTP
package import Libevent
package import Server
import WebAddress

/// The hosts that the edge and admin listeners accept: this machine's names, the bound addresses, and the configured hosts.
/// All others are refused.
///
/// A web page may point its own name at this machine (DNS rebinding); its scripts can then call this listener as if it were
/// their own server. The page's name in `Host` reveals that. Pages of other origins are recognized by `Origin` and
/// `Sec-Fetch-Site`, which neither programs nor proxies send.
package struct AllowedHosts: Sendable {
    /// In lower case; IPv6 addresses in brackets.
    private var names: Set<[UInt8]>
    private let bound: Set<IPAddress>
    /// Whether the listener is bound to all addresses of the machine, so that any of them may be used by clients.
    private let isBoundToAll: Bool

    /// - Parameters:
    ///   - names: The configured hosts, in lower case.
    ///   - addresses: The addresses that the listener is bound to.
    package init(_ names: [String], boundTo addresses: [SocketAddress]) {
        self.names = Self.set(of: names)
        let bound = addresses.compactMap { address in
            if case .ip(let ip, _) = address { ip } else { nil as IPAddress? }
        }
        self.bound = Set(bound)
        isBoundToAll = bound.contains(where: \.isUnspecified)
    }

    private static func set(of names: [String]) -> Set<[UInt8]> { Set(names.map { Array($0.utf8) }) }

    /// The hosts of the same listener, with other configured names.
    package func listing(_ names: [String]) -> AllowedHosts {
        var hosts = self
        hosts.names = Self.set(of: names)
        return hosts
    }

    /// Refuses requests of web pages other than this listener's own. Web pages can't use a Unix socket.
    package func check(_ request: borrowing Request, _ peer: Peer) throws(APIError) {
        if peer.isLocal { return }
        guard allows(request.host) else { throw Self.misdirected(request.host) }
        if let origin = request.value(of: "origin"), !Self.isSame(origin, request) {
            throw APIError(.forbidden, "requests from pages of \(String(origin)) are not allowed")
        }
        guard let site = request.value(of: "sec-fetch-site") else { return }
        // The response to a followed link is visible only to that user.
        let isFollowed =
            request.value(of: "sec-fetch-mode")?.equals("navigate") ?? false
            && request.value(of: "sec-fetch-dest")?.equals("document") ?? false && request.method == .get
        guard site.equals("same-origin") || site.equals("none") || isFollowed else {
            throw APIError(.forbidden, "requests from pages of other sites are not allowed")
        }
    }

    /// Refuses requests that a proxy can't have sent. Nothing more can be determined about a web page on this machine: a
    /// proxy here forwards the client's fields, including `Host`, `Origin` and `Sec-Fetch-Site`.
    ///
    /// - Parameter original: The host of the original request, as reported by the proxy.
    package func checkProxy(
        _ request: borrowing Request, _ peer: Peer, original: TextRange, in arena: borrowing ByteArena
    ) throws(APIError) {
        // A name without a dot is a proxy's own name for its upstream; no page has such a name.
        guard peer.address?.isLoopback ?? false, request.host.firstIndex(of: UInt8(ascii: ".")) != nil else { return }
        guard allows(request.host) || request.host.equals(arena[original]) else {
            throw Self.misdirected(request.host)
        }
    }

    /// Whether the browser reports that a page of this listener has sent the request; also over a Unix socket. Without such a
    /// report the result is `false`: a cookie's permissions are only for pages of this listener.
    package static func isSameOrigin(_ request: borrowing Request) -> Bool {
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

    /// Whether a `Host` without its port is allowed. HTTP/1.0 clients may omit it; browsers never do.
    func allows(_ host: Span<UInt8>) -> Bool {
        if host.isEmpty || Host(host).isLoopback { return true }
        let isBracketed = host.starts(with: "[") && host.ends(with: "]")
        let address = IPAddress(isBracketed ? host.extracting(1..<host.count - 1) : host)
        if let address, isBoundToAll || bound.contains(address) { return true }
        return names.contains { $0.span.equals(host) }
    }

    /// Whether an origin is that of the request's address: scheme, host and port (RFC 6454).
    private static func isSame(_ origin: Span<UInt8>, _ request: borrowing Request) -> Bool {
        guard let authority = request.value(of: "host") else { return false }
        let scheme = origin.starts(with: "https://") ? 8 : origin.starts(with: "http://") ? 7 : origin.count
        return origin.extracting(scheme..<origin.count).equals(authority)
    }
}
