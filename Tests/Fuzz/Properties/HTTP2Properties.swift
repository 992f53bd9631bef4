import ByteText
import Glibc
import HTTP
import Libevent
import Server
import Threads

/// Whatever frames an HTTP/2 connection receives, the server keeps running: it closes that connection when its client
/// does, passes only valid requests to its handler, and answers the next client.
///
/// The first byte of an input selects whether the rest is bytes or frames without their lengths, whether the preface
/// precedes it, and the size of the pieces sent. The server is a real one with one worker, behind a Unix socket.
enum HTTP2Properties {
    private static let server = Result { try FuzzedServer() }
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]

    static func fault(of input: Span<UInt8>) -> String? {
        guard input.count > 0 else { return nil }
        let form = input[0]
        let rest = (1..<input.count).map { input[$0] }
        let bytes = (form & 1 == 0 ? preface : []) + (form & 2 == 0 ? frames(rest) : rest)
        // From one byte at a time to all at once.
        let piece = form >> 2 == 0 ? bytes.count : Int(form >> 2)
        let server: FuzzedServer
        do { server = try Self.server.get() } catch { return "the server did not start: \(error)" }
        guard server.exchange(bytes, inPiecesOf: piece) != nil else { return "the connection has no end" }
        if let fault = server.requestFault { return fault }
        return server.isSound() ? nil : "the next client is not answered"
    }

    /// Frames with correct lengths, each from a type, flags, a stream, the payload's length and the payload.
    private static func frames(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        var frames: [UInt8] = []
        while rest.count >= 4 {
            let head = Array(rest.prefix(4))
            rest = rest.dropFirst(4)
            let payload = rest.prefix(Int(head[3]))
            rest = rest.dropFirst(payload.count)
            frames += [0, 0, UInt8(payload.count), head[0], head[1], 0, 0, 0, head[2]] + payload
        }
        return frames
    }
}

/// The server for all inputs.
private final class FuzzedServer: Sendable {
    private let server: Server
    private let path = "/tmp/fingerpost-fuzz-\(getpid()).sock"
    private let fault = Locked<String?>(nil)
    private let exchanges = Locked(0)

    init() throws {
        // Safe: the path is read during the call only.
        unsafe unlink(path)
        guard let address = SocketAddress("unix:\(path)") else { throw NoAddress() }
        var listener = ListenerSettings(
            .front, [address], requests: RequestLimits(headBytes: 2_048, fields: 16, bodyBytes: 4_096))
        listener.acceptsHTTP2WithoutTLS = true
        var settings = ServerSettings(listeners: [listener])
        settings.trusts = { _ in true }
        // Fuzzers and sanitizers are slow: load shedding is not under test.
        settings.limits.roundLimit = .seconds(60)
        server = try Server(settings) { [fault] _, worker in FuzzedHandler(worker, fault) }
        try server.start()
    }

    struct NoAddress: Error {}

    /// The fault of the first invalid request, if any.
    var requestFault: String? { fault.withLock(\.self) }

    /// Sends bytes on a new connection, then ends it; returns the bytes received until the server closes it, or `nil`
    /// if it does not.
    func exchange(_ bytes: [UInt8], inPiecesOf count: Int) -> [UInt8]? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        guard connect(descriptor) else { return nil }
        for start in stride(from: 0, to: bytes.count, by: max(count, 1)) {
            let piece = Array(bytes[start..<min(start + count, bytes.count)])
            // Safe: the bytes are read within the call. The server may have closed the connection.
            while unsafe send(descriptor, piece, piece.count, Int32(MSG_NOSIGNAL)) < 0, errno == EINTR {}
        }
        shutdown(descriptor, Int32(SHUT_WR))
        return receive(descriptor)
    }

    /// Whether a plain request on another connection is answered, checked on every eighth exchange.
    func isSound() -> Bool {
        let number = exchanges.withLock { number in
            number += 1
            return number
        }
        guard number % 8 == 1 else { return true }
        let request = Array("GET /sound HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n".utf8)
        return exchange(request, inPiecesOf: request.count)?.starts(with: "HTTP/1.1 200 ".utf8) ?? false
    }

    private func connect(_ descriptor: Int32) -> Bool {
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        var form = sockaddr_un()
        form.sun_family = sa_family_t(AF_UNIX)
        // Safe, all: the path is shorter than the field; a sockaddr_un begins with the fields of sockaddr; the pointers are read
        // within the calls only, for the given size.
        unsafe withUnsafeMutableBytes(of: &form.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        while true {
            let result = unsafe withUnsafePointer(to: &form) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            if result == 0 || errno != EINTR { return result == 0 }
        }
    }

    private func receive(_ descriptor: Int32) -> [UInt8]? {
        var received: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            // Safe: the call writes at most the array's size, and does not keep the pointer.
            let count = unsafe piece.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count > 0 {
                received += piece[..<count]
            } else if count == 0 || errno == ECONNRESET {
                return received
            } else if errno != EINTR {
                // EINTR is caused by libFuzzer's timer.
                return nil
            }
        }
    }
}

/// Checks each request, and answers at once, late, or with more than fits, depending on the path.
private final class FuzzedHandler: RequestHandler {
    private static let block = [UInt8](repeating: 0x78, count: 100_000)
    unowned let worker: Worker
    private let fault: Locked<String?>
    private var late: [AnswerTicket] = []

    init(_ worker: Worker, _ fault: Locked<String?>) {
        self.worker = worker
        self.fault = fault
    }

    func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        if let found = Self.fault(in: request) { fault.withLock { $0 = $0 ?? found } }
        let kind = request.path.count > 1 ? request.path[1] : 0
        // An HTTP/1.1 client that has half-closed still waits for its response, and would wait for the next client's request.
        if kind == UInt8(ascii: "l"), request.version == .http2 {
            late.append(context.ticket)
            return response.deferAnswer()
        }
        // Tickets of disconnected clients are answered, too.
        for ticket in late { worker.answer(ticket) { $0.respond(.ok) } }
        late = []
        response.begin(.ok)
        if kind == UInt8(ascii: "b") { response.append(Self.block.span) }
        response.append(request.body)
        response.finish()
    }

    /// The invalid part of a request that must not reach a handler, if any.
    private static func fault(in request: borrowing Request) -> String? {
        let path = request.path
        if path.count == 0 || (path[0] != 0x2F && path[0] != 0x2A) { return "a path without a slash" }
        for index in path.indices where path[index] <= 0x20 || path[index] == 0x7F { return "a control in the path" }
        if request.body.count > 4_096 { return "a body of \(request.body.count) bytes" }
        for field in 0..<request.fieldCount {
            let (name, value) = (request.fieldName(field), request.fieldValue(field))
            if name.count == 0 { return "a field without a name" }
            for index in name.indices where name[index] <= 0x20 || name[index] == 0x3A { return "a field's name" }
            for index in value.indices where [0, 0x0A, 0x0D].contains(value[index]) { return "a control in a field" }
        }
        return nil
    }
}
