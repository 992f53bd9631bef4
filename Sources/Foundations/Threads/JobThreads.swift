/// Threads for jobs that may wait for others, such as for an answer from the network: a job that waits holds up neither those of
/// other owners nor, as long as there are threads left, its own.
///
/// Threads start with jobs and end when there are no more. Jobs of an owner begin in their order; owners take turns, so that many
/// jobs of one keep no other waiting for long.
public final class JobThreads: Sendable {
    /// How many jobs may wait, and how many bytes they may hold.
    public struct Limits: Sendable {
        var jobs: Int
        var jobsOfOne: Int
        var bytes: Int
        var bytesOfOne: Int

        /// - Parameters:
        ///   - jobs: How many jobs may wait.
        ///   - jobsOfOne: How many of them may be of one owner.
        ///   - bytes: How many bytes they may hold.
        ///   - bytesOfOne: How many of these bytes may be of one owner.
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
        /// How many jobs of each owner run.
        var running: [String: Int] = [:]
        var threads = 0
        /// The owner whose job began last.
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
    ///   - name: What the system shows for the threads.
    ///   - most: How many jobs run at once.
    ///   - mostOfOne: How many of them may be of one owner.
    ///   - limits: How much may wait for them.
    public init(name: String, most: Int = 1, mostOfOne: Int = 1, limits: Limits = Limits()) {
        (self.name, self.most, self.mostOfOne, self.limits) = (name, most, mostOfOne, limits)
    }

    /// Does a job when its turn comes; returns false if too much waits already, and the job is not done. From any thread; does
    /// not wait.
    ///
    /// - Parameter bytes: How much memory the job holds while it waits.
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
