public import HTTP
public import Libevent

/// Who is at the other end of a connection.
public struct Peer: Sendable, Hashable {
    /// The address; nil over a Unix socket.
    public var address: IPAddress?
    public var port: UInt16

    init(_ address: SocketAddress) {
        switch address {
        case .ip(let ip, let port):
            self.address = ip
            self.port = port
        case .unix:
            self.address = nil
            port = 0
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

/// What a handler gets to know beside the request.
public struct RequestContext: Sendable {
    public let peer: Peer
    public let listener: ListenerKind
    /// Whether the request came through TLS of this server.
    public var isSecure = false
    /// A number that no other request of this process has; its upper 16 bits are the worker's.
    public let requestID: UInt64
    /// For ``Worker/answer(_:with:)`` after ``HTTP/ResponseWriter/deferAnswer()``.
    public let ticket: AnswerTicket
}

/// Answers the requests of one kind of listener in one worker.
///
/// A handler is made, called and dropped on its worker's thread and shares nothing. It must not wait for anything.
public protocol RequestHandler: AnyObject {
    /// Answers a request, or calls ``HTTP/ResponseWriter/deferAnswer()`` and answers later with the context's ticket.
    ///
    /// A handler that does neither has the server answer 500.
    func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter)

    /// Learns of a request that was refused before it could be handled: malformed, too large, too slow.
    func refused(_ status: Status, from peer: Peer)
}

extension RequestHandler {
    public func refused(_ status: Status, from peer: Peer) {}
}
