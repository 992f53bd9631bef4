import CLibevent
import Glibc

/// The conditions to wait for on a descriptor.
public struct Readiness: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A read returns bytes, the end, or an error.
    public static let readable = Readiness(rawValue: 1)
    /// A write is accepted or fails.
    public static let writable = Readiness(rawValue: 2)

    /// The corresponding flags of libevent.
    var flags: Int32 {
        (contains(.readable) ? Int32(EV_READ) : 0) | (contains(.writable) ? Int32(EV_WRITE) : 0)
    }
}

/// A suspended function on a loop, and the event that resumes it.
///
/// It is an executor that keeps its only job, the rest of the suspended function, until the wait ends. A continuation
/// would suffice, but Swift (6.3) resumes continuations through its own thread pool, whose threads may all be busy.
public final class LoopWait: SerialExecutor, @unchecked Sendable {
    // Safe to share: accessed only on its loop's thread.

    /// The result of a wait.
    public enum Outcome: Sendable, Equatable {
        /// The condition is met.
        case ready
        /// The time is up.
        case timedOut
        /// The task was cancelled.
        case cancelled
        /// The loop was stopped.
        case stopped
    }

    private unowned let loop: LoopExecutor
    private let number: UInt64
    private var event: Event?
    private var job: UnownedJob?
    fileprivate private(set) var outcome: Outcome?

    init(on loop: LoopExecutor, number: UInt64) {
        self.loop = loop
        self.number = number
    }

    /// Creates the event. A wait without descriptor and timeout is ended only by a message.
    func begin(descriptor: Int32, for readiness: Readiness, timeout: Duration?) throws(EventError) {
        guard timeout != nil || !readiness.isEmpty else { return }
        let event = try Event(base: loop.base, descriptor: descriptor, flags: readiness.flags) { [unowned self] flags in
            end(flags & readiness.flags != 0 ? .ready : .timedOut)
        }
        try event.add(after: timeout.map { max($0, .zero) })
        self.event = consume event
    }

    /// Suspends the caller, which must be on the loop, until the wait ends.
    func outcome(isolation: isolated (any Actor)?) async -> Outcome { await LoopGate(self).pass() }

    /// Keeps the rest of the function.
    public func enqueue(_ job: consuming ExecutorJob) {
        precondition(loop.isCurrent, "a wait must begin on its loop")
        guard outcome == nil else {
            // The runtime requests another switch, which the loop itself can handle.
            loop.enqueue(job)
            return
        }
        self.job = UnownedJob(job)
    }

    /// Resumes the function, once. The event has been removed by then.
    func end(_ outcome: Outcome) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        event = nil
        loop.forget(number)
        guard let job else { return }
        self.job = nil
        // Safe: the job was enqueued once and is run once. It only hops back to the loop, which runs it in its turn.
        // The loop is also passed as the task executor; otherwise tasks that prefer it would be enqueued here again.
        unsafe job.runSynchronously(
            isolatedTo: asUnownedSerialExecutor(), taskExecutor: loop.asUnownedTaskExecutor())
    }
}

/// The actor that a function hops to in order to be suspended by a wait.
private actor LoopGate {
    private let wait: LoopWait
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Safe: the gate retains its executor.
        unsafe wait.asUnownedSerialExecutor()
    }

    init(_ wait: LoopWait) { self.wait = wait }

    // Not inlined: without a call that needs the actor, the compiler may omit the hop to it.
    @inline(never)
    func pass() -> LoopWait.Outcome { wait.outcome ?? .stopped }
}
