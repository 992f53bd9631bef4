import ByteText
import Glibc
import HTTP
import Libevent

/// From a readable event to the answers of all requests that have arrived.
extension Connection {
    /// Responses are sent before further requests are read once this many bytes of them are waiting.
    static let flushThreshold = 65_536

    func becomeReadable() {
        worker.refreshTime()
        if state == .lingering || state == .awaitingMore { return dropInput() }
        if hasServed, tls != nil { keepBuffers() }
        if let lentStreams { return lentStreams.use { becomeReadable($0) } }
        if let lentTLS { return lentTLS.use { becomeReadable(through: $0) } }
        let box = reader.take() ?? worker.pool.borrowReader(requests)
        let count = unsafe box.reader.receive { space in
            // Safe: the buffer's free space, valid during the call.
            unsafe recv(descriptor, space.baseAddress, space.count, 0)
        }
        if count > 0 {
            worker.counters.bytesReceived &+= UInt64(count)
        } else if count == 0 {
            box.reader.receiveEnd()
        } else {
            let isLater = errno == EAGAIN || errno == EINTR
            reader = consume box
            return isLater ? readOn() : close()
        }
        guard !mayBeHTTP2 else {
            reader = box
            return beginWithPreface(box)
        }
        process(consume box)
    }

    /// Reads requests and answers them until bytes run out, the peer is too slow, or an answer is deferred.
    ///
    /// The reader is the connection's again before anything is sent. It is passed on and not shared meanwhile: to count its
    /// references costs more than most of what is done with it.
    func process(_ box: consuming ReaderBox) {
        let writer = worker.pool.borrowWriter()
        while true {
            let next = answerRequests(&box.reader, &writer.writer)
            guard next == .processOn else {
                reader = consume box
                return send(consume writer, then: next)
            }
            reader = box
            guard flush(writer, then: next) else { return }
        }
    }

    /// Answers what has arrived and returns the next step. To process on means that so much is written that it is to be sent
    /// before.
    private func answerRequests(_ reader: inout RequestReader, _ writer: inout ResponseWriter) -> NextStep {
        while true {
            switch reader.next() {
            case .request:
                let next = handle(&reader, &writer)
                guard next == .processOn else { return next }
                if writer.pendingCount >= Connection.flushThreshold { return next }
            case .sendContinue: writer.writeContinue()
            case .needBytes: return .readOn
            case .end: return .close
            case .refuse(let status):
                writeRefusal(status, to: reader.exchange, &writer)
                return .linger
            }
        }
    }

    /// Calls the handler for the request that the reader shows.
    private func handle(_ reader: inout RequestReader, _ writer: inout ResponseWriter) -> NextStep {
        state = .handling
        let requestID = worker.nextRequestID()
        let context = context(of: requestID)
        if worker.logsRequests { began = MonotonicClock.nanoseconds }
        answer(reader.request, reader.exchange, context, &writer)
        if writer.endExchange() {
            awaitedRequest = requestID
            return .awaitAnswer
        }
        return endExchange(&reader, &writer)
    }

    func context(of requestID: UInt64) -> RequestContext {
        RequestContext(
            peer: peer, listener: listener, isSecure: tls != nil, requestID: requestID,
            ticket: AnswerTicket(worker: worker.index, slot: slot, requestID: requestID))
    }

    /// Has the handler answer, unless the request came too late.
    func answer(
        _ request: borrowing Request, _ exchange: Exchange, _ context: RequestContext, _ writer: inout ResponseWriter
    ) {
        beginExchange(request, exchange, &writer, context.requestID)
        if worker.pressure.isLate, listener.isShed {
            countShed(.lateRequest)
            writer.respondOverloaded()
        } else {
            handler.handle(request, context, &writer)
        }
    }

    func beginExchange(
        _ request: borrowing Request, _ exchange: Exchange, _ writer: inout ResponseWriter, _ requestID: UInt64
    ) {
        var exchange = exchange
        if worker.isDraining || answers.isSpent { exchange.keepsAlive = false }
        let seconds = worker.wallClock.seconds
        writer.date.update(secondsSince1970: seconds)
        writer.beginExchange(exchange)
        identify(request, &writer, requestID)
        handler.prepare(request, &writer)
    }

    /// The response is written: counts it, drops the request and returns how the connection continues.
    private func endExchange(_ reader: inout RequestReader, _ writer: inout ResponseWriter) -> NextStep {
        count(writer)
        // Without a log the request is not put together once more.
        if worker.logsRequests { log(reader.request, writer) }
        reader.finishRequest()
        state = .waiting
        if writer.exchange.keepsAlive { return .processOn }
        // Unread bytes would make the kernel cut the response off with a reset.
        return reader.isIdle ? .close : .linger
    }

    /// Counts a request that has its response, and what that has cost.
    func count(_ writer: borrowing ResponseWriter) {
        if let status = writer.status { worker.counters.countResponse(status, listener) }
        hasServed = true
        let cost = writer.cost + (writer.status == .badRequest ? 1 : 0)
        guard cost > 0, listener.isPublic, !isTrusted else { return }
        if answers.spend(cost, now: worker.now) { countShed(.costlyAnswers) }
    }

    /// Writes the answer to a request that cannot be handled, as far as it has been understood. It is the connection's last.
    ///
    /// - Parameter fault: What the log of faults has of it; nil for the status.
    func writeRefusal(
        _ status: Status, to exchange: Exchange, _ writer: inout ResponseWriter, for fault: ConnectionFault? = nil
    ) {
        writer.date.update(secondsSince1970: worker.wallClock.seconds)
        var exchange = exchange
        exchange.keepsAlive = false
        writer.beginExchange(exchange)
        identify(&writer, worker.nextRequestID())
        writer.respond(status)
        _ = writer.endExchange()
        worker.counters.countResponse(status, listener)
        logRefusal(writer)
        handler.refused(status, from: peer)
        worker.faultLog?.record(fault ?? .refused(status), of: peer, at: listener)
    }

    /// Whether the handler has deferred the answer to a request.
    func awaits(_ requestID: UInt64) -> Bool {
        awaitedRequest == requestID || streams?.slot(awaiting: requestID) != nil
    }

    /// Whether the peer has closed its side. Nothing is read while an answer is awaited, so that the kernel is asked.
    var isLeft: Bool {
        // POLLRDHUP, which Glibc's module does not have: the peer sends no more, whatever of it has not been read.
        var state = pollfd(fd: descriptor, events: 0x2000, revents: 0)
        // Safe: one pollfd from a local.
        return unsafe poll(&state, 1, 0) > 0
    }

    /// Has the handler handle a deferred request once more; it may defer it again.
    func handleAgain(_ requestID: UInt64) {
        if let streams {
            let context = context(of: requestID)
            return streams.answer(requestID) { [handler] request, response in
                handler.handle(request, context, &response)
            }
        }
        guard let requestID = awaitedRequest, let box = reader else { return }
        let context = context(of: requestID)
        answer { [handler] response in handler.handle(box.reader.request, context, &response) }
    }

    /// Writes the answer to a request that the handler has deferred.
    func answer(_ requestID: UInt64, _ body: (inout ResponseWriter) -> Void) {
        guard let streams else { return answer(body) }
        streams.answer(requestID) { _, response in body(&response) }
    }

    /// Writes the answer that the handler has deferred, and continues with the requests after it.
    func answer(_ body: (inout ResponseWriter) -> Void) {
        guard let requestID = awaitedRequest, let box = reader else { return }
        worker.refreshTime()
        awaitedRequest = nil
        let writer = output ?? worker.pool.borrowWriter()
        beginExchange(box.reader.request, box.reader.exchange, &writer.writer, requestID)
        body(&writer.writer)
        if writer.writer.endExchange() {
            awaitedRequest = requestID
            if output == nil { worker.pool.put(writer) }
            return
        }
        // Earlier responses may still be on their way; this one is after them in the same buffer.
        guard output == nil else {
            nextStep = endExchange(&box.reader, &writer.writer)
            state = .flushing
            return
        }
        send(writer, then: endExchange(&box.reader, &writer.writer))
    }

    /// Waits for more bytes, with the time that fits what has arrived so far.
    func readOn() {
        resumeReading()
        guard state != .closed, let box = reader.take() else { return }
        if box.reader.isIdle {
            worker.pool.put(consume box)
            guard hasServed else { return }
            if worker.isDraining { return close() }
            state = .waiting
            deadline = worker.now + worker.timeouts.idle
            return
        }
        let isInBody = box.reader.isInBody
        reader = box
        if isInBody {
            guard state != .readingBody else { return }
            state = .readingBody
            deadline = worker.now + worker.timeouts.body + Timeouts.transfer(of: requests.bodyBytes)
        } else if state == .waiting {
            state = .readingHead
            deadline = worker.now + worker.timeouts.header
        }
    }
}
