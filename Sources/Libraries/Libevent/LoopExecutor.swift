import Glibc
import Synchronization
import Threads

/// An event loop on its own thread as an executor for actors: their `async` functions and the handlers of the loop's
/// events run alternately on one thread, so that neither needs a lock against the other.
///
/// An actor returns it as its `unownedExecutor`, keeps it alive, and starts its tasks with `Task(executorPreference:)`.
/// Otherwise a continuation would first resume its task on a thread of the default pool, and all of these threads may
/// be waiting for the actor. Jobs run in the order in which they were enqueued, between two rounds of the loop. A job
/// enqueued on the loop's own thread costs an append; from another thread it costs a lock and at most one system call.
///
/// The thread runs until ``stop()``. No task stays suspended: each wait on the loop then ends immediately with
/// ``LoopWait/Outcome/stopped``, and the resulting jobs run before the thread ends. Even later jobs, of an actor that
/// was called too late or a function that returned from elsewhere, run serially on another thread, where waits end
/// immediately.
public final class LoopExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
    // Safe to share: `loop`, `inbox`, `due`, `waits`, `lastWait` and `isStopping` are accessed only on the loop's
    // thread, and after its end (published through `hasEnded` under its lock) only on the thread for late jobs.

    enum Message: Sendable {
        case run(UnownedJob)
        case perform(@Sendable () -> Void)
        case endWait(UInt64, LoopWait.Outcome)
        case stop
    }

    private let loop: EventBase
    let mailbox: Mailbox<Message>
    private var inbox: IOEvent?
    private var due: [UnownedJob] = []
    private var waits: [UInt64: LoopWait] = [:]
    private var lastWait: UInt64 = 0
    private(set) var isStopping = false

    private let loopThread = Atomic<pthread_t>(0)
    private let lateThread = Atomic<pthread_t>(0)
    private let lateJobs: JobThread
    private let hasEnded = Locked(false)

    /// Creates the loop and starts its thread.
    ///
    /// - Parameter name: The name of the thread.
    public init(name: String) throws(EventError) {
        loop = try EventBase(hasPreciseTimers: true)
        mailbox = try Mailbox()
        lateJobs = JobThread(name: name)
        inbox = try mailbox.receive(on: loop) { [unowned self] message in receive(message) }
        SystemThread(name: name) { self.run() }.detach()
    }

    /// Whether the caller runs on the loop's thread or as a late job.
    public var isCurrent: Bool {
        let thread = pthread_self()
        return thread == loopThread.load(ordering: .relaxed) || thread == lateThread.load(ordering: .relaxed)
    }

    /// The loop, for the caller's own events. It ends with ``stop()``. Only on the loop's thread.
    public var base: EventBase {
        precondition(isCurrent, "not on the loop's thread")
        return loop
    }

    /// Makes the loop end its waits, run the remaining jobs, and end. May be called from any thread; does not block.
    public func stop() { mailbox.post(.stop) }

    /// Calls ``stop()`` and waits until the thread has ended. Must not be called on the loop's thread.
    public func end() {
        precondition(!isCurrent, "a loop's thread can't join itself")
        stop()
        hasEnded.wait { $0 ? () : nil }
    }

    /// Runs a closure on the loop's thread, in call order. May be called from any thread. Once the loop has ended, the
    /// closure runs on another thread that counts as the loop's.
    public func perform(_ body: @escaping @Sendable () -> Void) {
        guard !mailbox.post(.perform(body)) else { return }
        lateJobs.run { self.runLate(body) }
    }

    /// Enqueues a job for the loop's thread. May be called from any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if pthread_self() == loopThread.load(ordering: .relaxed) {
            due.append(job)
        } else if !mailbox.post(.run(job)) {
            lateJobs.run { self.runLate { self.run(job) } }
        }
    }

    /// Traps if the caller is not on the loop (SE-0424).
    public func checkIsolated() { precondition(isCurrent, "not on the loop's thread") }

    /// Whether the caller is on the loop (SE-0471).
    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Creates a wait, which can be ended by a message with its number, and by the end of the loop.
    func makeWait() -> (LoopWait, number: UInt64) {
        lastWait &+= 1
        let wait = LoopWait(on: self, number: lastWait)
        waits[lastWait] = wait
        return (wait, lastWait)
    }

    func forget(_ number: UInt64) { waits[number] = nil }

    private func run() {
        loopThread.store(pthread_self(), ordering: .relaxed)
        while true {
            runDueJobs()
            if !due.isEmpty {
                loop.runPending()
            } else if isStopping, mailbox.closeIfEmpty() {
                break
            } else {
                _ = loop.runRound()
            }
        }
        inbox = nil
        loopThread.store(0, ordering: .relaxed)
        hasEnded.withLock { $0 = true }
    }

    /// Runs the jobs that are due; jobs that they enqueue run after the loop's events.
    private func runDueJobs() {
        let count = due.count
        for index in 0..<count {
            let job = due[index]
            run(job)
        }
        due.removeFirst(count)
    }

    private func runLate(_ body: () -> Void) {
        hasEnded.wait { $0 ? () : nil }
        lateThread.store(pthread_self(), ordering: .relaxed)
        body()
        lateThread.store(0, ordering: .relaxed)
    }

    private func run(_ job: UnownedJob) {
        // Safe: the job was enqueued once and is run once, and the executor stays alive while one of its jobs runs.
        unsafe job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }

    private func receive(_ message: Message) {
        switch message {
        case .run(let job): due.append(job)
        case .perform(let body): body()
        case .endWait(let number, let outcome): waits[number]?.end(outcome)
        case .stop:
            isStopping = true
            for wait in Array(waits.values) { wait.end(.stopped) }
        }
    }
}
