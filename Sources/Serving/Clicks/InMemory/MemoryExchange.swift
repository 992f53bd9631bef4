import HTTP

/// A request and its response as bytes, through the reader and writer of connections, without a connection.
struct MemoryExchange {
    /// The listener's limits.
    var limits = RequestLimits()
    /// The response's date, in seconds since the epoch.
    var now: Int64

    /// The bytes of one response.
    struct Answer: Sendable {
        var bytes: [UInt8]
        /// Whether it responds to HEAD and therefore has no body.
        var isHead: Bool
    }

    /// Reads one request, followed by the end of the connection, and calls the handler. If the reader refuses the request,
    /// the response is that of a connection. `nil` if the bytes are not exactly one request.
    ///
    /// `handle` begins and ends the writer's exchange.
    func answer<Failure>(
        _ request: [UInt8], _ handle: (borrowing RequestReader, inout ResponseWriter) throws(Failure) -> Void
    ) throws(Failure) -> Answer? {
        var reader = RequestReader(limits: limits)
        reader.receive(request.span)
        reader.receiveEnd()
        var writer = ResponseWriter()
        writer.date.update(secondsSince1970: now)
        switch reader.next() {
        case .request: try handle(reader, &writer)
        case .refuse(let status):
            writer.beginExchange(HTTP.Exchange(isHead: reader.exchange.isHead, keepsAlive: false))
            writer.respond(status)
            _ = writer.endExchange()
        case .needBytes, .sendContinue, .end: return nil
        }
        return Answer(bytes: writer.pending.bytes, isHead: reader.exchange.isHead)
    }
}

extension Span<UInt8> {
    fileprivate var bytes: [UInt8] {
        indices.map { self[$0] }
    }
}
