import ArgumentParser
import ByteText
import Glibc
import Libevent
import LoadClient
import NGHTTP2
import OpenSSL

/// Requests the clicks of a file over HTTP/2 and TLS, with a constant number of open streams on each connection.
struct Streams: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "streams", abstract: "Requests clicks of a file over HTTP/2 and TLS, on many concurrent streams.",
        discussion: """
            Each line of the file is a target, a tab and a user agent, as `fingerpost-bench traffic` writes them. The \
            server's certificate is not checked. A connection that the server ends (GOAWAY) is replaced by a new one; its open \
            streams are awaited, and refused streams are counted, but not as failures.
            """)

    @OptionGroup var target: LoadTarget

    @Option(help: "The number of connections.")
    var connections = 64

    @Option(help: "The number of open streams per connection.")
    var streams = 10

    @Flag(help: "Send one request on each stream, and keep the connections open until the time is up.")
    var pause = false

    @Flag(help: "Do not reconnect once a server has ended a connection.")
    var leave = false

    @Option(help: "The file of clicks.")
    var clicks: String

    func validate() throws {
        guard connections > 0, streams > 0, target.seconds > 0 else {
            throw ValidationError("connections, streams and seconds must be at least 1")
        }
    }

    func run() throws {
        LoadTarget.raiseDescriptorLimit()
        let run = try StreamsRun(self)
        print(try run.result())
    }
}

/// One run: the clicks, and the connections that request them.
private final class StreamsRun {
    let base: EventBase
    let context: TLSClientContext
    let host: [UInt8]
    let streams: Int
    let asksOnce: Bool
    private let options: Streams
    private let clicks: [(path: ArraySlice<UInt8>, agent: ArraySlice<UInt8>)]
    private var next: Int
    private var open: [StreamsConnection] = []
    /// Closed connections, released by a timer rather than during their own callbacks.
    private var over: [StreamsConnection] = []
    private var totals = StreamsTotals()
    private var finish: Timer?
    private var cleaning: Timer?
    private(set) var isOver = false

    init(_ options: Streams) throws {
        self.options = options
        base = try EventBase()
        context = try TLSClientContext(.reported, protocols: ["h2"])
        host = Array(options.target.host.utf8)
        streams = options.streams
        asksOnce = options.pause
        let lines = try Self.read(options.clicks).split(separator: 0x0A)
        clicks = lines.map { line in
            let tab = line.firstIndex(of: 0x09) ?? line.endIndex
            return (line[..<tab], tab < line.endIndex ? line[(tab + 1)...] : [])
        }
        guard !clicks.isEmpty else { throw ValidationError("\(options.clicks) has no clicks") }
        // Each run starts at a different position.
        next = Int.random(in: 0..<clicks.count)
    }

    private static func read(_ path: String) throws -> [UInt8] {
        // Safe: the file is private to this function, and the buffer is written only within the call, within its size.
        guard let file = unsafe fopen(path, "r") else { throw ValidationError("\(path): \(errno)") }
        defer { unsafe _ = fclose(file) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return text }
            text += buffer[..<count]
        }
    }

    var click: (path: ArraySlice<UInt8>, agent: ArraySlice<UInt8>) {
        next = next + 1 == clicks.count ? 0 : next + 1
        return clicks[next]
    }

    func result() throws -> String {
        let start = MonotonicTime.nanoseconds
        for _ in 0..<options.connections { open.append(try connection()) }
        cleaning = try Timer(base: base, repeats: true) { [unowned self] in over = [] }
        try cleaning?.start(after: .milliseconds(50))
        finish = try Timer(base: base) { [unowned self] in
            isOver = true
            base.stop()
        }
        try finish?.start(after: .seconds(options.target.seconds))
        base.run()
        let seconds = Double(MonotonicTime.nanoseconds - start) / 1e9
        for connection in open { totals.add(connection, isUnderWay: true) }
        return totals.line(seconds: seconds)
    }

    private func connection() throws -> StreamsConnection { try StreamsConnection(self, to: options.target.at) }

    /// Replaces a connection that is broken or on which the server accepts no more requests.
    func replace(_ connection: StreamsConnection) {
        totals.ended += 1
        guard !options.leave, !isOver else { return }
        do { open.append(try self.connection()) } catch { totals.failed += 1 }
    }

    /// Removes a closed connection.
    func drop(_ connection: StreamsConnection) {
        guard let index = open.firstIndex(where: { $0 === connection }) else { return }
        open.remove(at: index)
        totals.add(connection, isUnderWay: false)
        over.append(connection)
        if open.isEmpty { base.stop() }
    }
}

/// The results of the requests of a run.
private struct StreamsTotals {
    private var finished = 0
    /// The number of failures: streams with an error, incomplete streams on a broken connection, and connections that
    /// broke before any response.
    var failed = 0
    private var refused = 0
    /// The number of connections ended by the server.
    var ended = 0
    private var statuses = [Int](repeating: 0, count: 6)

    /// - Parameter isUnderWay: Whether the connection is intact, so that its open streams are still expected to complete.
    mutating func add(_ connection: StreamsConnection, isUnderWay: Bool) {
        let session = connection.session
        finished += session.finished
        refused += session.refused
        failed += session.failed + (isUnderWay ? 0 : session.open) + (connection.isBroken ? 1 : 0)
        for kind in statuses.indices { statuses[kind] += session.statuses[kind] }
    }

    func line(seconds: Double) -> String {
        let statuses = (2...5).map { "\($0)xx=\(self.statuses[$0])" }.joined(separator: " ")
        return "requests=\(finished) seconds=\(seconds) failed=\(failed) \(statuses) refused=\(refused) ended=\(ended)"
    }
}

/// A connection that keeps its streams open.
private final class StreamsConnection {
    let session: ClientSession
    private(set) var isBroken = false
    /// Whether the server has announced that it accepts no more requests.
    private var isEnding = false
    private var asked = 0
    private let socket: ClientSocket
    private let tls: TLSSession
    private unowned let run: StreamsRun
    private var readable: IOEvent?
    private var writable: IOEvent?
    private var output = ByteBuffer(capacity: 65_536)
    private var input = ByteBuffer(capacity: 65_536)

    init(_ run: StreamsRun, to address: SocketAddress) throws {
        self.run = run
        guard let session = ClientSession(), let socket = ClientSocket(to: address),
            let tls = TLSSession(run.context, host: "localhost", descriptor: socket.descriptor)
        else { throw ValidationError("no connection to \(address)") }
        self.session = session
        self.tls = tls
        self.socket = socket
        let descriptor = self.socket.descriptor
        readable = try IOEvent(base: run.base, descriptor: descriptor, interest: .readable) { [unowned self] in goOn() }
        writable = try IOEvent(base: run.base, descriptor: descriptor, interest: .writable) { [unowned self] in goOn() }
        try writable?.enable()
    }

    private func goOn() {
        guard !isBroken else { return }
        guard tls.isEstablished || shakeHands() else { return }
        receive()
        send()
        if session.isEnding, !isEnding, !isBroken {
            isEnding = true
            run.replace(self)
        }
        if isEnding, session.open == 0 { leave() }
    }

    /// Closes a connection that the server has ended, after all responses.
    private func leave() {
        guard !isBroken else { return }
        tls.end()
        stop()
        run.drop(self)
    }

    private func shakeHands() -> Bool {
        switch tls.shakeHands() {
        case .done: return true
        case .wantsRead:
            try? readable?.enable()
            writable?.disable()
        case .wantsWrite: try? writable?.enable()
        default: fail()
        }
        return false
    }

    private func receive() {
        var isFirst = true
        repeat {
            input.removeAll()
            var outcome = TLSSession.Transfer.broken
            _ = unsafe input.receive { space in
                // Safe: the buffer's free space, which is valid during the call.
                outcome = unsafe tls.read(into: space, ahead: isFirst)
                guard case .bytes(let count) = outcome else { return 0 }
                return count
            }
            isFirst = false
            guard case .bytes = outcome else {
                // Nothing is lost on a connection whose end was announced and that has no open streams.
                if outcome != .wantsRead, !session.isEnding || session.open > 0 { fail() }
                return
            }
            guard session.receive(input.bytes) else { return fail() }
        } while tls.hasPending
    }

    private func send() {
        while !isBroken {
            if output.count == 0 { fill() }
            guard output.count > 0 else {
                writable?.disable()
                try? readable?.enable()
                return
            }
            switch Self.write(output, tls) {
            case .bytes(let count): output.remove(0..<count)
            case .wantsWrite:
                try? writable?.enable()
                return
            default: fail()
            }
        }
    }

    private static func write(_ output: borrowing ByteBuffer, _ tls: TLSSession) -> TLSSession.Transfer {
        // Safe: the bytes are read only within the call.
        unsafe output.bytes.withUnsafeBytes { unsafe tls.write($0) }
    }

    private func fill() {
        while session.open < run.streams, !session.isEnding, !run.asksOnce || asked < run.streams {
            asked += 1
            let click = run.click
            guard session.get(click.path, host: run.host, agent: click.agent) else { return fail() }
        }
        while output.count < 16_384, session.nextFrame({ output.append($0) }) {}
    }

    private func fail() {
        guard !isBroken else { return }
        isBroken = true
        stop()
        if !isEnding { run.replace(self) }
        run.drop(self)
    }

    private func stop() {
        readable?.disable()
        writable?.disable()
    }
}
