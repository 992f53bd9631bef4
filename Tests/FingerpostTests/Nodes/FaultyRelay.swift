import Foundation
import TestSupport
import Threads

/// A relay between clients and a server that disrupts the server's responses after a total number of bytes.
final class FaultyRelay {
    enum Fault { case breaksOff, changesByte, isSlow }

    let port: UInt16
    private let descriptor: Int32

    init(to server: UInt16, _ fault: Fault, after limit: Int) throws {
        (descriptor, port) = try LoopbackSocket.listen()
        let descriptor = descriptor
        let passed = Locked(0)
        Thread.detachNewThread {
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { return }
                guard let upstream = try? LoopbackSocket.connect(server) else {
                    close(client)
                    continue
                }
                Thread.detachNewThread { Self.copy(from: client, to: upstream) { _ in true } }
                Thread.detachNewThread {
                    Self.copy(from: upstream, to: client) { Self.spoil(&$0, fault, limit, passed) }
                    shutdown(client, Int32(SHUT_RDWR))
                    shutdown(upstream, Int32(SHUT_RDWR))
                }
            }
        }
    }

    deinit { close(descriptor) }

    /// Returns false if the connection must be closed.
    private static func spoil(_ piece: inout [UInt8], _ fault: Fault, _ limit: Int, _ passed: Locked<Int>) -> Bool {
        let before = passed.withLock { passed in
            defer { passed += piece.count }
            return passed
        }
        switch fault {
        case .breaksOff: return before + piece.count <= limit
        case .changesByte:
            if before <= limit, before + piece.count > limit, let last = piece.last {
                piece[piece.count - 1] = last ^ 1
            }
        case .isSlow: if before > limit { usleep(20_000) }
        }
        return true
    }

    private static func copy(from source: Int32, to target: Int32, _ change: (inout [UInt8]) -> Bool) {
        var space = [UInt8](repeating: 0, count: 65_536)
        while true {
            // Safe: the pointers are used during the calls only, within the array's bounds.
            let count = unsafe space.withUnsafeMutableBytes { unsafe recv(source, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return }
            var piece = Array(space[..<count])
            guard change(&piece) else { return }
            let sent = unsafe piece.withUnsafeBytes {
                unsafe send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent == count else { return }
        }
    }
}
