import Glibc
import Synchronization
import Threads

/// An event loop on a thread of its own that actors run on: their `async` functions and the handlers of the loop's events
/// take turns on one thread, so that neither needs a lock against the other.
///
/// An actor returns it as its `unownedExecutor` and keeps it alive, and starts its tasks with `Task(executorPreference:)`: a
/// continuation resumes its task on the executor that the task prefers before the actor's turn comes, which would be a thread
/// of the system's pool otherwise, and these may all be waiting for the actor. Jobs run in the order in which they were enqueued, between
/// two rounds of the loop; a job that the loop's own thread enqueues costs an append, one of another thread a lock and at most
/// one system call.
///
/// The thread lives until ``stop()``. Nothing that waits is left behind: each wait of the loop ends at once with
/// ``LoopWait/Outcome/stopped``, and the jobs that follow are run before the thread ends. A job that comes even later, for an
/// actor that was called too late or a function that came back from elsewhere, is run on another thread, one after the other,
/// where waits end at once. So no task stays suspended for good.
public final class LoopExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
    // Safe to share: `loop`, `inbox`, `due`, `waits`, `lastWait` and `isStopping` are touched on the loop's thread alone, and
    // once it has ended (which `hasEnded` makes known under its lock) on the thread of late jobs alone.

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

    /// Makes the loop and starts its thread.
    ///
    /// - Parameter name: What the system shows for the thread.
    public init(name: String) throws(EventError) {
        loop = try EventBase(hasPreciseTimers: true)
        mailbox = try Mailbox()
        lateJobs = JobThread(name: name)
        inbox = try mailbox.receive(on: loop) { [unowned self] message in receive(message) }
        SystemThread(name: name) { self.run() }.detach()
    }

    /// Whether the caller runs on the loop's thread, or as a late job.
    public var isCurrent: Bool {
        let thread = pthread_self()
        return thread == loopThread.load(ordering: .relaxed) || thread == lateThread.load(ordering: .relaxed)
    }

    /// The loop, for events of one's own; it ends with ``stop()``. On the loop's thread only.
    public var base: EventBase {
        precondition(isCurrent, "a loop belongs to its thread")
        return loop
    }

    /// Asks the loop to end its waits, run the jobs that are left, and end. From any thread; does not wait.
    public func stop() { mailbox.post(.stop) }

    /// Does what ``stop()`` does, and waits until the thread has ended. Not on the loop's thread.
    public func end() {
        precondition(!isCurrent, "a loop's thread can't wait for its own end")
        stop()
        hasEnded.wait { $0 ? () : nil }
    }

    /// Runs a closure on the loop's thread, in the order of the calls. From any thread; once the loop has ended, on another
    /// thread that counts as the loop's.
    public func perform(_ body: @escaping @Sendable () -> Void) {
        guard !mailbox.post(.perform(body)) else { return }
        lateJobs.run { self.runLate(body) }
    }

    /// Queues a job for the loop's thread. From any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if pthread_self() == loopThread.load(ordering: .relaxed) {
            due.append(job)
        } else if !mailbox.post(.run(job)) {
            lateJobs.run { self.runLate { self.run(job) } }
        }
    }

    /// Stops the program where the caller is not on the loop (SE-0424).
    public func checkIsolated() { precondition(isCurrent, "not on the thread of the loop") }

    /// Whether the caller is on the loop (SE-0471).
    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// A wait that a message can end by its number, and that the end of the loop ends.
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

    /// Runs the jobs that are there; what these enqueue comes after the loop's events.
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
        // Safe: the job was enqueued once and is run once, and the executor lives while one of its jobs runs.
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
