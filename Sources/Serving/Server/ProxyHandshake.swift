import ByteText
import Glibc
import Libevent

/// A connection that waits for the proxy's header; see ``ProxyHeader``.
///
/// Bytes are peeked at before they are read, so that exactly the header is consumed and the next reader starts at the
/// client's first byte.
final class ProxyHandshake {
    enum Outcome {
        case header(ProxyHeader)
        case malformed
        /// The proxy has closed the connection, or the connection is broken.
        case gone
    }

    let descriptor: Int32
    /// The proxy.
    let sender: Peer
    let listener: ListenerSettings
    /// The deadline for the header, in milliseconds of the monotonic clock.
    var deadline: Int64
    private var header: [UInt8] = []
    private var readable: IOEvent?

    init(_ descriptor: Int32, from sender: Peer, _ listener: ListenerSettings, deadline: Int64) {
        self.descriptor = descriptor
        self.sender = sender
        self.listener = listener
        self.deadline = deadline
    }

    /// Starts reading. `onEnd` is called once, and may release the handshake.
    func open(on base: EventBase, onEnd: @escaping (Outcome) -> Void) throws(EventError) {
        readable = try IOEvent(base: base, descriptor: descriptor, interest: .readable) { [unowned self] in
            if let outcome = receive() {
                readable = nil
                onEnd(outcome)
            }
        }
        try readable?.enable()
    }

    /// Reads the available part of the header. Returns `nil` if it is incomplete.
    private func receive() -> Outcome? {
        // Safe: the temporary buffer is valid during the call, and the kernel writes at most its size.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ProxyHeader.largestCount) { space in
            let seen = unsafe recv(descriptor, space.baseAddress, space.count, Int32(MSG_PEEK))
            guard seen > 0 else { return seen < 0 && (errno == EAGAIN || errno == EINTR) ? nil : .gone }
            let before = header.count
            unsafe header.append(contentsOf: space[..<seen])
            switch withBorrow(of: header, { ProxyHeader.read($0.span) }) {
            case .incomplete: return unsafe consume(seen, space) ? nil : .gone
            case .malformed: return .malformed
            case .header(let header, let count): return unsafe consume(count - before, space) ? .header(header) : .gone
            }
        }
    }

    /// Reads bytes already peeked at off the socket.
    private func consume(_ count: Int, _ space: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        // Safe: reads no more bytes than the buffer holds.
        unsafe recv(descriptor, space.baseAddress, min(count, space.count), 0) == count
    }
}
