import ArgumentParser
import ByteText
import Glibc
import Libevent
import LoadClient

/// Sends requests at a fixed rate, regardless of response times, like independent users.
///
/// A request's latency is measured from its scheduled time, so that a slow server can't hide delays by slowing down the
/// load (coordinated omission).
struct OpenLoop: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-loop", abstract: "Sends requests at a fixed rate and reports response times.")

    @OptionGroup var target: LoadTarget

    @Option(help: "The number of requests per second.")
    var rate = 1000

    @Option(help: "The maximum number of connections; requests wait while all are busy.")
    var connections = 64

    @Flag(help: "Open a new connection for each request.")
    var fresh = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard rate > 0, connections > 0, target.seconds > 0 else {
            throw ValidationError("rate, connections and seconds must be at least 1")
        }
    }

    func run() throws {
        LoadTarget.raiseDescriptorLimit()
        let run = try OpenLoopRun(self)
        print(run.result().text(json: json))
    }
}

/// One run: the schedule and its connections.
private final class OpenLoopRun {
    let base: EventBase
    let target: SocketAddress
    let request: [UInt8]
    let isFresh: Bool
    var scratch = [UInt8](repeating: 0, count: 65_536)
    private let limit: Int
    private let interval: Double
    private let total: Int
    private let start = MonotonicTime.nanoseconds
    private var isOver = false
    private var issued = 0
    private var finished = 0
    private var open: [ObjectIdentifier: LoadConnection] = [:]
    private var free: [LoadConnection] = []
    /// The scheduled times of requests that found no connection. The first `served` have been sent since.
    private var waiting: [Int64] = []
    private var served = 0
    private var log = LatencyLog()

    init(_ options: OpenLoop) throws {
        base = try EventBase()
        target = options.target.at
        request = options.target.request
        isFresh = options.fresh
        limit = options.connections
        interval = 1e9 / Double(options.rate)
        total = options.rate * options.target.seconds
    }

    func result() -> LatencyReport {
        // Timers of libevent are late by up to a kernel tick, which is longer than most responses take.
        while !isOver {
            issue()
            base.runPending()
            usleep(50)
        }
        let seconds = Double(MonotonicTime.nanoseconds - start) / 1e9
        return log.report(requests: total, seconds: seconds)
    }

    /// Sends due requests, and gives up on those without a response ten seconds after the end.
    private func issue() {
        let now = MonotonicTime.nanoseconds
        while issued < total, Double(issued) * interval <= Double(now - start) {
            begin(due: start + Int64(Double(issued) * interval))
            issued += 1
        }
        guard now > start + Int64(Double(total) * interval) + 10_000_000_000 else { return }
        for _ in finished..<total { log.countFailure() }
        isOver = true
    }

    private func begin(due: Int64) {
        if let connection = free.popLast() {
            connection.ask(due: due)
        } else if open.count < limit {
            guard let connection = LoadConnection(self) else { return end(.failed, due: due) }
            open[ObjectIdentifier(connection)] = connection
            connection.ask(due: due)
        } else {
            waiting.append(due)
        }
    }

    /// Called when a connection has received its response or has broken.
    func end(
        _ outcome: LoadConnection.Answer, due: Int64, from connection: LoadConnection? = nil, reusable: Bool = false
    ) {
        switch outcome {
        case .status(let status): log.count(status, MonotonicTime.nanoseconds - due)
        case .failed: log.countFailure()
        }
        finished += 1
        if let connection {
            if reusable, !isFresh { free.append(connection) } else { open[ObjectIdentifier(connection)] = nil }
        }
        if finished == total { isOver = true }
        guard served < waiting.count, !free.isEmpty || open.count < limit else { return }
        served += 1
        begin(due: waiting[served - 1])
    }

    /// Called when the server has closed an idle connection.
    func drop(_ connection: LoadConnection) {
        free.removeAll { $0 === connection }
        open[ObjectIdentifier(connection)] = nil
    }
}

/// A connection of an open loop, with one request at a time.
private final class LoadConnection {
    enum Answer {
        case status(Int)
        case failed
    }

    private unowned let run: OpenLoopRun
    private var readable: IOEvent?
    private var writable: IOEvent?
    private let socket: ClientSocket
    private var received: [UInt8] = []
    private var due: Int64?

    init?(_ run: OpenLoopRun) {
        guard let socket = ClientSocket(to: run.target) else { return nil }
        self.socket = socket
        self.run = run
        let descriptor = self.socket.descriptor
        readable = try? IOEvent(base: run.base, descriptor: descriptor, interest: .readable) { [unowned self] in
            receive()
        }
        try? readable?.enable()
    }

    /// Sends a request, or defers it until the connection is established.
    func ask(due: Int64) {
        self.due = due
        switch socket.send(run.request[...]) {
        case .bytes: break
        case .notNow: awaitConnection()
        case .over: fail()
        }
    }

    private func awaitConnection() {
        writable = try? IOEvent(base: run.base, descriptor: socket.descriptor, interest: .writable) { [unowned self] in
            writable = nil
            if let due { ask(due: due) }
        }
        try? writable?.enable()
    }

    private func receive() {
        switch socket.receive(into: &received, scratch: &run.scratch) {
        case .bytes: break
        case .notNow: return
        case .over: return fail()
        }
        guard let answer = AnswerReader.read(received), let due else { return }
        self.due = nil
        received.removeAll(keepingCapacity: true)
        run.end(.status(answer.status), due: due, from: self, reusable: answer.keepsAlive)
    }

    private func fail() {
        guard let due else { return run.drop(self) }
        self.due = nil
        run.end(.failed, due: due, from: self)
    }
}
