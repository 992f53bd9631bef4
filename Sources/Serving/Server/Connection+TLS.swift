import HTTP
import Libevent
import OpenSSL

/// A connection through TLS: the same life, but bytes come and go in records, after a handshake.
///
/// The handshake has the time of the first head. Nothing that can be read stays in OpenSSL when an event is over: what is left
/// is in the kernel, where the level-triggered event sees it, as without TLS.
extension Connection {
    /// How many records one event sends; a peer that reads them faster than they are made must not keep the others waiting.
    private static let recordsAtOnce = 16

    /// How many sessions of a worker keep their buffers: 4 MiB.
    private static let mostKeptBuffers = 128

    /// A client that has asked before asks again: its session keeps its buffers, for as long as there is something in each tick
    /// and others do not keep too many.
    func keepBuffers() {
        hasRead = true
        guard !keepsBuffers, let tls, worker.keptBuffers < Connection.mostKeptBuffers else { return }
        keepsBuffers = true
        worker.keptBuffers += 1
        tls.keepBuffers()
    }

    /// A tick is over: a session that has read nothing in it gives its buffers back.
    func releaseBuffers() {
        if !hasRead { giveBuffersBack() }
        hasRead = false
    }

    /// The session keeps no buffers any more, if it did.
    func giveBuffersBack() {
        guard keepsBuffers, let tls else { return }
        keepsBuffers = false
        worker.keptBuffers -= 1
        tls.releaseBuffers()
    }

    /// From a readable event to the handshake, or to the answers of all requests that have arrived.
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

    /// Reads what has arrived: up to what one read of the kernel's buffer returns, and the rest of the last record in that.
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
                // Pending bytes make no event of their own.
                if step == .end { box.reader.receiveEnd() }
                if step == .wantsWrite { awaitWritability() }
                return .bytes(total)
            }
            total += count
        } while tls.hasPending
        return .bytes(total)
    }

    /// Something has arrived that is not a request yet: part of a record. A connection that has waited has the time of a
    /// head now, so that records which never end, or which hold nothing, do not keep it open.
    private func waitForRestOfRecord(_ box: consuming ReaderBox) {
        if box.reader.isIdle { worker.pool.put(box) } else { reader = box }
        guard state == .waiting else { return }
        state = .readingHead
        deadline = worker.now + worker.timeouts.header
    }

    /// Goes on with the handshake; true when it is over.
    private func shakeHands(_ tls: TLSSession) -> Bool {
        // A handshake is the costliest thing that a stranger can ask for.
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

    /// Answers a client that speaks HTTP without TLS in HTTP without TLS.
    private func refusePlainHTTP() {
        if let tls { worker.base.keepUntilRoundEnds(tls) }
        tls = nil
        let writer = worker.pool.borrowWriter()
        writeRefusal(.badRequest, to: Exchange(), &writer.writer, for: .plainHTTP)
        send(writer, then: .linger)
    }

    /// TLS has something to say before it reads on, and the kernel has no room for it.
    func writeBeforeReading() {
        pauseReading()
        awaitWritability()
    }

    /// The kernel has room again; see ``writeBeforeReading()``.
    func goOnReading() {
        resumeReading()
        if state != .closed { becomeReadable() }
    }

    /// Sends record after record, as far as the kernel accepts them. Returns how many bytes are in them, or -1 when the
    /// connection is broken.
    func transmit(_ writer: WriterBox, from offset: Int, through tls: TLSSession) -> Int {
        let total = writer.writer.pendingCount - offset
        var sent = 0
        for _ in 0..<Connection.recordsAtOnce where sent < total {
            var step = TLSSession.Transfer.broken
            _ = unsafe writer.writer.transmit(from: offset + sent) { bytes in
                // Safe: the bytes are the writer's own, valid during the call.
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
