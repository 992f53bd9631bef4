import ByteText
import Glibc
import HTTP
import Libevent
import NGHTTP2
import OpenSSL

/// An HTTP/2 connection: received bytes go to its streams, and their frames are sent.
extension Connection {
    /// Switches to HTTP/2 for the rest of the connection. Closes the connection and returns `false` if out of memory.
    func beginStreams() -> Bool {
        guard let streams = HTTP2Streams(self) else {
            close()
            return false
        }
        self.streams = streams
        return true
    }

    /// Switches to HTTP/2 if the first bytes are the client connection preface; otherwise reads HTTP/1.1 requests.
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

    /// Handles a readable event: reads the input, and answers all complete requests.
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
            withBorrow(of: worker.scratch) { streams.receive($0.bytes) }
            // Data left in the kernel triggers another event; data buffered in OpenSSL does not.
        } while lentTLS?.use({ $0.hasPending }) == true
        sendFrames()
    }

    /// Handles the end of input. Requests already received are answered as far as possible without waiting.
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
        // Safe: the space belongs to the caller and is valid during the call.
        let count = unsafe recv(descriptor, space.baseAddress, space.count, 0)
        if count > 0 { return .bytes(count) }
        if count == 0 { return .end }
        return errno == EAGAIN || errno == EINTR ? .wantsRead : .broken
    }

    /// Sends the pending frames of the streams, then waits for input.
    func sendFrames() {
        guard state != .closed, state != .lingering, output == nil, let streams else { return }
        send(from: streams)
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

    /// Closes an idle connection immediately, to make room. Over HTTP/2, a GOAWAY is sent if that is possible without
    /// waiting, so that the client can retry unprocessed requests on another connection (RFC 9113, section 6.8).
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
