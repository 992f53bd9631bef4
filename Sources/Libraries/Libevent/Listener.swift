import CLibevent
import Glibc

/// Accepts connections from a listening socket in one loop.
///
/// Each wake-up accepts up to a bound, so that a flood of new connections does not starve the old ones. When descriptors or
/// memory run out, it stops to accept for a while: the connections wait in the kernel's queue.
public final class Listener {
    /// The socket that connections come from.
    public let socket: ListeningSocket
    private var readiness: IOEvent?
    private var pause: Timer?
    private let onAccept: (Int32, SocketAddress) -> Void
    private let onShortage: () -> Void

    /// How many connections one wake-up accepts. Those left in the kernel's queue wait unseen, so it is not a small
    /// number: a server can measure its lateness only for those that it has accepted.
    static let acceptsPerWakeUp = 1024
    /// How long nothing is accepted after descriptors or memory ran out.
    static let pauseAfterExhaustion = Duration.milliseconds(200)

    /// Starts accepting. The handler owns the descriptor that it receives, which is non-blocking and closed on exec.
    ///
    /// - Parameter onShortage: Called when descriptors or memory have run out, to release some.
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

    /// Accepts what waits in the kernel's queue and stops accepting: a drain must not reset established connections.
    public func stop() {
        while readiness != nil, accept(atMost: 1024) {}
        readiness = nil
        pause = nil
    }

    /// Accepts until the queue is empty or the bound is met; returns whether there may be more.
    @discardableResult
    private func accept(atMost bound: Int) -> Bool {
        for _ in 0..<bound {
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            // Safe: the storage is large enough for every family, and the kernel is given its size.
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

    /// accept(2): errors of the connection are passed over, shortage pauses, and an empty queue ends the round.
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
