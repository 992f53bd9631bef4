import Foundation
import TestSupport
import Testing

/// One HTTP/1.1 connection to the loopback, blocking, with a time limit on every read.
///
/// It sends bytes verbatim, even malformed ones, and reads responses strictly by their `Content-Length`.
final class HTTPClient {
    struct Broken: Error, CustomStringConvertible {
        var description: String
    }

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// - Parameter own: The last byte of the loopback address to connect from.
    init(port: UInt16, from own: UInt8 = 1, seconds: Int = 15) throws {
        descriptor = Self.socket(AF_INET, seconds)
        if own != 1 {
            var source = sockaddr_in()
            source.sin_family = sa_family_t(AF_INET)
            source.sin_addr.s_addr = (UInt32(0x7F00_0000) | UInt32(own)).bigEndian
            // Safe: a sockaddr_in begins with the fields of sockaddr, and is read within the call only.
            _ = unsafe withUnsafePointer(to: &source) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try connect(&address, "port \(port)")
    }

    /// A connection to a Unix socket.
    init(unix path: String, seconds: Int = 15) throws {
        descriptor = Self.socket(AF_UNIX, seconds)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // Safe: at most the field's size less one byte is copied, so that a terminating zero remains.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: path.utf8.prefix($0.count - 1))
        }
        try connect(&address, path)
    }

    private static func socket(_ family: Int32, _ seconds: Int) -> Int32 {
        let descriptor = Foundation.socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        // Safe: the pointer is read within the call only, for the given size.
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        // Safe: as above.
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        return descriptor
    }

    private func connect<Form>(_ address: inout Form, _ name: String) throws {
        // Safe: every sockaddr_* begins with the fields of sockaddr, and is read within the call only.
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<Form>.size))
            }
        }
        guard result == 0 else { throw Broken(description: "no connection to \(name), errno \(errno)") }
    }

    deinit { close(descriptor) }

    /// Sends bytes verbatim. A peer that has closed the connection is no error, since its response may still be readable.
    func send(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            // Safe: the pointer is read within the call only.
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Half-closes the connection.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads one response; a response to HEAD has no body, whatever its length.
    func answer(toHead isHead: Bool = false) throws -> HTTPAnswer {
        let end = try head()
        var answer = try HTTPAnswer(head: String(decoding: buffer[..<end], as: UTF8.self))
        buffer.removeFirst(end + 4)
        let length = isHead ? 0 : Int(answer["Content-Length"] ?? "0") ?? 0
        while buffer.count < length {
            guard try fill() else { throw Broken(description: "the body was cut off") }
        }
        answer.body = String(decoding: buffer[..<length], as: UTF8.self)
        buffer.removeFirst(length)
        return answer
    }

    /// Reads a line of an endless body; `nil` at the end of the stream.
    func line() throws -> String? {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                defer { buffer.removeFirst(end + 1) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            guard try fill() else { return nil }
        }
    }

    /// Whether the peer closes without another byte.
    func isClosedByPeer() throws -> Bool {
        guard buffer.isEmpty else { return false }
        return try !fill()
    }

    /// The index of the empty line after the fields.
    private func head() throws -> Int {
        let mark = Array("\r\n\r\n".utf8)
        while true {
            if let found = buffer.indices.first(where: { buffer[$0...].starts(with: mark) }) { return found }
            guard try fill() else { throw Broken(description: "closed before an answer: \(buffer.count) bytes") }
        }
    }

    /// Reads the available bytes; returns false at the end of the stream.
    private func fill() throws -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        // Safe: the call writes at most the array's size, and does not keep the pointer.
        let count = unsafe piece.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count == 0 || (count < 0 && errno == ECONNRESET) { return false }
        guard count > 0 else { throw Broken(description: "nothing came in time, errno \(errno)") }
        buffer += piece[..<count]
        return true
    }
}
