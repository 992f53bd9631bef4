import ByteText
import HTTP
import Libevent
import NGHTTP2

/// From the fields and the content of requests to their responses.
extension HTTP2Streams: SessionEvents {
    func beganRequest(on stream: Int32) {
        incoming.request.limits = connection.requests
        incoming.request.reset()
        fieldsDeadline = worker.now + worker.timeouts.header
    }

    func field(on stream: Int32, name: Span<UInt8>, value: Span<UInt8>) -> Bool {
        guard !isClosing else { return false }
        if fieldsDeadline == .max {
            trailer(on: stream, name, value)
        } else {
            incoming.request.append(name: name, value: value)
            if incoming.request.isBomb { shed(.fieldBomb) }
        }
        return !isClosing
    }

    private func trailer(on stream: Int32, _ name: Span<UInt8>, _ value: Span<UInt8>) {
        guard unclaimedBytes == 0, let slot = slot(of: stream), let box = streams[slot]?.request else {
            return passOver(name.count + value.count)
        }
        box.request.appendTrailer(name: name, value: value)
        if box.request.isBomb { shed(.fieldBomb) }
    }

    /// Counts a trailer field whose request was already refused or answered. Nothing reads the field.
    private func passOver(_ count: Int) {
        unclaimedBytes += count + StreamRequest.entryBytes
        if unclaimedBytes > connection.requests.headBytes * StreamRequest.bombFactor { shed(.fieldBomb) }
    }

    func endedFields(on stream: Int32, isRequest: Bool, endsStream: Bool) {
        if isRequest { fieldsDeadline = .max }
        unclaimedBytes = 0
        guard !isClosing else { return }
        guard isRequest else {
            // A trailer section ends the stream (RFC 9113, section 8.1).
            return endsStream ? endedContent(on: stream) : reset(malformed: stream, slot: slot(of: stream))
        }
        switch incoming.request.endFields(isWhole: endsStream) {
        case .request: handle(incoming, on: stream, slot: nil)
        case .content: awaitContent(on: stream)
        case .sendContinue:
            session?.sendContinue(on: stream)
            awaitContent(on: stream)
        case .refuse(let status):
            refuse(status, on: stream, slot: nil, exchange: incoming.request.exchange, endsEarly: !endsStream)
        case .reset: reset(malformed: stream, slot: nil)
        }
    }

    /// Creates a stream object for a request whose content is still arriving.
    private func awaitContent(on identifier: Int32) {
        let time = worker.timeouts.body + Timeouts.transfer(of: connection.requests.bodyBytes)
        let stream = worker.pool.borrowStream()
        stream.begin(identifier, .receiving, deadline: worker.now + time)
        stream.request = takeIncoming()
        _ = keep(stream, or: .refusedStream)
    }

    /// Takes the current request out of ``incoming``, which the next header section reuses.
    private func takeIncoming() -> StreamRequestBox {
        let box = worker.pool.borrowStreamRequest()
        swap(&box.request, &incoming.request)
        return box
    }

    /// Resets a stream for lack of memory. REFUSED_STREAM is allowed only if the request was not processed: the client
    /// then retries it (RFC 9113, section 8.7).
    func rejectStream(_ stream: consuming HTTP2Stream, _ error: StreamError) {
        connection.countShed(.stalledStreams)
        session?.reset(stream.identifier, error)
        release(stream)
    }

    func content(on stream: Int32, _ bytes: Span<UInt8>) {
        hasContent = true
        guard !isClosing, let slot = slot(of: stream), let kept = streams[slot], let box = kept.request,
            case .receiving = kept.state
        else { return }
        let before = box.request.capacity
        let step = box.request.append(content: bytes)
        let growth = box.request.capacity - before
        account(growth)
        guard growth == 0 || admits(0) else {
            connection.countShed(.stalledStreams)
            session?.reset(stream, .refusedStream)
            return drop(slot)
        }
        switch step {
        case .refuse(let status):
            refuse(status, on: stream, slot: slot, exchange: box.request.exchange, endsEarly: true)
        case .reset: reset(malformed: stream, slot: slot)
        case .request, .content, .sendContinue: break
        }
    }

    func endedContent(on stream: Int32) {
        guard !isClosing, let slot = slot(of: stream), let kept = streams[slot], let box = kept.request,
            case .receiving = kept.state
        else {
            // A request that was refused early is now complete and needs no reset.
            if let slot = slot(of: stream) { streams[slot]?.endsEarly = false }
            return
        }
        switch box.request.endContent() {
        case .refuse(let status):
            refuse(status, on: stream, slot: slot, exchange: box.request.exchange, endsEarly: false)
        case .reset: reset(malformed: stream, slot: slot)
        case .request, .content, .sendContinue: handle(box, on: stream, slot: slot)
        }
    }

    // MARK: - Responses

    /// Calls the handler for a complete request.
    private func handle(_ box: StreamRequestBox, on stream: Int32, slot: Int?) {
        connection.state = .handling
        let writer = worker.pool.borrowWriter()
        let requestID = worker.nextRequestID()
        if worker.logsRequests { connection.began = MonotonicClock.nanoseconds }
        connection.answer(box.request.request, box.request.exchange, connection.context(of: requestID), &writer.writer)
        guard !writer.writer.endExchange() else {
            worker.pool.put(writer)
            return awaitAnswer(to: requestID, on: stream, slot)
        }
        finish(box, writer, on: stream, slot)
    }

    /// Keeps the request until the handler provides the deferred response.
    private func awaitAnswer(to requestID: UInt64, on identifier: Int32, _ slot: Int?) {
        let deadline = worker.now + worker.timeouts.answer
        if let slot, let stream = streams[slot] {
            stream.state = .awaiting(requestID)
            stream.deadline = deadline
            stream.began = connection.began
            return
        }
        let stream = worker.pool.borrowStream()
        stream.begin(identifier, .awaiting(requestID), deadline: deadline)
        stream.request = takeIncoming()
        stream.began = connection.began
        _ = keep(stream, or: .enhanceYourCalm)
    }

    /// Called once the response is written: counts and submits it.
    private func finish(_ box: StreamRequestBox, _ writer: consuming WriterBox, on stream: Int32, _ slot: Int?) {
        connection.count(&writer.writer)
        withBorrow(of: box.request) { connection.log($0.request, writer.writer) }
        budget.receiveRequest()
        idleDeadline = worker.now + worker.timeouts.idle
        respond(writer, on: stream, slot, endsEarly: false)
        if connection.answers.isSpent, !isClosing { giveUp(.enhanceYourCalm) }
    }

    /// Submits a response, with its content if any.
    private func respond(_ writer: consuming WriterBox, on identifier: Int32, _ slot: Int?, endsEarly: Bool) {
        if let slot { drop(slot) }
        handOver(writer, on: identifier, endsEarly: endsEarly)
        worker.pool.put(writer)
    }

    private func handOver(_ writer: WriterBox, on identifier: Int32, endsEarly: Bool) {
        guard let status = writer.writer.status else { return }
        let count = writer.writer.content.count
        guard count > 0 || endsEarly else { return submit(writer, status, on: identifier, token: nil) }
        let time = worker.timeouts.write + Timeouts.transfer(of: count)
        let stream = worker.pool.borrowStream()
        stream.begin(identifier, .sending, deadline: worker.now + time)
        stream.keep(writer.writer)
        stream.endsEarly = endsEarly
        if let token = keep(stream, or: .enhanceYourCalm) {
            submit(writer, status, on: identifier, token: token)
        }
    }

    private func submit(_ writer: WriterBox, _ status: Status, on stream: Int32, token: Int?) {
        let length = writer.writer.statedLength
        let isSubmitted = withBorrow(of: writer.writer) { response in
            session?.respond(
                on: stream, status: status.code, lines: response.responseLines, length: length, token: token)
        }
        // The stream may have been closed in the meantime. Its end was then already reported, or is irrelevant.
        if isSubmitted != true, let token { drop(token) }
    }

    /// Answers a request that can't be handled. Other streams continue.
    func refuse(_ status: Status, on stream: Int32, slot: Int?, exchange: Exchange, endsEarly: Bool) {
        let writer = worker.pool.borrowWriter()
        connection.writeRefusal(status, to: exchange, &writer.writer)
        respond(writer, on: stream, slot, endsEarly: endsEarly)
    }

    /// Resets the stream of a malformed request (RFC 9113, section 8.1.1). There is no status; it is counted and logged
    /// as 400.
    private func reset(malformed stream: Int32, slot: Int?) {
        countMalformed()
        hasContent = false
        session?.reset(stream, .protocol)
        if let slot { drop(slot) }
    }

    func body(of stream: Int32, token: Int, into space: UnsafeMutableRawBufferPointer) -> BodyPiece? {
        guard token < streams.count, let kept = streams[token], kept.identifier == stream else { return nil }
        let (count, isLast) = unsafe kept.copyContent(into: space)
        let piece = BodyPiece(count: count, isLast: isLast, trailers: isLast ? kept.trailers : nil)
        if isLast, !kept.endsEarly { drop(token) }
        return piece
    }

    // MARK: - Deferred responses

    /// The slot of the stream whose request is deferred with this ID.
    func slot(awaiting requestID: UInt64) -> Int? {
        streams.firstIndex { stream in
            guard let stream, case .awaiting(requestID) = stream.state else { return false }
            return true
        }
    }

    /// Writes the response to a request that its handler has deferred. It may be deferred again.
    func answer(_ requestID: UInt64, _ body: (borrowing Request, inout ResponseWriter) -> Void) {
        guard let slot = slot(awaiting: requestID), let stream = streams[slot], let box = stream.request else { return }
        worker.refreshTime()
        let writer = worker.pool.borrowWriter()
        connection.beginExchange(box.request.request, box.request.exchange, &writer.writer, requestID)
        body(box.request.request, &writer.writer)
        guard !writer.writer.endExchange() else { return worker.pool.put(writer) }
        connection.began = stream.began
        finish(box, writer, on: stream.identifier, slot)
        connection.sendFrames()
    }
}
