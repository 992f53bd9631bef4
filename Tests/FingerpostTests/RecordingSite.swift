import Foundation

/// A web site that answers every request with 200 and records the heads.
final class RecordingSite: @unchecked Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let lock = NSLock()
    private var recorded: [String] = []
    private var body = "the site\n"

    init() throws {
        (descriptor, port) = try LoopbackSocket.listen()
        let descriptor = descriptor
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { return }
                guard let self else {
                    close(client)
                    return
                }
                serve(client)
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    /// The body of its responses.
    var page: String {
        get { lock.withLock { body } }
        set { lock.withLock { body = newValue } }
    }

    /// The recorded heads, including the request lines.
    var heads: [String] { lock.withLock { recorded } }

    private func serve(_ client: Int32) {
        defer { close(client) }
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        // Safe: the pointer is read within the call only, for the given size.
        unsafe setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while Data(bytes).range(of: Data("\r\n\r\n".utf8)) == nil {
            // Safe: the call writes at most the array's size, and does not keep the pointer.
            let count = unsafe piece.withUnsafeMutableBytes { unsafe recv(client, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return }
            bytes += piece[..<count]
        }
        lock.withLock { recorded.append(String(decoding: bytes, as: UTF8.self)) }
        let page = page
        let fields = "Content-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\nConnection: close"
        let answer = Array("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n\(page)".utf8)
        // Safe: the pointer is read within the call only.
        _ = unsafe answer.withUnsafeBytes { unsafe send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
}

/// Loopback sockets on ports chosen by the system.
enum LoopbackSocket {
    static func listen() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Safe: a sockaddr_in is a sockaddr to the socket calls, and is used within the calls only.
        let done = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size) == 0 && Foundation.listen(descriptor, 64) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard done else { throw HTTPClient.Broken(description: "no socket, errno \(errno)") }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }
}
