import Foundation
import Libevent
import Testing

/// Answers one connection as PostgreSQL 15 was recorded to: accepts the user, and sends the bytes of an exchange in one piece
/// when the first synchronization has come; then it closes the connection.
final class RecordedServer {
    private let listener: ListeningSocket
    private let descriptor: Int32

    var url: String { "postgresql://fingerpost@\(listener.address)/links?sslmode=disable" }

    init(_ exchange: [UInt8]) throws {
        listener = try ListeningSocket(#require(SocketAddress("127.0.0.1:0")))
        descriptor = try listener.duplicate()
        let descriptor = descriptor
        // Not a task: it waits, and tests have few threads for those.
        Thread.detachNewThread { Self.serve(descriptor, exchange) }
    }

    // The thread's accept fails then.
    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private static func serve(_ descriptor: Int32, _ exchange: [UInt8]) {
        defer { close(descriptor) }
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Safe: one pollfd in a local.
        guard unsafe poll(&ready, 1, -1) > 0 else { return }
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        defer { close(client) }
        guard receive(client, until: [0, 0]) else { return }
        send(client, PostgreSQLMessage.authenticated + PostgreSQLMessage.ready)
        guard receive(client, until: PostgreSQLMessage.synchronization) else { return }
        send(client, exchange)
    }

    /// Waits for bytes that end so; false where the client has gone.
    private static func receive(_ client: Int32, until end: [UInt8]) -> Bool {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while !bytes.suffix(end.count).elementsEqual(end) {
            // Safe: the pointer is written within the call only, for as many bytes as there is room.
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

/// Messages of PostgreSQL's protocol (its section 55.7), as a server sends them.
enum PostgreSQLMessage {
    static let authenticated = message("R", [0, 0, 0, 0])
    static let ready = message("Z", Array("I".utf8))
    /// What a client sends.
    static let synchronization = message("S", [])
    /// The answer to a statement that returns no rows.
    static let done = message("1", []) + message("2", []) + message("n", []) + message("C", Array("COMMIT\0".utf8))
    /// What `pg_terminate_backend` and a server that is stopped make of a connection.
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
