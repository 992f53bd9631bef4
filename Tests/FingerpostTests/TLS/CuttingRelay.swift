import Foundation
import Synchronization

/// A relay between a client and a server that forwards the client's bytes in segments of one byte.
final class CuttingRelay: Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let milliseconds = Atomic<UInt32>(0)

    init(to server: UInt16) throws {
        (descriptor, port) = try LoopbackSocket.listen()
        Thread.detachNewThread { [self] in
            let client = accept(descriptor, nil, nil)
            guard client >= 0, let upstream = try? LoopbackSocket.connect(server) else { return }
            Thread.detachNewThread {
                Self.copy(from: upstream, to: client, atOnce: 65_536)
                shutdown(client, Int32(SHUT_WR))
            }
            Self.copy(from: client, to: upstream, atOnce: 1) { [self] in milliseconds.load(ordering: .relaxed) }
            shutdown(upstream, Int32(SHUT_WR))
        }
    }

    deinit { close(descriptor) }

    /// Pauses after every fortieth byte, which is within each record that contains a request.
    func pause(milliseconds: UInt32) { self.milliseconds.store(milliseconds, ordering: .relaxed) }

    private static func copy(
        from source: Int32, to target: Int32, atOnce size: Int, _ pause: () -> UInt32 = { 0 }
    ) {
        var piece = [UInt8](repeating: 0, count: size)
        for round in 1... {
            if round % 40 == 0 { usleep(1000 * pause()) }
            // Safe: the pointers are used during the calls only, within the array's bounds.
            let count = unsafe piece.withUnsafeMutableBytes { unsafe recv(source, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return }
            let sent = unsafe piece.withUnsafeBytes { unsafe send(target, $0.baseAddress, count, Int32(MSG_NOSIGNAL)) }
            guard sent == count else { return }
            // Long enough for the server to read some bytes one at a time.
            if size == 1, UInt8.random(in: 0...3) == 0 { usleep(100) }
        }
    }
}

extension LoopbackSocket {
    /// A connection to a port.
    static func connect(_ port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var one: Int32 = 1
        // Safe: the call reads one Int32 from a local. Each byte must be a segment.
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // Safe: a sockaddr_in is a sockaddr to the socket calls, and is read within the call only.
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw HTTPClient.Broken(description: "no connection to port \(port), errno \(errno)") }
        return descriptor
    }
}
