import CLibevent
import Glibc

/// What can be waited for at a descriptor.
public struct Readiness: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A read returns bytes, the end, or an error.
    public static let readable = Readiness(rawValue: 1)
    /// A write is accepted, or fails.
    public static let writable = Readiness(rawValue: 2)

    /// In libevent's flags.
    var flags: Int32 {
        (contains(.readable) ? Int32(EV_READ) : 0) | (contains(.writable) ? Int32(EV_WRITE) : 0)
    }
}

/// One suspended function on a loop, and the event that resumes it.
public final class LoopWait {
    /// How a wait ended.
    public enum Outcome: Sendable, Equatable {
        /// What was waited for is there.
        case ready
        /// The time is up.
        case timedOut
        /// The task was cancelled.
        case cancelled
        /// The loop was stopped.
        case stopped
    }

    typealias Continuation = CheckedContinuation<Result<Outcome, EventError>, Never>

    private let continuation: Continuation
    private var event: Event?
    private var whenEnded: (() -> Void)?

    init(_ continuation: Continuation, whenEnded: @escaping () -> Void) {
        self.continuation = continuation
        self.whenEnded = whenEnded
    }

    /// Makes the event. Nothing but a message ends a wait without a descriptor and a timeout.
    func begin(on base: EventBase, descriptor: Int32, for readiness: Readiness, timeout: Duration?) {
        guard timeout != nil || !readiness.isEmpty else { return }
        do throws(EventError) {
            let event = try Event(base: base, descriptor: descriptor, flags: readiness.flags) { [unowned self] flags in
                end(flags & readiness.flags != 0 ? .ready : .timedOut)
            }
            try event.add(after: timeout.map { max($0, .zero) })
            self.event = consume event
        } catch {
            end(.failure(error))
        }
    }

    func end(_ outcome: Outcome) { end(.success(outcome)) }

    /// Resumes the function, once; the event is gone by then.
    private func end(_ result: Result<Outcome, EventError>) {
        guard let whenEnded else { return }
        self.whenEnded = nil
        event = nil
        continuation.resume(returning: result)
        whenEnded()
    }
}
