public import HTTP

/// Why a client was not served, for failures detected by the server itself, before any handler is called.
public enum ConnectionFault: Sendable, Equatable {
    /// The TLS handshake failed, with the message of OpenSSL, or `nil` if it has none.
    case handshake(String?)
    /// A plain HTTP request on a TLS listener.
    case plainHTTP
    /// A request that was malformed, too large or too slow, with the response status.
    case refused(Status)
    /// A limit or a flood.
    case shed(ShedReason)
}

/// Receives the reasons why clients were not served. Called on the worker's thread; must not block.
public protocol FaultLog: AnyObject {
    /// Records one fault. A flood causes many faults, so implementations must bound their output.
    func record(_ fault: ConnectionFault, of peer: Peer, at listener: ListenerKind)
}

extension Worker {
    /// Counts a rejected request or connection, and records it in the fault log.
    func countShed(_ reason: ShedReason, of peer: Peer, at listener: ListenerKind) {
        counters.countShed(reason)
        faultLog?.record(.shed(reason), of: peer, at: listener)
    }
}

extension Connection {
    /// Counts a rejected request or connection of this client, and records it in the fault log.
    func countShed(_ reason: ShedReason) { worker.countShed(reason, of: peer, at: listener) }
}
