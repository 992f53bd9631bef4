import ByteText
import Glibc
import HTTP
import Libevent

/// From a readable event to the responses to all requests that have arrived.
extension Connection {
    /// Responses are flushed before more requests are read once this many bytes are pending.
    static let flushThreshold = 65_536

    func becomeReadable() {
        worker.refreshTime()
        if state == .lingering || state == .awaitingMore { return dropInput() }
        if hasServed, tls != nil { keepBuffers() }
        if let streams { return becomeReadable(streams) }
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

    /// Reads and answers requests until the input is exhausted, the peer is too slow, or a response is deferred.
    ///
    /// The reader is returned to the connection before anything is sent. Until then it is moved, not shared: reference
    /// counting would cost more than most of the work done with it.
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

    /// Answers the requests that have arrived and returns the next step: `.processOn` if the pending output must be
    /// flushed first.
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

    /// Calls the handler for the reader's current request.
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

    /// Calls the handler, or sheds the request if it came too late in its round.
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

    /// Called once the response is written: counts it, drops the request, and returns how the connection continues.
    private func endExchange(_ reader: inout RequestReader, _ writer: inout ResponseWriter) -> NextStep {
        count(&writer)
        // Without an access log, the request is not assembled a second time.
        if worker.logsRequests { log(reader.request, writer) }
        reader.finishRequest()
        state = .waiting
        if writer.exchange.keepsAlive { return .processOn }
        // Closing with unread input would make the kernel send a reset, truncating the response.
        return reader.isIdle ? .close : .linger
    }

    /// Counts an answered request, and charges its cost. Does not change the writer, which is `inout` because a borrowed one
    /// would be copied.
    func count(_ writer: inout ResponseWriter) {
        if let status = writer.status { worker.counters.countResponse(status, listener) }
        hasServed = true
        let cost = writer.cost + (writer.status == .badRequest ? 1 : 0)
        guard cost > 0, listener.isPublic, !isTrusted else { return }
        if answers.spend(cost, now: worker.now) { countShed(.costlyAnswers) }
    }

    /// Writes the response to a request that can't be handled, based on as much of it as was parsed. It is the last
    /// response of the connection.
    ///
    /// - Parameter fault: The fault to log, or `nil` to log the status.
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

    /// Whether the response to this request is deferred.
    func awaits(_ requestID: UInt64) -> Bool {
        awaitedRequest == requestID || streams?.slot(awaiting: requestID) != nil
    }

    /// Whether the peer has closed its side. Queries the kernel, since input is not read while a response is deferred.
    var isLeft: Bool {
        // POLLRDHUP, which the Glibc module lacks: the peer has shut down its side, whether or not all input was read.
        var state = pollfd(fd: descriptor, events: 0x2000, revents: 0)
        // Safe: one pollfd in a local.
        return unsafe poll(&state, 1, 0) > 0
    }

    /// Calls the handler again for a deferred request. It may defer the request again.
    func handleAgain(_ requestID: UInt64) {
        if let streams {
            let context = context(of: requestID)
            return streams.answer(requestID) { [handler] request, response in
                handler.handle(request, context, &response)
            }
        }
        guard let requestID = awaitedRequest, let box = reader else { return }
        let context = context(of: requestID)
        answer { [handler] response in
            withBorrow(of: box.reader) { handler.handle($0.request, context, &response) }
        }
    }

    /// Writes the response to a request that the handler has deferred.
    func answer(_ requestID: UInt64, _ body: (inout ResponseWriter) -> Void) {
        guard let streams else { return answer(body) }
        streams.answer(requestID) { _, response in body(&response) }
    }

    /// Writes the deferred response, and continues with the requests after it.
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
        // Earlier responses may still be pending; this one follows them in the same buffer.
        guard output == nil else {
            nextStep = endExchange(&box.reader, &writer.writer)
            state = .flushing
            return
        }
        send(writer, then: endExchange(&box.reader, &writer.writer))
    }

    /// Waits for more input, with the timeout that fits what has arrived so far.
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
