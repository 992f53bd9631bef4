/// A serial background thread for work that would block an event loop. It starts with the first job and ends when none
/// is left.
public final class JobThread: Sendable {
    /// A job, including everything it needs.
    public typealias Job = @Sendable () -> Void

    private struct State: Sendable {
        var jobs: [Job] = []
        var runs = false
    }

    private let name: String
    private let state = Locked(State())

    /// - Parameter name: The thread name shown by the system.
    public init(name: String) { self.name = name }

    /// Enqueues a job. Callable from any thread; does not block.
    public func run(_ job: @escaping Job) { _ = run(unlessMoreWaitThan: .max, job) }

    /// Enqueues a job unless at least `most` jobs are waiting; returns whether it was enqueued.
    public func run(unlessMoreWaitThan most: Int, _ job: @escaping Job) -> Bool {
        let (isAdmitted, starts) = state.withLock { state in
            guard state.jobs.count < most else { return (false, false) }
            state.jobs.append(job)
            defer { state.runs = true }
            return (true, !state.runs)
        }
        guard starts else { return isAdmitted }
        SystemThread(name: name) { [state] in
            while let job = Self.next(state) { job() }
        }.detach()
        return true
    }

    /// Waits until all jobs have finished and released their captures. Must not be called on the thread itself.
    public func finish() {
        state.wait { $0.runs ? nil : () }
    }

    private static func next(_ state: Locked<State>) -> Job? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.runs = false
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}
