public import ByteText
public import HTTP
public import Libevent
public import OpenSSL

/// One request to a host by its name, on a loop of the calling thread: the name is looked up, and the first of its addresses
/// that can be connected to is asked.
///
/// Bounded: some seconds to look the name up, then the caller's patience for all addresses together.
public struct HostExchange: Sendable {
    /// What is sent.
    public var request: ClientRequest
    /// The port.
    public var port: UInt16
    /// Nil without TLS.
    public var tls: TLSClientContext?
    /// What the server may send.
    public var limits = ResponseReader.Limits()
    /// How long the name may be looked up.
    public static let lookupSeconds = 10
    /// Of a name with more addresses the first are tried.
    private static let maximumAddresses = 4

    /// A request to the host that it names.
    public init(_ request: ClientRequest, port: UInt16, tls: TLSClientContext?) {
        (self.request, self.port, self.tls) = (request, port, tls)
    }

    /// The outcome at the first address that can be connected to, or at the last. Waits for the network: not for a thread
    /// with a loop.
    ///
    /// - Parameter patience: How long connecting and the whole answer may take.
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

    /// The same without looking the name up: only these addresses are connected to. Nil without any.
    public func run(at addresses: [IPAddress], patience: Duration) throws(EventError) -> ClientOutcome? {
        let end = ContinuousClock.now + patience
        var batch = ClientBatch()
        batch.limits = limits
        var last: ClientOutcome?
        for (index, ip) in addresses.enumerated() {
            // Half of what is left, while there is another address that may be better.
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
