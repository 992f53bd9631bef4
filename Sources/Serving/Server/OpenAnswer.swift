import ByteText
public import HTTP

/// The callbacks of the producer of an open response, such as an event stream (``Worker/open(_:_:with:)``).
///
/// The closures are called on the worker's thread and must not block.
public struct OpenAnswer: Sendable {
    /// Why the response ended.
    public enum End: String, Sendable, CaseIterable {
        /// The client has closed the connection, or the connection broke.
        case left
        /// The client did not read the output in time.
        case slow
        /// The server is draining.
        case drained
        /// ``Worker/finish(_:)`` was called.
        case finished
    }

    let ready: @Sendable () -> Void
    let ended: @Sendable (End) -> Void

    /// - Parameters:
    ///   - ready: Called when all output was sent and the next piece is accepted.
    ///   - ended: Called once, when no more pieces are accepted.
    public init(ready: @escaping @Sendable () -> Void, ended: @escaping @Sendable (End) -> Void) {
        (self.ready, self.ended) = (ready, ended)
    }
}

extension Worker {
    /// Answers a deferred request with a response head, and leaves the body open for ``extend(_:with:)``. The body has
    /// no length: it ends with the connection (RFC 9112, section 6.3).
    ///
    /// Over HTTP/1 only. Must be called on this worker's thread, and not from within ``RequestHandler/handle(_:_:_:)``
    /// of the same request.
    ///
    /// - Parameter head: Begins the response and writes its fields, and nothing else.
    public func open(_ ticket: AnswerTicket, _ answer: OpenAnswer, with head: (inout ResponseWriter) -> Void) {
        guard let connection = connection(of: ticket), connection.awaits(ticket.requestID) else {
            return answer.ended(.left)
        }
        connection.open(answer, head)
    }

    /// Sends a piece of an open body. Pieces are sent one at a time, each after `ready` was called.
    public func extend(_ ticket: AnswerTicket, with piece: [UInt8]) {
        guard let connection = connection(of: ticket), connection.openRequest == ticket.requestID else { return }
        connection.extend(with: piece)
    }

    /// Ends an open body.
    public func finish(_ ticket: AnswerTicket) {
        guard let connection = connection(of: ticket), connection.openRequest == ticket.requestID else { return }
        connection.endOpenAnswer(.finished)
    }
}

/// A response with an open body.
extension Connection {
    func open(_ answer: OpenAnswer, _ head: (inout ResponseWriter) -> Void) {
        guard let requestID = awaitedRequest, let box = reader, streams == nil, output == nil else {
            // Reached only if the client has sent further requests without reading the responses.
            answer.ended(.slow)
            return close()
        }
        worker.refreshTime()
        awaitedRequest = nil
        let writer = worker.pool.borrowWriter()
        var exchange = box.reader.exchange
        exchange.keepsAlive = false
        beginExchange(box.reader.request, exchange, &writer.writer, requestID)
        head(&writer.writer)
        writer.writer.leaveOpen()
        count(&writer.writer)
        if worker.logsRequests { log(box.reader.request, writer.writer) }
        box.reader.finishRequest()
        reader = nil
        worker.pool.put(box)
        openRequest = requestID
        openAnswer = answer
        send(writer, then: .awaitMore)
    }

    func extend(with piece: [UInt8]) {
        guard state == .awaitingMore else { return }
        worker.refreshTime()
        let writer = worker.pool.borrowWriter()
        writer.writer.append(frames: piece.span)
        send(writer, then: .awaitMore)
    }

    /// Called when all output was sent. Input is discarded and read only to detect the end of the connection.
    func awaitMore() {
        guard !worker.isDraining else { return endOpenAnswer(.drained) }
        state = .awaitingMore
        deadline = .max
        resumeReading()
        openAnswer?.ready()
    }

    /// Ends the body gracefully: the sending side of the connection is shut down.
    func endOpenAnswer(_ end: OpenAnswer.End) {
        loseOpenAnswer(end)
        if state == .awaitingMore { linger() } else { nextStep = .linger }
    }

    /// Calls `ended`, at most once.
    func loseOpenAnswer(_ end: OpenAnswer.End) {
        let answer = openAnswer
        (openAnswer, openRequest) = (nil, nil)
        answer?.ended(end)
    }
}
