import ByteText
import HTTP
import Libevent

/// Request identifiers and access logging.
extension Connection {
    /// Assigns an identifier to the current request and returns it to the client. The `X-Request-Id` of a trusted peer
    /// is adopted.
    func identify(_ request: borrowing Request, _ writer: inout ResponseWriter, _ requestID: UInt64) {
        if isTrusted, let name = request.onlyValue(of: "x-request-id"), worker.identifiers.adopt(name) {
            worker.currentListener = listener
            writeIdentifier(&writer)
        } else {
            identify(&writer, requestID)
        }
        worker.currentTrace = (isTrusted ? trace(request, &writer, requestID) : nil) ?? worker.newTrace(requestID)
    }

    /// The span of this request in the peer's trace, which is returned to the peer (Trace Context Level 2,
    /// `traceresponse`).
    private func trace(
        _ request: borrowing Request, _ writer: inout ResponseWriter, _ requestID: UInt64
    ) -> TraceContext? {
        guard let field = request.onlyValue(of: "traceparent"), let parent = TraceContext(traceparent: field) else {
            return nil
        }
        let trace = parent.child(worker.identifiers.span(of: requestID))
        trace.withText { writer.exchangeField("traceresponse", $0) }
        return trace
    }

    /// Assigns an identifier to a request that could not be parsed.
    func identify(_ writer: inout ResponseWriter, _ requestID: UInt64) {
        worker.currentListener = listener
        worker.currentTrace = nil
        worker.identifiers.make(requestID)
        writeIdentifier(&writer)
    }

    private func writeIdentifier(_ writer: inout ResponseWriter) {
        worker.identifiers.writeLine(&writer)
        // If this server terminates TLS, the field must not be sent over plain HTTP (RFC 6797, section 7.2).
        guard listener == .front, let security = worker.transportSecurity, tls != nil || !worker.endsTLS else {
            return
        }
        writer.exchangeField("Strict-Transport-Security", security.span)
    }

    /// Logs the answered request, if there is an access log.
    func log(_ request: borrowing Request, _ writer: borrowing ResponseWriter) {
        guard worker.logsRequests, let log = worker.requestLog, let status = writer.status else { return }
        log.record(request, answer(status, writer, nanoseconds: MonotonicClock.nanoseconds - began))
    }

    /// Logs input that was refused before it was a complete request.
    func logRefusal(_ writer: borrowing ResponseWriter) {
        guard let log = worker.requestLog, let status = writer.status else { return }
        log.recordRefusal(answer(status, writer, nanoseconds: 0))
    }

    private func answer(
        _ status: Status, _ writer: borrowing ResponseWriter, nanoseconds: UInt64
    ) -> AnsweredRequest {
        AnsweredRequest(
            peer: peer, listener: listener, id: worker.identifiers.current, trace: worker.currentTrace,
            clock: worker.wallClock, status: status, bodyBytes: writer.bodyCount, nanoseconds: nanoseconds)
    }
}
