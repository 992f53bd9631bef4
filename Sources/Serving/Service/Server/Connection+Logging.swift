import HTTP
import Libevent

/// The name of a request, and its line in the access log.
extension Connection {
    /// Names the request under way, by a trusted peer's name where it gives one, and has its answer tell the name.
    func identify(_ request: borrowing Request, _ writer: inout ResponseWriter, _ requestID: UInt64) {
        if let name = request.onlyValue(of: "x-request-id"), worker.trusts(peer), worker.identifiers.take(name) {
            worker.currentListener = listener
            return tellIdentifier(&writer)
        }
        identify(&writer, requestID)
    }

    /// Names what is no request that could be read.
    func identify(_ writer: inout ResponseWriter, _ requestID: UInt64) {
        worker.currentListener = listener
        worker.identifiers.make(requestID)
        tellIdentifier(&writer)
    }

    private func tellIdentifier(_ writer: inout ResponseWriter) {
        let name = worker.identifiers.current
        writer.exchangeField("X-Request-Id", name.span)
        // Where this server ends TLS itself, the word is of no use over anything else (RFC 6797, section 7.2).
        guard listener == .front, let security = worker.transportSecurity, tls != nil || !worker.endsTLS else {
            return
        }
        writer.exchangeField("Strict-Transport-Security", security.span)
    }

    /// Writes the line of the request that was answered.
    func log(_ request: borrowing Request, _ writer: borrowing ResponseWriter) {
        guard let log = worker.accessLog, let status = writer.status else { return }
        let outcome = AccessLog.Outcome(
            status: status, bodyBytes: writer.bodyCount, nanoseconds: MonotonicClock.nanoseconds - began)
        log.record(
            request, from: peer, listener, id: worker.identifiers.current, at: worker.wallClock, outcome)
    }

    /// Writes the line of what was refused before it was a request.
    func logRefusal(_ writer: borrowing ResponseWriter) {
        guard let log = worker.accessLog, let status = writer.status else { return }
        let outcome = AccessLog.Outcome(status: status, bodyBytes: writer.bodyCount, nanoseconds: 0)
        log.recordRefusal(from: peer, listener, id: worker.identifiers.current, at: worker.wallClock, outcome)
    }
}
