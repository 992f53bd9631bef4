import ByteText
import Glibc
import HTTP
import Libevent
import OpenSSL

/// Sending responses, at whatever rate the peer reads them.
extension Connection {
    /// How many bytes are discarded after a refusal before the connection is closed.
    private static let droppedAtMost = 1 << 20

    /// Sends the writer's output, then takes the next step. Output that the peer does not accept is kept until it does.
    func send(_ writer: consuming WriterBox, then next: NextStep) {
        guard flush(writer, then: next) else { return }
        worker.pool.put(writer)
        proceed(next)
    }

    /// Sends the writer's output and empties the writer. Returns `false` if the peer did not accept all of it or is
    /// gone: the writer then no longer belongs to the caller, and the next step is taken later or never.
    func flush(_ writer: WriterBox, then next: NextStep) -> Bool {
        let count = writer.writer.pendingCount
        guard count > 0 else { return true }
        let result = transmit(writer, from: 0)
        guard result == count else {
            if result >= 0 {
                keep(writer, sent: result, then: next)
            } else {
                worker.pool.put(writer)
                close()
            }
            return false
        }
        writer.writer.removePending()
        return true
    }

    /// Keeps the output that the peer did not accept until the socket is writable. Input is not read until then: a peer
    /// that does not read its responses gets no more of them.
    private func keep(_ writer: WriterBox, sent count: Int, then next: NextStep) {
        output = writer
        sent = count
        nextStep = next
        state = .flushing
        let pending = writer.writer.pendingCount - count
        deadline = worker.now + worker.timeouts.write + Timeouts.transfer(of: pending)
        pauseReading()
        awaitWritability()
    }

    func becomeWritable() {
        worker.refreshTime()
        guard let writer = output else {
            stopAwaitingWritability()
            if tls != nil { goOnReading() }
            return
        }
        let result = transmit(writer, from: sent)
        guard result >= 0 else { return close() }
        sent += result
        guard sent == writer.writer.pendingCount else { return }
        output = nil
        sent = 0
        writer.writer.removePending()
        worker.pool.put(writer)
        stopAwaitingWritability()
        state = .waiting
        proceed(nextStep)
    }

    /// Calls `send` once. Returns the number of bytes that the kernel accepted, or -1 if the connection is broken.
    private func transmit(_ writer: WriterBox, from offset: Int) -> Int {
        if let lentTLS { return lentTLS.use { transmit(writer, from: offset, through: $0) } }
        let result = unsafe writer.writer.transmit(from: offset) { bytes in
            // Safe: the bytes belong to the writer and are valid during the call.
            unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
        guard result >= 0 else { return errno == EAGAIN || errno == EINTR ? 0 : -1 }
        worker.counters.bytesSent &+= UInt64(result)
        return result
    }

    private func proceed(_ next: NextStep) {
        switch next {
        case .readOn: readOn()
        case .processOn: if let box = reader.take() { process(box) }
        case .awaitAnswer:
            state = .awaiting
            deadline = worker.now + worker.timeouts.answer
            pauseReading()
        case .streamOn: sendFrames()
        case .awaitMore: awaitMore()
        case .close: close()
        case .linger: linger()
        }
    }

    /// Shuts down the sending side, then reads and discards input for a while: closing with unread input would make the
    /// kernel send a reset, which may overtake the response (RFC 9112, section 9.6).
    func linger() {
        tls?.end()
        guard shutdown(descriptor, Int32(SHUT_WR)) == 0 else { return close() }
        if let reader {
            self.reader = nil
            worker.pool.put(reader)
        }
        state = .lingering
        deadline = worker.now + worker.timeouts.linger
        resumeReading()
    }

    func dropInput() {
        let box = worker.pool.borrowReader(requests)
        defer { worker.pool.put(box) }
        while true {
            let count = unsafe box.reader.receive { space in
                // Safe: the buffer's free space, valid during the call.
                unsafe recv(descriptor, space.baseAddress, space.count, 0)
            }
            guard count > 0 else {
                if count == 0 || errno != EAGAIN { close() }
                return
            }
            droppedBytes += count
            box.reader.reset()
            if droppedBytes > Connection.droppedAtMost { return close() }
        }
    }

    /// Answers a connection rejected by a limit, as far as possible without waiting, and closes it.
    static func rejectConnection(_ descriptor: Int32, isSecure: Bool) {
        let answer: StaticString = """
            HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nCache-Control: no-store\r\n\
            Referrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 0\r\n\
            Connection: close\r\n\r\n
            """
        // A response would require a handshake. Without one, only a fatal alert can be sent: `internal_error` (RFC
        // 8446, section 6).
        let alert: StaticString = "\u{15}\u{03}\u{01}\u{00}\u{02}\u{02}\u{50}"
        let text = isSecure ? alert : answer
        // Safe: the literal is static, and `utf8CodeUnitCount` is its length.
        _ = unsafe Glibc.send(descriptor, text.utf8Start, text.utf8CodeUnitCount, Int32(MSG_NOSIGNAL))
        shutdown(descriptor, Int32(SHUT_WR))
        // Discards the input received so far: closing with unread input would send a reset after the response. With
        // MSG_TRUNC the kernel drops the bytes without copying them (tcp(7)).
        _ = recv(descriptor, nil, 65_536, Int32(MSG_TRUNC) | Int32(MSG_DONTWAIT))
        Glibc.close(descriptor)
    }
}
