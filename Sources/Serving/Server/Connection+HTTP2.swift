import ByteText
import Glibc
import HTTP
import Libevent
import NGHTTP2
import OpenSSL

/// A connection that speaks HTTP/2: bytes go to its streams, and what they have to say goes out.
extension Connection {
    /// Goes over to HTTP/2, for good. False when memory is lacking; the connection is closed then.
    func beginStreams() -> Bool {
        guard let streams = HTTP2Streams(self) else {
            close()
            return false
        }
        self.streams = streams
        return true
    }

    /// Goes over to HTTP/2 if the first bytes are its preface, and reads requests of HTTP/1.1 if they are not.
    func beginWithPreface(_ box: ReaderBox) {
        switch box.reader.prefaceOfHTTP2 {
        case .absent:
            mayBeHTTP2 = false
            process(box)
        case .incomplete: readOn()
        case .whole:
            mayBeHTTP2 = false
            reader = nil
            if beginStreams() { streams?.receive(box.reader.receivedBytes) }
            worker.pool.put(box)
            sendFrames()
        }
    }

    /// From a readable event to the answers of all requests that have arrived.
    func becomeReadable(_ streams: HTTP2Streams) {
        var isFirst = true
        repeat {
            worker.scratch.removeAll()
            let outcome = receive(isFirst: isFirst)
            guard case .bytes(let count) = outcome else {
                if outcome == .wantsWrite { return writeBeforeReading() }
                if outcome == .wantsRead { break }
                return endStreams(outcome)
            }
            isFirst = false
            worker.counters.bytesReceived &+= UInt64(count)
            streams.receive(worker.scratch.bytes)
            // What is left in the kernel makes an event of its own, what is left in OpenSSL does not.
        } while lentTLS?.use({ $0.hasPending }) == true
        sendFrames()
    }

    /// The client sends no more. What it has asked for before is answered as far as that goes without waiting.
    private func endStreams(_ outcome: TLSSession.Transfer) {
        if outcome == .end { sendFrames() }
        if output == nil { close() }
    }

    private func receive(isFirst: Bool) -> TLSSession.Transfer {
        var outcome = TLSSession.Transfer.broken
        _ = unsafe worker.scratch.receive { space in
            // Safe, both: the buffer's free space, valid during the call.
            outcome =
                if let lentTLS {
                    lentTLS.use { unsafe $0.read(into: space, ahead: isFirst) }
                } else {
                    unsafe receivePlain(into: space)
                }
            guard case .bytes(let count) = outcome else { return 0 }
            return count
        }
        return outcome
    }

    private func receivePlain(into space: UnsafeMutableRawBufferPointer) -> TLSSession.Transfer {
        // Safe: the space is the caller's, for the call.
        let count = unsafe recv(descriptor, space.baseAddress, space.count, 0)
        if count > 0 { return .bytes(count) }
        if count == 0 { return .end }
        return errno == EAGAIN || errno == EINTR ? .wantsRead : .broken
    }

    /// Sends what the streams have to say, and waits for what comes next.
    func sendFrames() {
        guard state != .closed, state != .lingering, output == nil, let lentStreams else { return }
        lentStreams.use { send(from: $0) }
    }

    private func send(from streams: HTTP2Streams) {
        if worker.isDraining { streams.drain() }
        let writer = worker.pool.borrowWriter()
        while true {
            let isSound = streams.fill(&writer.writer, upTo: Connection.flushThreshold)
            let isAll = writer.writer.pendingCount < Connection.flushThreshold
            guard flush(writer, then: isSound ? .streamOn : .close) else { return }
            if isAll || !isSound {
                worker.pool.put(consume writer)
                if isSound { settle(streams) } else { close() }
                return
            }
        }
    }

    /// Closes an idle connection immediately, to make room. A client of HTTP/2 is told, as far as that goes without waiting:
    /// what it has not sent yet may go over another connection (RFC 9113, section 6.8).
    func evict() {
        streams?.giveUp(.none)
        sendFrames()
        close()
    }

    private func settle(_ streams: HTTP2Streams) {
        if streams.isOver {
            streams.end()
            return linger()
        }
        state = streams.isIdle && hasServed ? .waiting : .streaming
        deadline = streams.deadline
        resumeReading()
    }
}
