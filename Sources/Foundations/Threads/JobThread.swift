/// A thread for what takes longer than a loop may: it starts with the first job and ends with the last. Jobs run one
/// after the other.
public final class JobThread: Sendable {
    /// What is to be done, and what it needs.
    public typealias Job = @Sendable () -> Void

    private struct State: Sendable {
        var jobs: [Job] = []
        var runs = false
    }

    private let name: String
    private let state = Locked(State())

    /// - Parameter name: What the system shows for the thread.
    public init(name: String) { self.name = name }

    /// Does a job after those before it. From any thread; does not wait.
    public func run(_ job: @escaping Job) { _ = run(unlessMoreWaitThan: .max, job) }

    /// The same; returns false if so many jobs wait already, and the job is not done.
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

    /// Waits until no job is left, and what the jobs held has been given back. Not on the thread itself.
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
