import CLibevent
import Glibc

/// A non-blocking socket that connects to a peer. Closed when the last reference is released.
///
/// It becomes writable once the attempt has ended; ``failure`` is the result.
public final class ConnectingSocket {
    /// The peer.
    public let address: SocketAddress
    /// For events and sessions, which must be destroyed before the socket.
    public let descriptor: Int32

    /// Starts connecting. Throws if the attempt fails immediately.
    public init(to address: SocketAddress) throws(EventError) {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        guard descriptor >= 0 else { throw EventError.last("socket for \(address)") }
        // Safe: the pointer is valid during the call.
        let result = unsafe address.withKernelForm { unsafe connect(descriptor, $0, $1) }
        guard result == 0 || errno == EINPROGRESS else {
            let error = EventError.last("connect to \(address)")
            close(descriptor)
            throw error
        }
        self.address = address
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Why the attempt failed, once it has ended, or `nil` if the socket is connected.
    public var failure: EventError? {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        // Safe: the kernel writes one Int32 into a local.
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else {
            return EventError.last("getsockopt")
        }
        return code == 0 ? nil : EventError("connect to \(address)", code: code)
    }
}
