public import ByteText
public import HTTP
public import Libevent
public import OpenSSL

/// One request to a host by name, on a loop of the calling thread. The name is resolved, and the request is sent to the
/// first of its addresses that accepts a connection.
///
/// The duration is bounded: by ``lookupSeconds`` for the lookup, then by the caller's limit for all addresses together.
public struct HostExchange: Sendable {
    /// The request to send.
    public var request: ClientRequest
    /// The port.
    public var port: UInt16
    /// The TLS context, or `nil` for plain HTTP.
    public var tls: TLSClientContext?
    /// The size limits of the response.
    public var limits = ResponseReader.Limits()
    /// The time limit of the name lookup.
    public static let lookupSeconds = 10
    /// The maximum number of addresses tried, in order.
    private static let maximumAddresses = 4

    /// Creates a request to the host that it names.
    public init(_ request: ClientRequest, port: UInt16, tls: TLSClientContext?) {
        (self.request, self.port, self.tls) = (request, port, tls)
    }

    /// The outcome at the first address that accepts a connection, or at the last one. Blocks on the network, so it
    /// must not be called on a thread with a loop.
    ///
    /// - Parameter patience: The time limit for connecting and the complete response.
    public func run(patience: Duration) throws(EventError) -> ClientOutcome {
        let addresses: [IPAddress]
        switch HostLookups.run([request.host], seconds: Self.lookupSeconds)[request.host] {
        case .success(let found)?: addresses = Array(found.prefix(Self.maximumAddresses))
        case .failure(let fault)?: return ClientOutcome(.failure(.connection("\(request.host): \(fault.reason)")))
        case nil: addresses = []
        }
        return try run(at: addresses, patience: patience)
            ?? ClientOutcome(.failure(.connection("\(request.host) has no address")))
    }

    /// The outcome at the first of these addresses that accepts a connection, without a lookup. Returns `nil` if there
    /// are none.
    public func run(at addresses: [IPAddress], patience: Duration) throws(EventError) -> ClientOutcome? {
        let end = ContinuousClock.now + patience
        var batch = ClientBatch()
        batch.limits = limits
        var last: ClientOutcome?
        for (index, ip) in addresses.enumerated() {
            // Half of the remaining time if there is another address, which may respond faster.
            let left = max(.seconds(1), ContinuousClock.now.duration(to: end))
            batch.deadline = index + 1 < addresses.count ? left / 2 : left
            last = try batch.run([ClientBatch.Job(request, ClientExchange.Route(.ip(ip, port: port), tls: tls))]).first
            switch last?.fault {
            case .connection?, .timeout(.connecting)?: continue
            default: return last
            }
        }
        return last
    }
}
