import Libevent
import PostgreSQL

/// One connection to the source of links, on an event loop.
///
/// It belongs to the actor that opened it, which runs on the loop, and allows one call at a time. A second call while
/// another is suspended is a programming error and traps, since its statements would become part of the other's
/// transaction. After ``PostgreSQLError/connection(_:)`` it is closed permanently; after a server error it stays
/// usable.
public final class SourceConnection {
    let loop: LoopExecutor
    private var connection: PostgreSQLConnection?
    private var isInCall = false

    init(_ connection: PostgreSQLConnection, on loop: LoopExecutor) {
        self.connection = connection
        self.loop = loop
    }

    /// Whether a call may succeed: the connection is open and not known to be lost.
    public var isUsable: Bool { connection?.isAlive ?? false }

    /// Whether a transaction is open, possibly failed; it must be ended before the next begins.
    public var isInTransaction: Bool { connection?.isInTransaction ?? false }

    /// Whether the connection is encrypted by TLS.
    public var isEncrypted: Bool { connection?.isEncrypted ?? false }

    /// The server's version as a number, 150_004 for 15.4; 0 once closed.
    public var serverVersion: Int { connection?.serverVersion ?? 0 }

    /// Closes the connection; the server rolls back an open transaction. No effect if it is already closed.
    public func close() { connection = nil }

    /// Performs a call on the connection, which is closed if its state is unknown afterwards.
    func call<Result>(
        _ body: (PostgreSQLConnection) async throws(PostgreSQLError) -> Result
    ) async throws(PostgreSQLError) -> Result {
        precondition(!isInCall, "a connection has one call at a time")
        guard let connection else { throw .connection("the connection is closed") }
        isInCall = true
        defer { isInCall = false }
        do throws(PostgreSQLError) {
            return try await body(connection)
        } catch {
            switch error {
            case .server, .answer, .abandoned: break
            case .connection, .parameters: close()
            }
            throw error
        }
    }

    /// Waits until the socket is readable or, if unsent data remains, writable.
    func wait(
        for connection: PostgreSQLConnection, isFlushed: Bool, until deadline: Deadline
    ) async throws(PostgreSQLError) {
        let readiness: Readiness = isFlushed ? .readable : [.readable, .writable]
        try await loop.wait(for: readiness, of: connection.descriptor, until: deadline)
    }
}

extension LoopExecutor {
    /// Waits for a libpq socket; throws if it is not ready in time.
    func wait(
        for readiness: Readiness, of descriptor: Int32, until deadline: Deadline
    ) async throws(PostgreSQLError) {
        guard !deadline.isOver else { throw deadline.error }
        let outcome: LoopWait.Outcome
        do throws(EventError) {
            outcome = try await wait(for: readiness, of: descriptor, timeout: deadline.remaining)
        } catch {
            throw .connection(error.description)
        }
        switch outcome {
        case .ready: break
        case .timedOut: throw deadline.error
        case .cancelled: throw .connection("closed, because the task that used it was cancelled")
        case .stopped: throw .connection("closed, because its loop was stopped")
        }
    }
}

extension Deadline {
    /// The error for a missed deadline.
    var error: PostgreSQLError { .connection("no response in \(allowed.formatted)") }
}

extension Duration {
    /// In seconds or milliseconds: `10 s`, `250 ms`.
    fileprivate var formatted: String {
        let milliseconds = milliseconds
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}

/// A point in time by which an operation must have finished.
struct Deadline: Sendable {
    /// The initial duration.
    let allowed: Duration
    private let nanoseconds: UInt64

    /// A deadline after a duration.
    init(after duration: Duration) {
        allowed = duration
        let (seconds, attoseconds) = max(duration, .zero).components
        let more = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let now = MonotonicClock.nanoseconds
        nanoseconds = more.overflow ? .max : now &+ more.partialValue &+ UInt64(attoseconds / 1_000_000_000)
    }

    /// The remaining time; zero once it is over.
    var remaining: Duration {
        let now = MonotonicClock.nanoseconds
        return now >= nanoseconds ? .zero : .nanoseconds(Int64(clamping: nanoseconds - now))
    }

    var isOver: Bool { remaining == .zero }
}
