import Foundation
import Libevent
import Testing

/// Answers one connection as recorded from PostgreSQL 15: accepts the user, sends the bytes of an exchange in one piece
/// after the first sync message, and closes the connection.
final class RecordedServer {
    private let listener: ListeningSocket
    private let descriptor: Int32

    var url: String { "postgresql://fingerpost@\(listener.address)/links?sslmode=disable" }

    init(_ exchange: [UInt8]) throws {
        listener = try ListeningSocket(#require(SocketAddress("127.0.0.1:0")))
        descriptor = try listener.duplicate()
        let descriptor = descriptor
        // A thread, not a task: it blocks, and tests have few threads for tasks.
        Thread.detachNewThread { Self.serve(descriptor, exchange) }
    }

    // Makes the thread's accept fail.
    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private static func serve(_ descriptor: Int32, _ exchange: [UInt8]) {
        defer { close(descriptor) }
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Safe: the call uses one pollfd in a local.
        guard unsafe poll(&ready, 1, -1) > 0 else { return }
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        defer { close(client) }
        guard receive(client, until: [0, 0]) else { return }
        send(client, PostgreSQLMessage.authenticated + PostgreSQLMessage.ready)
        guard receive(client, until: PostgreSQLMessage.synchronization) else { return }
        send(client, exchange)
    }

    /// Waits for bytes with this suffix; returns false if the client has disconnected.
    private static func receive(_ client: Int32, until end: [UInt8]) -> Bool {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while !bytes.suffix(end.count).elementsEqual(end) {
            // Safe: the call writes at most the array's size, and does not keep the pointer.
            let count = unsafe piece.withUnsafeMutableBytes { unsafe recv(client, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return false }
            bytes += piece[..<count]
        }
        return true
    }

    private static func send(_ client: Int32, _ bytes: [UInt8]) {
        // Safe: the bytes are read within the call.
        _ = unsafe Foundation.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}

/// Messages of PostgreSQL's protocol (its section 55.7), as sent by a server.
enum PostgreSQLMessage {
    static let authenticated = message("R", [0, 0, 0, 0])
    static let ready = message("Z", Array("I".utf8))
    /// The client's Sync message.
    static let synchronization = message("S", [])
    /// The response to a statement without rows.
    static let done = message("1", []) + message("2", []) + message("n", []) + message("C", Array("COMMIT\0".utf8))
    /// The message that `pg_terminate_backend` and a server shutdown send.
    static let terminated = message(
        "E",
        Array(
            ("SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0Fpostgres.c\0L3211\0"
                + "RProcessInterrupts\0\0").utf8))

    private static func message(_ type: Character, _ body: [UInt8]) -> [UInt8] {
        let length = UInt32(body.count + 4)
        return Array(type.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + body
    }
}
