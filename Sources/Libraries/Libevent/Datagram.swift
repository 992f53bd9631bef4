import CLibevent
import Glibc

/// One message to a Unix datagram socket.
public enum Datagram {
    /// Sends the text without blocking. Returns whether the socket accepted it.
    @discardableResult
    public static func send(_ text: String, toUnixSocket path: String) -> Bool {
        guard SocketAddress("unix:\(path)") != nil else { return false }
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        return unsafe SocketAddress.unix(path: path).withKernelForm { form, length in
            // Safe: both pointers are read during the call, within the sizes passed.
            unsafe sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), form, length) == bytes.count
        }
    }
}
