public import ByteText
public import HTTP
public import Libevent

/// The other end of a connection.
public struct Peer: Sendable, Hashable {
    /// The IP address, or `nil` for Unix sockets and for proxied clients without a known address.
    public var address: IPAddress?
    /// The port; 0 if ``address`` is `nil`.
    public var port: UInt16
    /// Whether the peer is connected over a Unix socket.
    public var isLocal: Bool
    /// The process of the peer, or `nil` if the listener does not identify peers.
    public var credentials: PeerCredentials?

    init(_ address: SocketAddress) {
        switch address {
        case .ip(let ip, let port):
            self.init(address: ip, port: port, isLocal: false)
        case .unix:
            self.init(address: nil, port: 0, isLocal: true)
        }
    }

    /// A peer with this address, or without one if it is unknown or on a Unix socket.
    public init(address: IPAddress?, port: UInt16 = 0, isLocal: Bool = false) {
        self.address = address
        self.port = port
        self.isLocal = isLocal
    }

    /// The client of a proxied connection.
    init(_ client: ProxyHeader.Client, behind sender: Peer) {
        switch client {
        case .sender: self = sender
        case .unknown: self.init(address: nil, port: 0, isLocal: false)
        case .address(let address, let port): self.init(address: address, port: port, isLocal: false)
        }
    }
}

/// Identifies a request whose response is deferred. It is invalid once the request is answered or its connection
/// closed.
public struct AnswerTicket: Sendable, Hashable {
    /// The worker in which the request must be answered.
    public let worker: Int
    let slot: Int
    let requestID: UInt64
}

/// The context of a request, passed to its handler.
public struct RequestContext: Sendable {
    /// The client; behind the PROXY protocol, the client named by the proxy.
    public let peer: Peer
    /// The kind of listener that received the request.
    public let listener: ListenerKind
    /// Whether the request came over TLS terminated by this server.
    public var isSecure = false
    /// An ID that is unique within the process; the upper 16 bits are the worker's index.
    public let requestID: UInt64
    /// For ``Worker/answer(_:with:)`` after ``HTTP/ResponseWriter/deferAnswer()``.
    public let ticket: AnswerTicket
}

extension RequestContext {
    /// The context of a request without a connection, which can't be deferred.
    public init(peer: Peer, listener: ListenerKind, isSecure: Bool = false, number: UInt64 = 0) {
        self.init(
            peer: peer, listener: listener, isSecure: isSecure, requestID: number,
            ticket: AnswerTicket(worker: 0, slot: 0, requestID: number))
    }
}

/// Answers the requests of one kind of listener in one worker.
///
/// A handler is created, called and released on its worker's thread and shares nothing. It must not block.
public protocol RequestHandler: AnyObject {
    /// Answers a request, or calls ``HTTP/ResponseWriter/deferAnswer()`` and answers later with the context's ticket.
    ///
    /// If a handler does neither, the server responds with 500.
    func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter)

    /// Adds fields to every response to a request, including deferred responses and 503 responses under overload
    /// (``ResponseWriter/exchangeField(_:_:)``). May be called twice for a request.
    func prepare(_ request: borrowing Request, _ response: inout ResponseWriter)

    /// Called for a request that was refused before it could be handled: malformed, too large, or too slow.
    func refused(_ status: Status, from peer: Peer)
}

extension RequestHandler {
    /// Adds nothing.
    public func prepare(_ request: borrowing Request, _ response: inout ResponseWriter) {}

    /// Does nothing, for handlers that do not count refusals.
    public func refused(_ status: Status, from peer: Peer) {}
}
