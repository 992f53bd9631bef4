import CLibevent
import Glibc

/// Accepts connections from a listening socket in one loop.
///
/// Each wake-up accepts a bounded number of connections, so that a flood of new ones does not starve existing ones.
/// When descriptors or memory are exhausted, it stops accepting for a while, and connections wait in the accept queue.
public final class Listener {
    /// The socket to accept connections from.
    public let socket: ListeningSocket
    private var readiness: IOEvent?
    private var pause: Timer?
    private let onAccept: (Int32, SocketAddress) -> Void
    private let onShortage: () -> Void

    /// The maximum number of connections accepted per wake-up. It is large, since connections in the accept queue are
    /// invisible: a server can measure its delay only for connections that it has accepted.
    static let acceptsPerWakeUp = 1024
    /// How long accepting pauses after descriptors or memory were exhausted.
    static let pauseAfterExhaustion = Duration.milliseconds(200)

    /// Starts accepting. The handler owns the descriptor that it receives, which is non-blocking and close-on-exec.
    ///
    /// - Parameter onShortage: Called when descriptors or memory are exhausted, to release some.
    public init(
        base: EventBase, socket: ListeningSocket, onShortage: @escaping () -> Void = {},
        onAccept: @escaping (Int32, SocketAddress) -> Void
    ) throws(EventError) {
        self.socket = socket
        self.onAccept = onAccept
        self.onShortage = onShortage
        readiness = try IOEvent(base: base, descriptor: socket.descriptor, interest: .readable) { [unowned self] in
            accept(atMost: Listener.acceptsPerWakeUp)
        }
        pause = try Timer(base: base) { [unowned self] in
            try? readiness?.enable()
        }
        try readiness?.enable()
    }

    /// Accepts the connections in the accept queue, then stops accepting: a drain must not reset established
    /// connections.
    public func stop() {
        while readiness != nil, accept(atMost: 1024) {}
        readiness = nil
        pause = nil
    }

    /// Accepts until the queue is empty or the bound is reached. Returns whether there may be more.
    @discardableResult
    private func accept(atMost bound: Int) -> Bool {
        for _ in 0..<bound {
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            // Safe: the storage is large enough for every family, and its size is passed to the kernel.
            let descriptor = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe accept4(
                        socket.descriptor, $0, &length, Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue))
                }
            }
            guard descriptor >= 0 else { return handleAcceptFailure(errno) }
            onAccept(descriptor, SocketAddress(storage))
            guard readiness != nil else { return false }
        }
        return true
    }

    /// Handles an error of accept(2): connection errors are ignored, exhaustion pauses, and an empty queue ends the
    /// round.
    private func handleAcceptFailure(_ code: Int32) -> Bool {
        switch code {
        case EAGAIN, EWOULDBLOCK: return false
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
            readiness?.disable()
            try? pause?.start(after: Listener.pauseAfterExhaustion)
            onShortage()
            return false
        default: return true
        }
    }
}
