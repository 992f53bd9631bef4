import Glibc
import Libevent

/// A blocking client over a raw socket, for behavior of misbehaving clients.
final class Client {
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// Connects with a read timeout of five seconds.
    init(_ address: SocketAddress, receiveBuffer: Int32? = nil) {
        switch address {
        case .ip(_, let port):
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            if var size = receiveBuffer {
                // Safe: the call reads one Int32 from a local.
                _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
            }
            var form = sockaddr_in()
            form.sin_family = sa_family_t(AF_INET)
            form.sin_port = port.bigEndian
            form.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            Client.connect(descriptor, &form)
        case .unix(let path):
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var form = sockaddr_un()
            form.sun_family = sa_family_t(AF_UNIX)
            // Safe: the path of a test is shorter than the field.
            unsafe withUnsafeMutableBytes(of: &form.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
            Client.connect(descriptor, &form)
        }
        var timeout = timeval(tv_sec: 5, tv_usec: 0)
        // Safe: the call reads one timeval from a local.
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    private static func connect<Form>(_ descriptor: Int32, _ form: inout Form) {
        // Safe: every sockaddr_* begins with the fields of sockaddr.
        let result = unsafe withUnsafePointer(to: &form) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Form>.size))
            }
        }
        precondition(result == 0, "connect failed")
    }

    func send(_ text: String) { send(bytes: Array(text.utf8)) }

    func send(bytes: [UInt8]) {
        // Safe: the call stays within the array's bytes.
        _ = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }

    func sendEnd() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes the connection with a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        // Safe: the call reads one linger from a local.
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        let other = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        dup2(other, descriptor)
        close(other)
    }

    /// Reads the next bytes; returns false at the end, on a reset, or on timeout.
    private func fill() -> Bool {
        var space = [UInt8](repeating: 0, count: 65_536)
        // Safe: the call stays within the array's bytes.
        let count = unsafe space.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return false }
        received += space[..<count]
        return true
    }

    /// All bytes up to the end of the connection.
    func readToEnd() -> String {
        while fill() {}
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    /// One response, head and body; a response to HEAD has no body.
    func readResponse(isHead: Bool = false) -> String {
        while true {
            let text = String(decoding: received, as: UTF8.self)
            if let end = text.utf8.firstRange(of: "\r\n\r\n".utf8) {
                let head = String(text[..<end.upperBound])
                let total = head.utf8.count + (isHead ? 0 : Client.contentLength(head))
                if received.count >= total {
                    defer { received.removeFirst(total) }
                    return String(decoding: received[..<total], as: UTF8.self)
                }
            }
            guard fill() else { return "" }
        }
    }

    private static func contentLength(_ head: String) -> Int {
        for line in head.split(separator: "\r\n") where line.hasPrefix("Content-Length: ") {
            return Int(line.dropFirst(16)) ?? 0
        }
        return 0
    }
}

extension String.UTF8View {
    fileprivate func firstRange(of other: String.UTF8View) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].starts(with: other) { return start..<index(start, offsetBy: other.count) }
            start = index(after: start)
        }
        return nil
    }
}
