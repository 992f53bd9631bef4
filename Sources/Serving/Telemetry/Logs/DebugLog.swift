import ByteText
import HTTP
import Libevent
package import Server
import Synchronization
import Threads

/// The additional messages on standard error, besides those that operators need.
package enum LogLevel: String, CaseIterable, Sendable {
    /// None: faults of clients are only counted.
    case notice
    /// Why clients were not served: failed handshakes, refused requests, limits and floods.
    case debug
}

/// The level set over the control socket, and its expiry.
package struct LogLevelInForce: Sendable, Equatable {
    package var level = LogLevel.notice
    /// In seconds since the epoch; `nil` for the lifetime of the process.
    package var until: Int64?

    package init(level: LogLevel = .notice, until: Int64? = nil) {
        (self.level, self.until) = (level, until)
    }

    /// The level in force at a time.
    package func level(at second: Int64) -> LogLevel {
        if let until, second >= until { return .notice }
        return level
    }
}

/// Writes messages about clients to standard error. A terminal or pipe without a reader blocks no event loop: lines beyond
/// ``capacity`` are dropped.
package final class DebugLog: Sendable {
    /// The maximum number of waiting lines.
    static let capacity = 256

    private let report: @Sendable (String) -> Void
    private let lines = JobThread(name: "debug log")
    private let waiting = Locked(0)

    package init(report: @escaping @Sendable (String) -> Void) { self.report = report }

    /// Writes a line asynchronously. Callable from any thread.
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

/// Logs the faults of one worker's clients: ``rate`` lines a second at most, followed by the number of further ones.
package final class ClientFaults: FaultLog {
    /// The maximum number of lines per second.
    static let rate = 10

    private let log: DebugLog
    private let until: Int64?
    private unowned let worker: Worker
    private var second: Int64 = .min
    private var count = 0

    /// - Parameter until: The end of logging, in seconds since the epoch; `nil` for never.
    package init(_ log: DebugLog, until: Int64?, of worker: Worker) {
        (self.log, self.until, self.worker) = (log, until, worker)
    }

    package func record(_ fault: ConnectionFault, of peer: Peer, at listener: ListenerKind) {
        let now = worker.wallClock.seconds
        if let until, now >= until {
            worker.faultLog = nil
            return
        }
        if now != second {
            if count > Self.rate { log.write("debug: \(count - Self.rate) more in that second") }
            (second, count) = (now, 0)
        }
        count += 1
        guard count <= Self.rate else { return }
        let client = peer.address.map { "\($0)" } ?? "a Unix socket"
        log.write("debug: \(listener.name): \(client): \(fault.text)")
    }
}

extension ConnectionFault {
    /// The message for operators.
    fileprivate var text: String {
        switch self {
        case .handshake(let reason): "TLS handshake failed" + (reason.map { ": \($0)" } ?? "")
        case .plainHTTP: "plain HTTP on a TLS listener: responded with 400"
        case .refused(let status): "rejected request: responded with \(status.code)"
        case .shed(let reason): "refused: \(reason.rawValue)"
        }
    }
}
