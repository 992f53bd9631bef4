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
///
/// It is an executor that keeps the one job it is given until the wait ends: the rest of the function that hopped to it. A
/// continuation would do, but Swift resumes those by way of its own pool of threads (6.3), which may all be busy.
public final class LoopWait: SerialExecutor, @unchecked Sendable {
    // Safe to share: it is touched on its loop's thread alone.

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

    private unowned let loop: LoopExecutor
    private let number: UInt64
    private var event: Event?
    private var job: UnownedJob?
    fileprivate private(set) var outcome: Outcome?

    init(on loop: LoopExecutor, number: UInt64) {
        self.loop = loop
        self.number = number
    }

    /// Makes the event. Nothing but a message ends a wait without a descriptor and a timeout.
    func begin(descriptor: Int32, for readiness: Readiness, timeout: Duration?) throws(EventError) {
        guard timeout != nil || !readiness.isEmpty else { return }
        let event = try Event(base: loop.base, descriptor: descriptor, flags: readiness.flags) { [unowned self] flags in
            end(flags & readiness.flags != 0 ? .ready : .timedOut)
        }
        try event.add(after: timeout.map { max($0, .zero) })
        self.event = consume event
    }

    /// Suspends the caller, who is on the loop, until the wait ends.
    func outcome(isolation: isolated (any Actor)?) async -> Outcome { await LoopGate(self).pass() }

    /// Keeps the rest of the function.
    public func enqueue(_ job: consuming ExecutorJob) {
        precondition(loop.isCurrent, "a wait begins on its loop")
        guard outcome == nil else {
            // The runtime wants another switch: the loop's own turn is as good.
            loop.enqueue(job)
            return
        }
        self.job = UnownedJob(job)
    }

    /// Resumes the function, once; the event is gone by then.
    func end(_ outcome: Outcome) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        event = nil
        loop.forget(number)
        guard let job else { return }
        self.job = nil
        // Safe: the job was enqueued once and is run once. It only hops back to the loop, which runs it when its turn comes.
        // The loop is named as the task's executor, too, or tasks that prefer it would be enqueued here once more.
        unsafe job.runSynchronously(
            isolatedTo: asUnownedSerialExecutor(), taskExecutor: loop.asUnownedTaskExecutor())
    }
}

/// What a function has to pass through in order to be kept by a wait.
private actor LoopGate {
    private let wait: LoopWait
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Safe: the gate holds its executor.
        unsafe wait.asUnownedSerialExecutor()
    }

    init(_ wait: LoopWait) { self.wait = wait }

    // Not inlined: without a call that needs the actor, the compiler may leave out the hop to it.
    @inline(never)
    func pass() -> LoopWait.Outcome { wait.outcome ?? .stopped }
}
