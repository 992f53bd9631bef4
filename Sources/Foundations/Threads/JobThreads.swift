/// A thread pool for jobs that may block, for example on the network. A blocked job delays neither jobs of other owners nor,
/// while there are threads left, those of its own.
///
/// Threads start as jobs arrive and end when none are left. Jobs of one owner start in order; owners are served round-robin,
/// so that an owner with many jobs does not delay the others for long.
public final class JobThreads: Sendable {
    /// Limits on the number and memory of waiting jobs.
    public struct Limits: Sendable {
        var jobs: Int
        var jobsOfOne: Int
        var bytes: Int
        var bytesOfOne: Int

        /// - Parameters:
        ///   - jobs: The maximum number of waiting jobs.
        ///   - jobsOfOne: The maximum number of waiting jobs per owner.
        ///   - bytes: The maximum memory of waiting jobs.
        ///   - bytesOfOne: The maximum memory of waiting jobs per owner.
        public init(jobs: Int = 64, jobsOfOne: Int = 16, bytes: Int = 64 << 20, bytesOfOne: Int = 16 << 20) {
            (self.jobs, self.jobsOfOne, self.bytes, self.bytesOfOne) = (jobs, jobsOfOne, bytes, bytesOfOne)
        }
    }

    private struct Waiting: Sendable {
        var owner: String
        var bytes: Int
        var job: JobThread.Job
    }

    private struct State: Sendable {
        var waiting: [Waiting] = []
        /// The number of running jobs per owner.
        var running: [String: Int] = [:]
        var threads = 0
        /// The owner of the job started last.
        var last: String?

        func admits(_ job: Waiting, _ limits: Limits) -> Bool {
            let own = waiting.filter { $0.owner == job.owner }
            return waiting.count < limits.jobs && own.count < limits.jobsOfOne
                && waiting.reduce(job.bytes) { $0 + $1.bytes } <= limits.bytes
                && own.reduce(job.bytes) { $0 + $1.bytes } <= limits.bytesOfOne
        }
    }

    private let name: String
    private let most: Int
    private let mostOfOne: Int
    private let limits: Limits
    private let state = Locked(State())

    /// - Parameters:
    ///   - name: The thread name shown by the system.
    ///   - most: The maximum number of concurrent jobs.
    ///   - mostOfOne: The maximum number of concurrent jobs per owner.
    ///   - limits: The limits on waiting jobs.
    public init(name: String, most: Int = 1, mostOfOne: Int = 1, limits: Limits = Limits()) {
        (self.name, self.most, self.mostOfOne, self.limits) = (name, most, mostOfOne, limits)
    }

    /// Enqueues a job. Returns false, and drops the job, if a limit is exceeded. Callable from any thread; does not
    /// block.
    ///
    /// - Parameter bytes: The memory that the job occupies while waiting.
    public func run(for owner: String, bytes: Int = 0, _ job: @escaping JobThread.Job) -> Bool {
        let next = Waiting(owner: owner, bytes: bytes, job: job)
        let (isAdmitted, starts) = state.withLock { state in
            guard state.admits(next, limits) else { return (false, false) }
            state.waiting.append(next)
            guard state.threads < most, state.running[owner, default: 0] < mostOfOne else { return (true, false) }
            state.threads += 1
            return (true, true)
        }
        guard starts else { return isAdmitted }
        SystemThread(name: name) { [state, mostOfOne] in
            while let next = Self.next(state, mostOfOne) {
                next.job()
                Self.finish(next, state)
            }
        }.detach()
        return true
    }

    private static func next(_ state: Locked<State>, _ mostOfOne: Int) -> Waiting? {
        state.withLock { state in
            let open = state.waiting.indices.filter { index in
                state.running[state.waiting[index].owner, default: 0] < mostOfOne
            }
            guard let place = open.first(where: { state.waiting[$0].owner != state.last }) ?? open.first else {
                state.threads -= 1
                return nil
            }
            let next = state.waiting.remove(at: place)
            state.running[next.owner, default: 0] += 1
            state.last = next.owner
            return next
        }
    }

    private static func finish(_ job: Waiting, _ state: Locked<State>) {
        state.withLock { state in
            let count = state.running[job.owner, default: 1] - 1
            state.running[job.owner] = count > 0 ? count : nil
        }
    }
}
