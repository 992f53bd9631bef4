public import ByteText
public import HTTP
import Libevent

/// An answered request, as recorded in an access log.
public struct AnsweredRequest: Sendable {
    /// The client, as named by the proxy if the proxy is trusted to do so.
    public let peer: Peer
    /// The listener that received the request.
    public let listener: ListenerKind
    /// The request's identifier, as sent in `X-Request-Id`.
    public let id: [UInt8]
    /// The request's span, if it is part of a trace.
    public let trace: TraceContext?
    /// When the request was answered.
    public let clock: WallClock
    /// The status of the response.
    public let status: Status
    /// The size of the response body in bytes.
    public let bodyBytes: Int
    /// Nanoseconds from the complete request to its response; 0 for a refusal.
    public let nanoseconds: UInt64
}

/// Records the requests of one worker. Called on the worker's thread, once per request; must not block.
public protocol RequestLog: AnyObject {
    /// Records a request that a handler has answered.
    func record(_ request: borrowing Request, _ answer: AnsweredRequest)

    /// Records a request that was malformed, too large or too slow.
    func recordRefusal(_ answer: AnsweredRequest)
}
