import ByteText
import Glibc
public import Libevent

/// A nonblocking TCP connection of a client.
public struct ClientSocket: ~Copyable {
    /// The descriptor, for an event loop. Closed with the connection.
    public let descriptor: Int32

    /// Starts connecting. Returns `nil` if there is no descriptor or port left.
    public init?(to address: SocketAddress, receiveBuffer: Int32? = nil) {
        guard let descriptor = Self.connect(to: address, receiveBuffer) else { return nil }
        self.descriptor = descriptor
    }

    private static func connect(to address: SocketAddress, _ receiveBuffer: Int32?) -> Int32? {
        guard case .ip(let ip, let port) = address, ip.isIPv4 else { return nil }
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, type, 0)
        guard descriptor >= 0 else { return nil }
        if var size = receiveBuffer {
            // Safe: the kernel reads one Int32 from a local.
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
        }
        var form = sockaddr_in()
        form.sin_family = sa_family_t(AF_INET)
        form.sin_port = port.bigEndian
        form.sin_addr.s_addr = ip.ipv4.bigEndian
        // Safe: socket calls accept a sockaddr_in as a sockaddr, and it is read only within the call.
        let result = unsafe withUnsafePointer(to: &form) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 || errno == EINPROGRESS else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    deinit { close(descriptor) }

    /// The result of a call.
    public enum Outcome {
        /// The number of bytes received or sent.
        case bytes(Int)
        /// The call would block.
        case notNow
        /// The peer has closed the connection, or it is broken.
        case over
    }

    /// Sends as many of the bytes as the kernel accepts.
    public func send(_ bytes: ArraySlice<UInt8>) -> Outcome {
        // Safe: the pointer is read only within the call, for the given size.
        let count = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        return outcome(count)
    }

    /// Appends the received bytes. The scratch space is for the kernel and may be shared.
    public func receive(into bytes: inout [UInt8], scratch: inout [UInt8]) -> Outcome {
        // Safe: the pointer is written only within the call, within the size of the buffer.
        let count = unsafe scratch.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count > 0 { bytes += scratch[..<count] }
        return count == 0 ? .over : outcome(count)
    }

    private func outcome(_ count: Int) -> Outcome {
        if count >= 0 { return .bytes(count) }
        return errno == EAGAIN || errno == EINTR || errno == ENOTCONN ? .notNow : .over
    }
}
