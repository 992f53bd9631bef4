public import ByteText
public import HTTP
import Libevent

/// What is known of a request once it is answered: what the line of an access log is written from.
public struct AnsweredRequest: Sendable {
    /// The client, as a proxy named it where one is trusted to.
    public let peer: Peer
    /// The listener that it came to.
    public let listener: ListenerKind
    /// The request's identifier, as `X-Request-Id` in the answer has it.
    public let id: [UInt8]
    /// Its span, where it is part of a trace.
    public let trace: TraceContext?
    /// When it was answered.
    public let clock: WallClock
    /// The status of the answer.
    public let status: Status
    /// Bytes of the answer's body.
    public let bodyBytes: Int
    /// Nanoseconds from the request's first byte to its answer; 0 for a refusal.
    public let nanoseconds: UInt64
}

/// Records the requests of one worker. Called on the worker's thread, once for each; must not wait.
public protocol RequestLog: AnyObject {
    /// Records a request that a handler has answered.
    func record(_ request: borrowing Request, _ answer: AnsweredRequest)

    /// Records a request that was malformed, too large or too slow.
    func recordRefusal(_ answer: AnsweredRequest)
}
