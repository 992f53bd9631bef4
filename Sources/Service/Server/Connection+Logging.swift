import HTTP
import Libevent

/// The name of a request, and its line in the access log.
extension Connection {
    /// Names the request under way, and has its answer tell the name.
    ///
    /// - Parameter box: Where the request is; nil for bytes that are none.
    func identify(_ box: ReaderBox?, _ writer: WriterBox, _ requestID: UInt64) {
        worker.currentListener = listener
        if !(box.map { takeIdentifier($0.reader.request) } ?? false) { worker.identifiers.make(requestID) }
        let name = worker.identifiers.current
        writer.writer.exchangeField("X-Request-Id", name.span)
        // Where this server ends TLS itself, the word is of no use over anything else (RFC 6797, section 7.2).
        guard listener == .front, let security = worker.transportSecurity, tls != nil || !worker.endsTLS else {
            return
        }
        writer.writer.exchangeField("Strict-Transport-Security", security.span)
    }

    /// Takes the name that a trusted peer gives; false where it gives none that is well-formed.
    private func takeIdentifier(_ request: borrowing Request) -> Bool {
        guard let name = request.onlyValue(of: "x-request-id"), worker.trusts(peer) else { return false }
        return worker.identifiers.take(name)
    }

    /// Writes the line of the request that was answered.
    func log(_ box: ReaderBox?, _ writer: WriterBox) {
        guard let log = worker.accessLog, let status = writer.writer.status else { return }
        let id = worker.identifiers.current
        var outcome = AccessLog.Outcome(status: status, bodyBytes: writer.writer.bodyCount, nanoseconds: 0)
        guard let box else {
            return log.recordRefusal(from: peer, listener, id: id, at: worker.wallClock, outcome)
        }
        outcome.nanoseconds = MonotonicClock.nanoseconds - began
        log.record(box.reader.request, from: peer, listener, id: id, at: worker.wallClock, outcome)
    }
}
