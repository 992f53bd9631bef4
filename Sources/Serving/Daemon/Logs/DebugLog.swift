import ByteText
import HTTP
import Libevent
import Server
import Synchronization
import Threads

/// What standard error has besides what operators must know.
enum LogLevel: String, CaseIterable, Sendable {
    /// Nothing: of clients there are counts.
    case notice
    /// Why clients were not served: failed handshakes, refused requests, limits and floods.
    case debug
}

/// The level that was set over the control socket, and until when.
struct LogLevelInForce: Sendable, Equatable {
    var level = LogLevel.notice
    /// In seconds since the epoch; nil for as long as the process runs.
    var until: Int64?

    /// What is in force at a time.
    func level(at second: Int64) -> LogLevel {
        if let until, second >= until { return .notice }
        return level
    }
}

/// Lines about clients on their way to standard error. A terminal or a pipe that nobody reads keeps no loop waiting: lines beyond
/// ``capacity`` are dropped.
final class DebugLog: Sendable {
    /// How many lines may wait.
    static let capacity = 256

    private let report: @Sendable (String) -> Void
    private let lines = JobThread(name: "debug log")
    private let waiting = Locked(0)

    init(report: @escaping @Sendable (String) -> Void) { self.report = report }

    /// Writes a line later; does not wait for it. From any thread.
    func write(_ line: String) {
        let hasRoom = waiting.withLock { waiting in
            if waiting < Self.capacity { waiting += 1 }
            return waiting < Self.capacity
        }
        guard hasRoom else { return }
        lines.run { [report, waiting] in
            report(line)
            waiting.withLock { $0 -= 1 }
        }
    }
}

/// One worker's faults of clients, as lines: ``rate`` a second at most, and then how many more there were.
final class ClientFaults: FaultLog {
    /// Lines a second.
    static let rate = 10

    private let log: DebugLog
    private let until: Int64?
    private unowned let worker: Worker
    private var second: Int64 = .min
    private var count = 0

    /// - Parameter until: When it ends, in seconds since the epoch; nil for never.
    init(_ log: DebugLog, until: Int64?, of worker: Worker) {
        (self.log, self.until, self.worker) = (log, until, worker)
    }

    func record(_ fault: ConnectionFault, of peer: Peer, at listener: ListenerKind) {
        let now = worker.wallClock.seconds
        if let until, now >= until {
            worker.faultLog = nil
            return
        }
        if now != second {
            if count > Self.rate { log.write("debug: and \(count - Self.rate) more in that second") }
            (second, count) = (now, 0)
        }
        count += 1
        guard count <= Self.rate else { return }
        let client = peer.address.map { "\($0)" } ?? "a Unix socket"
        log.write("debug: \(listener.name): \(client): \(fault.text)")
    }
}

extension ConnectionFault {
    /// For operators.
    fileprivate var text: String {
        switch self {
        case .handshake(let reason): "TLS handshake failed" + (reason.map { ": \($0)" } ?? "")
        case .plainHTTP: "HTTP without TLS on a listener with TLS: answered with 400"
        case .refused(let status): "a request that can't be read: answered with \(status.code)"
        case .shed(let reason): "turned away: \(reason.rawValue)"
        }
    }
}
