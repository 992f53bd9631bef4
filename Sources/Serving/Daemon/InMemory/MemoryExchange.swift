import HTTP

/// A request and its answer as bytes, through the reader and the writer that connections have, without a connection.
struct MemoryExchange {
    /// The listener's limits.
    var limits = RequestLimits()
    /// What the answer is dated with, in seconds since the epoch.
    var now: Int64

    /// What came out: the bytes of one answer.
    struct Answer: Sendable {
        var bytes: [UInt8]
        /// Whether it answers HEAD and so has no body.
        var isHead: Bool
    }

    /// Reads one request, with the end of the connection behind it, and has it answered; a refusal of the reader's is
    /// answered as connections do. Nil if the bytes are not one whole request.
    ///
    /// `handle` begins and ends the exchange of the writer.
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
