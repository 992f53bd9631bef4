import HTTP
import Libevent
import OpenSSL

/// A connection over TLS: the same states, but data is exchanged in records, after a handshake.
///
/// The handshake shares the timeout of the first request head. No readable data is left in OpenSSL after an event. The
/// rest stays in the kernel, where it triggers the level-triggered event, as without TLS.
extension Connection {
    /// The maximum number of records sent per event; a peer that reads faster than they are produced must not starve
    /// others.
    private static let recordsAtOnce = 16

    /// The maximum number of sessions per worker that keep their buffers: 4 MiB in total.
    private static let mostKeptBuffers = 128

    /// Keeps the buffers of the session from its second request on, as long as it reads something in each tick and the
    /// worker's limit is not reached.
    func keepBuffers() {
        hasRead = true
        guard !keepsBuffers, let tls, worker.keptBuffers < Connection.mostKeptBuffers else { return }
        keepsBuffers = true
        worker.keptBuffers += 1
        tls.keepBuffers()
    }

    /// Called once per tick: frees the buffers of a session that has read nothing since the last tick.
    func releaseBuffers() {
        if !hasRead { returnBuffers() }
        hasRead = false
    }

    /// Frees the session's buffers, if it keeps them.
    func returnBuffers() {
        guard keepsBuffers, let tls else { return }
        keepsBuffers = false
        worker.keptBuffers -= 1
        tls.releaseBuffers()
    }

    /// Handles a readable event: continues the handshake, or answers all requests that have arrived.
    func becomeReadable(through tls: TLSSession) {
        guard tls.isEstablished || shakeHands(tls) else { return }
        let box = reader.take() ?? worker.pool.borrowReader(requests)
        switch receive(box, tls) {
        case .bytes(let count): worker.counters.bytesReceived &+= UInt64(count)
        case .end: box.reader.receiveEnd()
        case .wantsRead: return waitForRestOfRecord(consume box)
        case .wantsWrite:
            waitForRestOfRecord(consume box)
            return writeBeforeReading()
        case .broken:
            reader = consume box
            return close()
        }
        process(consume box)
    }

    /// Reads the data that one read of the kernel's buffer returns, up to the end of the last record in it.
    private func receive(_ box: ReaderBox, _ tls: TLSSession) -> TLSSession.Transfer {
        var total = 0
        repeat {
            let isFirst = total == 0
            var step = TLSSession.Transfer.broken
            _ = unsafe box.reader.receive { space in
                // Safe: the buffer's free space, valid during the call.
                step = unsafe tls.read(into: space, ahead: isFirst)
                guard case .bytes(let count) = step else { return 0 }
                return count
            }
            guard case .bytes(let count) = step else {
                if isFirst { return step }
                // Pending bytes do not trigger an event.
                if step == .end { box.reader.receiveEnd() }
                if step == .wantsWrite { awaitWritability() }
                return .bytes(total)
            }
            total += count
        } while tls.hasPending
        return .bytes(total)
    }

    /// Part of a record has arrived, but no request data yet. A waiting connection gets the timeout of a request head,
    /// so that incomplete or empty records do not keep it open.
    private func waitForRestOfRecord(_ box: consuming ReaderBox) {
        if box.reader.isIdle { worker.pool.put(box) } else { reader = box }
        guard state == .waiting else { return }
        state = .readingHead
        deadline = worker.now + worker.timeouts.header
    }

    /// Continues the handshake. Returns `true` once it is complete.
    private func shakeHands(_ tls: TLSSession) -> Bool {
        // A handshake is the most expensive operation available to an unauthenticated client.
        if worker.pressure.isLate, listener.isShed {
            countShed(.lateConnection)
            close()
            return false
        }
        switch tls.shakeHands() {
        case .done:
            worker.counters.countHandshake(isResumed: tls.isResumed)
            guard tls.speaksHTTP2 else { return true }
            if beginStreams(), let streams { becomeReadable(streams) }
            return false
        case .wantsRead: return false
        case .wantsWrite:
            writeBeforeReading()
            return false
        case .plainHTTP:
            worker.counters.failedHandshakes += 1
            refusePlainHTTP()
            return false
        case .abandoned:
            close()
            return false
        case .failed:
            worker.counters.failedHandshakes += 1
            worker.faultLog?.record(.handshake(tls.handshakeFailure), of: peer, at: listener)
            close()
            return false
        }
    }

    /// Answers plain HTTP on a TLS port with a plain HTTP response.
    private func refusePlainHTTP() {
        if let tls { worker.base.keepUntilRoundEnds(tls) }
        tls = nil
        let writer = worker.pool.borrowWriter()
        writeRefusal(.badRequest, to: Exchange(), &writer.writer, for: .plainHTTP)
        send(writer, then: .linger)
    }

    /// TLS has to write before it can continue reading, and the socket is not writable.
    func writeBeforeReading() {
        pauseReading()
        awaitWritability()
    }

    /// The socket is writable again; see ``writeBeforeReading()``.
    func goOnReading() {
        resumeReading()
        if state != .closed { becomeReadable() }
    }

    /// Sends record after record, as long as the kernel accepts them. Returns the number of plaintext bytes sent, or -1
    /// if the connection is broken.
    func transmit(_ writer: WriterBox, from offset: Int, through tls: TLSSession) -> Int {
        let total = writer.writer.pendingCount - offset
        var sent = 0
        for _ in 0..<Connection.recordsAtOnce where sent < total {
            var step = TLSSession.Transfer.broken
            _ = unsafe writer.writer.transmit(from: offset + sent) { bytes in
                // Safe: the bytes belong to the writer and are valid during the call.
                step = unsafe tls.write(bytes)
                return 0
            }
            switch step {
            case .bytes(let count): sent += count
            case .wantsWrite:
                worker.counters.bytesSent &+= UInt64(sent)
                return sent
            // A write never waits for a read: there is no renegotiation.
            case .wantsRead, .end, .broken: return -1
            }
        }
        worker.counters.bytesSent &+= UInt64(sent)
        return sent
    }
}
