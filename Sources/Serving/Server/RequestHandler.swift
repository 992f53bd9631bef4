public import ByteText
public import HTTP
public import Libevent

/// The other end of a connection.
public struct Peer: Sendable, Hashable {
    /// The address; nil over a Unix socket, and for a client that its proxy has no address of.
    public var address: IPAddress?
    /// The port; 0 where ``address`` is nil.
    public var port: UInt16
    /// Whether it has come over a Unix socket.
    public var isLocal: Bool
    /// Which process it is; nil where the listener does not ask.
    public var credentials: PeerCredentials?

    init(_ address: SocketAddress) {
        switch address {
        case .ip(let ip, let port):
            self.init(address: ip, port: port, isLocal: false)
        case .unix:
            self.init(address: nil, port: 0, isLocal: true)
        }
    }

    /// A peer of that address; of none where it is unknown, or over a Unix socket.
    public init(address: IPAddress?, port: UInt16 = 0, isLocal: Bool = false) {
        self.address = address
        self.port = port
        self.isLocal = isLocal
    }

    /// The client of a connection that a proxy passes on.
    init(_ client: ProxyHeader.Client, behind sender: Peer) {
        switch client {
        case .sender: self = sender
        case .unknown: self.init(address: nil, port: 0, isLocal: false)
        case .address(let address, let port): self.init(address: address, port: port, isLocal: false)
        }
    }
}

/// Names one request that is to be answered later; it means nothing once the request is answered or its connection gone.
public struct AnswerTicket: Sendable, Hashable {
    /// The worker that the answer must be given in.
    public let worker: Int
    let slot: Int
    let requestID: UInt64
}

/// What a handler knows besides the request.
public struct RequestContext: Sendable {
    /// The client; behind the PROXY protocol, the one that the proxy names.
    public let peer: Peer
    /// The kind of listener that the request came to.
    public let listener: ListenerKind
    /// Whether the request came through TLS of this server.
    public var isSecure = false
    /// A number that no other request of this process has; its upper 16 bits are the worker's.
    public let requestID: UInt64
    /// For ``Worker/answer(_:with:)`` after ``HTTP/ResponseWriter/deferAnswer()``.
    public let ticket: AnswerTicket
}

extension RequestContext {
    /// The context of a request that came over no connection: its handler can't answer later.
    public init(peer: Peer, listener: ListenerKind, isSecure: Bool = false, number: UInt64 = 0) {
        self.init(
            peer: peer, listener: listener, isSecure: isSecure, requestID: number,
            ticket: AnswerTicket(worker: 0, slot: 0, requestID: number))
    }
}

/// Answers the requests of one kind of listener in one worker.
///
/// A handler is made, called and dropped on its worker's thread and shares nothing. It must not wait for anything.
public protocol RequestHandler: AnyObject {
    /// Answers a request, or calls ``HTTP/ResponseWriter/deferAnswer()`` and answers later with the context's ticket.
    ///
    /// A handler that does neither has the server answer 500.
    func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter)

    /// Adds fields that every answer to a request has, a deferred one and a refusal for overload as well
    /// (``ResponseWriter/exchangeField(_:_:)``). May be called twice for a request.
    func prepare(_ request: borrowing Request, _ response: inout ResponseWriter)

    /// Learns of a request that was refused before it could be handled: malformed, too large, too slow.
    func refused(_ status: Status, from peer: Peer)
}

extension RequestHandler {
    /// Adds nothing.
    public func prepare(_ request: borrowing Request, _ response: inout ResponseWriter) {}

    /// Does nothing, for handlers that count no refusals.
    public func refused(_ status: Status, from peer: Peer) {}
}
