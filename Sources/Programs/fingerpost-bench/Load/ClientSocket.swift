import ArgumentParser
import ByteText
import Glibc
import Libevent

/// A client's TCP connection that waits for nothing.
struct ClientSocket: ~Copyable {
    let descriptor: Int32

    /// Begins to connect; nil when there is no descriptor or no port left.
    init?(to address: SocketAddress, receiveBuffer: Int32? = nil) {
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
        // Safe: a sockaddr_in is a sockaddr to the socket calls, and is read within the call only.
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

    /// What came of a call.
    enum Outcome {
        case bytes(Int)
        /// Nothing can be taken or given at the moment.
        case notNow
        /// The peer has closed, or the connection is broken.
        case over
    }

    func send(_ bytes: ArraySlice<UInt8>) -> Outcome {
        // Safe: the pointer is read within the call only, for the size that is given.
        let count = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        return outcome(count)
    }

    /// Appends what has arrived; the scratch space is for the kernel, and may be shared.
    func receive(into bytes: inout [UInt8], scratch: inout [UInt8]) -> Outcome {
        // Safe: the pointer is written within the call only, for as many bytes as there is room.
        let count = unsafe scratch.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count > 0 { bytes += scratch[..<count] }
        return count == 0 ? .over : outcome(count)
    }

    private func outcome(_ count: Int) -> Outcome {
        if count >= 0 { return .bytes(count) }
        return errno == EAGAIN || errno == EINTR || errno == ENOTCONN ? .notNow : .over
    }
}

/// Where load goes, and what is asked there.
struct LoadTarget: ParsableArguments {
    @Option(help: "The address of the server: 127.0.0.1:8080.", transform: LoadTarget.address)
    var at: SocketAddress

    @Option(help: "The host of the requests.")
    var host = "example.page.link"

    @Option(help: "The path of the requests.")
    var path = "/WXYZ"

    @Option(help: "For how long.")
    var seconds = 10

    /// One request, as a phone with Chrome makes it.
    var request: [UInt8] { Self.request(path, host: host) }

    static func request(_ path: String, host: String = "example.page.link") -> [UInt8] {
        let agent = """
            Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile \
            Safari/537.36
            """
        return Array("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nUser-Agent: \(agent)\r\nAccept: */*\r\n\r\n".utf8)
    }

    private static func address(_ text: String) throws -> SocketAddress {
        guard let address = SocketAddress(text), case .ip(let ip, _) = address, ip.isLoopback, ip.isIPv4 else {
            throw ValidationError("\(text): give an address on the loopback and a port, 127.0.0.1:8080")
        }
        return address
    }

    /// Raises the limit of descriptors as far as it goes.
    static func raiseDescriptorLimit() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        // Safe: the kernel reads and writes one rlimit in a local.
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        // Safe: as above.
        _ = unsafe setrlimit(resource, &limit)
    }
}
