public import ByteText
public import HTTP
public import Libevent
public import OpenSSL

/// One request to a host by name, on a loop of the calling thread. The name is resolved, and the request is sent to the
/// first of its addresses that accepts a connection (RFC 8305), or to a proxy.
///
/// The duration is bounded: by ``lookupSeconds`` for the lookup, then by the caller's limit for all addresses together.
public struct HostExchange: Sendable {
    /// The request to send.
    public var request: ClientRequest
    /// The port.
    public var port: UInt16
    /// The TLS context, or `nil` for plain HTTP.
    public var tls: TLSClientContext?
    /// The proxy of requests to other servers, or `nil` for none.
    package var proxy: OutgoingProxy?
    /// The size limits of the response.
    public var limits = ResponseReader.Limits()
    /// The time limit of the name lookup.
    public static let lookupSeconds = 10
    /// The maximum number of addresses tried.
    private static let maximumAddresses = 4

    /// Creates a request to the host that it names.
    public init(_ request: ClientRequest, port: UInt16, tls: TLSClientContext?) {
        (self.request, self.port, self.tls) = (request, port, tls)
    }

    /// Creates a request to the host that it names, through a proxy unless the host is one of its exceptions.
    package init(_ request: ClientRequest, port: UInt16, tls: TLSClientContext?, proxy: OutgoingProxy?) {
        self.init(request, port: port, tls: tls)
        self.proxy = proxy
    }

    /// The outcome at the first address that accepts a connection, or at the last one. Blocks on the network, so it
    /// must not be called on a thread with a loop.
    ///
    /// - Parameter patience: The time limit for connecting and the complete response.
    public func run(patience: Duration) throws(EventError) -> ClientOutcome {
        if let proxy, proxy.carries(host: request.host, port: port) {
            return try run(through: proxy, patience: patience)
        }
        switch Self.addresses(of: request.host) {
        case .failure(let fault): return ClientOutcome(.failure(.connection(fault.reason)))
        case .success(let addresses):
            return try connect(to: addresses, patience: patience)
                ?? ClientOutcome(.failure(.connection("\(request.host) has no address")))
        }
    }

    /// The outcome at the first of these addresses that accepts a connection, without a lookup. Returns `nil` if there
    /// are none. A proxy connects to these addresses, too.
    public func run(at addresses: [IPAddress], patience: Duration) throws(EventError) -> ClientOutcome? {
        guard !addresses.isEmpty else { return nil }
        guard let proxy, proxy.carries(host: request.host, port: port) else {
            return try connect(to: addresses, patience: patience)
        }
        let direct = addresses.filter { !proxy.carries(host: $0.description, port: port) }
        guard direct.isEmpty else { return try connect(to: direct, patience: patience) }
        return try run(through: proxy, at: addresses, patience: patience)
    }

    private func connect(to addresses: [IPAddress], patience: Duration) throws(EventError) -> ClientOutcome? {
        let places = addresses.map { SocketAddress.ip($0, port: port) }
        guard let first = places.first else { return nil }
        return try send(
            by: ClientExchange.Route(first, alternatives: Array(places.dropFirst()), tls: tls), patience: patience)
    }

    /// Sends the request, and waits for the outcome.
    func send(by route: ClientExchange.Route, patience: Duration) throws(EventError) -> ClientOutcome {
        var batch = ClientBatch()
        (batch.limits, batch.deadline) = (limits, patience)
        return try batch.run([ClientBatch.Job(request, route)])[0]
    }

    /// The first addresses of a host, alternating between IPv6 and IPv4 (RFC 8305, section 4). The reason of a fault names
    /// the host.
    static func addresses(of host: String) -> HostLookups.Outcome {
        switch HostLookups.run([host], seconds: lookupSeconds)[host] {
        case .success(let found)?:
            return .success(Array(alternating(found).prefix(maximumAddresses)))
        case .failure(let fault)?: return .failure(HostLookup.Fault("\(host): \(fault.reason)"))
        case nil: return .success([])
        }
    }

    /// The addresses in their order, except that each is followed by one of the other family as long as there are any.
    static func alternating(_ addresses: [IPAddress]) -> [IPAddress] {
        let first = addresses.filter { $0.family == addresses.first?.family }
        let second = addresses.filter { $0.family != addresses.first?.family }
        return (0..<max(first.count, second.count)).flatMap { index in
            [first, second].compactMap { index < $0.count ? $0[index] : nil }
        }
    }
}
