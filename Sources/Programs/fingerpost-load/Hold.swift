import ArgumentParser
import Glibc
import Libevent
import LoadClient

/// Holds many nearly idle connections, and reopens those that the server closes.
struct Hold: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Holds connections that are idle or slow.",
        discussion: """
            Prints `holding N` once N connections are open. idle: one request, then nothing. slow-head: a byte of a request \
            every second. slow-reader: many requests at once, and no response is read.
            """)

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case idle
        case slowHead = "slow-head"
        case slowReader = "slow-reader"
    }

    @OptionGroup var target: LoadTarget

    @Option(help: "The number of connections.")
    var connections = 1000

    @Option(help: "Their behavior.")
    var kind = Kind.idle

    func run() throws {
        LoadTarget.raiseDescriptorLimit()
        try HeldConnections(self).run()
    }
}

/// The connections, and the timers that open and feed them.
private final class HeldConnections {
    private let base: EventBase
    private let options: Hold
    private let request: [UInt8]
    private var connections: [HeldConnection] = []
    private var timer: Timer?
    private var end: Timer?
    private var next = 0
    private var hasSaid = false
    private var reopened = 0
    private var scratch = [UInt8](repeating: 0, count: 4096)

    /// The numbers of connections opened and fed per tick, at a hundred ticks a second.
    private static let opened = 50

    init(_ options: Hold) throws {
        base = try EventBase()
        self.options = options
        request = options.target.request
    }

    func run() throws {
        timer = try Timer(base: base, repeats: true) { [unowned self] in tick() }
        end = try Timer(base: base) { [unowned self] in base.stop() }
        try timer?.start(after: .milliseconds(10))
        try end?.start(after: .seconds(options.target.seconds))
        base.run()
        print("reopened \(reopened)")
    }

    private func tick() {
        for _ in 0..<Self.opened where connections.count < options.connections { open(at: connections.count) }
        if connections.count == options.connections, !hasSaid {
            hasSaid = true
            print("holding \(connections.count)")
            fflush(nil)
        }
        for _ in 0..<max(1, connections.count / 100) {
            next = (next + 1) % connections.count
            guard !feed(connections[next]) else { continue }
            reopened += 1
            open(at: next)
        }
    }

    private func open(at index: Int) {
        let buffer: Int32? = options.kind == .slowReader ? 2048 : nil
        guard let socket = ClientSocket(to: options.target.at, receiveBuffer: buffer) else { return }
        let connection = HeldConnection(socket: socket)
        if options.kind == .idle { _ = connection.socket.send(request[...]) }
        if index < connections.count { connections[index] = connection } else { connections.append(connection) }
    }

    /// The action of a connection once a second. Returns `false` if the connection is closed.
    private func feed(_ connection: HeldConnection) -> Bool {
        switch options.kind {
        case .idle:
            var bytes: [UInt8] = []
            if case .over = connection.socket.receive(into: &bytes, scratch: &scratch) { return false }
            return true
        case .slowHead:
            let piece = request[connection.sent..<min(connection.sent + 1, request.count - 4)]
            connection.sent = min(connection.sent + 1, request.count - 4)
            var bytes: [UInt8] = []
            if case .over = connection.socket.receive(into: &bytes, scratch: &scratch) { return false }
            if case .over = connection.socket.send(piece) { return false }
            return true
        case .slowReader:
            if case .over = connection.socket.send(request[...]) { return false }
            return true
        }
    }
}

private final class HeldConnection {
    let socket: ClientSocket
    var sent = 0

    init(socket: consuming ClientSocket) { self.socket = socket }
}
