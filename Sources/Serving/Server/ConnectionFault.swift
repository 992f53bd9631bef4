public import HTTP

/// Why a client was not served, as far as the server itself knows: nothing of it came to a handler.
public enum ConnectionFault: Sendable, Equatable {
    /// The TLS handshake failed, in OpenSSL's words; nil where it has none.
    case handshake(String?)
    /// HTTP without TLS to a listener that speaks TLS.
    case plainHTTP
    /// A request that was malformed, too large or too slow, with the status of its answer.
    case refused(Status)
    /// A limit or a flood.
    case shed(ShedReason)
}

/// Learns why clients were not served. Called on the worker's thread; must not wait.
public protocol FaultLog: AnyObject {
    /// Learns of one fault. Whoever floods the server causes many: what is written of them must be bounded.
    func record(_ fault: ConnectionFault, of peer: Peer, at listener: ListenerKind)
}

extension Worker {
    /// Counts what was turned away, and tells the log of faults.
    func countShed(_ reason: ShedReason, of peer: Peer, at listener: ListenerKind) {
        counters.countShed(reason)
        faultLog?.record(.shed(reason), of: peer, at: listener)
    }
}

extension Connection {
    /// Counts what was turned away of this client, and tells the log of faults.
    func countShed(_ reason: ShedReason) { worker.countShed(reason, of: peer, at: listener) }
}
