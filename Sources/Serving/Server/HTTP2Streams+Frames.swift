import ByteText
import HTTP
import Libevent
import NGHTTP2

/// Frame handling for the connection as a whole: floods, the end of streams, deadlines, draining.
extension HTTP2Streams {
    /// Charges every frame whose header is in the bytes, before any of them is processed.
    func scan(_ bytes: Span<UInt8>) {
        var position = 0
        while !isClosing, let frame = scanner.next(in: bytes, at: &position) {
            if scannedFrames == 0 { idleDeadline = worker.now + worker.timeouts.idle }
            scannedFrames += 1
            if let reason = budget.receive(frame, now: worker.now) { shed(reason) }
            // With the priority tree disabled, nghttp2 does not check such frames (RFC 9113, section 6.3).
            if frame.type == .priority, frame.stream == 0 { giveUp(.protocol) }
        }
    }

    /// Charges frames that nghttp2 read without reporting an event.
    func countPassedOver() {
        guard let begun = session?.begunFrames else { return }
        let count = scannedFrames - begun - passedOverFrames
        guard count > 0 else { return }
        passedOverFrames += count
        if let reason = budget.receivePassedOver(count, now: worker.now) { shed(reason) }
    }

    func received(_ frame: FrameHeader) {
        guard frame.type == .data else { return }
        if !hasContent, frame.length > 0, !frame.endsStream, let reason = budget.receivePadding(now: worker.now) {
            shed(reason)
        }
        hasContent = false
    }

    func receivedMalformed(_ frame: FrameHeader) {
        guard frame.type == .headers else { return connection.handler.refused(.badRequest, from: connection.peer) }
        fieldsDeadline = .max
        countMalformed()
    }

    /// Counts and logs a request that gets no response.
    func countMalformed() {
        let writer = worker.pool.borrowWriter()
        connection.writeRefusal(.badRequest, to: Exchange(version: .http2), &writer.writer)
        worker.pool.put(writer)
    }

    func closed(_ stream: Int32, _ error: StreamError) {
        if let slot = slot(of: stream) { drop(slot) }
    }

    func sent(_ frame: FrameHeader, _ error: StreamError) {
        switch frame.type {
        case .data:
            budget.sendData()
            if frame.endsStream { endEarly(frame.stream) }
        case .resetStream where error != .none:
            if let reason = budget.sendReset(now: worker.now) { shed(reason) }
        // nghttp2 has counted the peer's resets, and terminates the connection for them.
        case .goAway where error == .internalError && !isClosing:
            isClosing = true
            connection.countShed(.rapidResets)
        default: break
        }
    }

    /// Resets the stream once a response that preceded the end of its request is sent: the rest of the request is not
    /// needed.
    private func endEarly(_ stream: Int32) {
        guard let slot = slot(of: stream), let kept = streams[slot], kept.endsEarly else { return }
        session?.reset(stream, .none)
        drop(slot)
    }

    // MARK: - Time

    /// The earliest deadline, in milliseconds of the monotonic clock.
    var deadline: Int64 {
        var due = fieldsDeadline
        if drainPhase == .announced { due = min(due, drainDeadline) }
        if isIdle { return min(due, idleDeadline) }
        for stream in streams { if let stream { due = min(due, stream.deadline) } }
        return due
    }

    /// Handles expired deadlines.
    func timeOut() {
        if drainPhase == .announced, drainDeadline <= worker.now { closeToNewStreams() }
        if fieldsDeadline <= worker.now || (isIdle && idleDeadline <= worker.now) {
            giveUp(.none)
        }
        for slot in streams.indices {
            guard let stream = streams[slot], stream.deadline <= worker.now else { continue }
            timeOut(stream, in: slot)
        }
        connection.sendFrames()
    }

    private func timeOut(_ stream: HTTP2Stream, in slot: Int) {
        switch stream.state {
        case .receiving:
            guard let box = stream.request else { return }
            refuse(.requestTimeout, on: stream.identifier, slot: slot, exchange: box.request.exchange, endsEarly: true)
        case .awaiting(let requestID): answer(requestID) { _, response in response.respond(.serviceUnavailable) }
        case .sending:
            connection.countShed(.stalledStreams)
            session?.reset(stream.identifier, .enhanceYourCalm)
            drop(slot)
        }
    }

    /// Announces a graceful shutdown. Requests in flight are still answered for a short time.
    func drain() {
        guard drainPhase == .none else { return }
        drainPhase = .announced
        drainDeadline = worker.now + Connection.drainGrace
        session?.announceEnd()
    }

    private func closeToNewStreams() {
        drainPhase = .closed
        session?.refuseNewStreams()
    }
}
