import ByteText
public import HTTP

/// What an answer that goes on, such as a stream of events, tells whoever writes it (``Worker/open(_:_:with:)``).
///
/// Its closures are called on the worker's thread, and must not wait.
public struct OpenAnswer: Sendable {
    /// Why it is over.
    public enum End: String, Sendable, CaseIterable {
        /// The client has closed the connection, or it broke.
        case left
        /// The client did not take what was sent in time.
        case slow
        /// The server stops.
        case drained
        /// ``Worker/finish(_:)``.
        case finished
    }

    let ready: @Sendable () -> Void
    let ended: @Sendable (End) -> Void

    /// - Parameters:
    ///   - ready: Called when all that was handed over has been sent, and the next piece may come.
    ///   - ended: Called once, after which there is nobody to write for.
    public init(ready: @escaping @Sendable () -> Void, ended: @escaping @Sendable (End) -> Void) {
        (self.ready, self.ended) = (ready, ended)
    }
}

extension Worker {
    /// Answers a request whose handler has deferred it with a head, and leaves the body open for ``extend(_:with:)``. It has
    /// no length: the end of the connection is its end (RFC 9112, section 6.3).
    ///
    /// Over HTTP/1 only. Must be called on this worker's thread, and not from within ``RequestHandler/handle(_:_:_:)`` of the
    /// same request.
    ///
    /// - Parameter head: Begins the response and writes its fields, and nothing else.
    public func open(_ ticket: AnswerTicket, _ answer: OpenAnswer, with head: (inout ResponseWriter) -> Void) {
        guard let connection = connection(of: ticket), connection.awaits(ticket.requestID) else {
            return answer.ended(.left)
        }
        connection.open(answer, head)
    }

    /// Sends a piece of an open body. One at a time: after the answer has said that it is ready.
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

/// A response whose body goes on.
extension Connection {
    func open(_ answer: OpenAnswer, _ head: (inout ResponseWriter) -> Void) {
        guard let requestID = awaitedRequest, let box = reader, streams == nil, output == nil else {
            // Only a client that has asked for more than it reads is here.
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
        count(writer.writer)
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

    /// All that was handed over has been sent. What the client still sends is dropped: its end is what is waited for.
    func awaitMore() {
        guard !worker.isDraining else { return endOpenAnswer(.drained) }
        state = .awaitingMore
        deadline = .max
        resumeReading()
        openAnswer?.ready()
    }

    /// Ends the body in order: the client is told that nothing more comes.
    func endOpenAnswer(_ end: OpenAnswer.End) {
        loseOpenAnswer(end)
        if state == .awaitingMore { linger() } else { nextStep = .linger }
    }

    /// Says that there is nobody to write for any more; nothing where that was said.
    func loseOpenAnswer(_ end: OpenAnswer.End) {
        let answer = openAnswer
        (openAnswer, openRequest) = (nil, nil)
        answer?.ended(end)
    }
}
