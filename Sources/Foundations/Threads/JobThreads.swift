/// Threads for jobs that may wait for others, such as for an answer from the network: a job that waits holds up neither those of
/// other owners nor, as long as there are threads left, its own.
///
/// Threads start with jobs and end when there are no more. Jobs begin in their order, but for those whose owner has all the
/// threads that one may have.
public final class JobThreads: Sendable {
    private struct Waiting: Sendable {
        var owner: String
        var job: JobThread.Job
    }

    private struct State: Sendable {
        var waiting: [Waiting] = []
        /// How many jobs of each owner run.
        var running: [String: Int] = [:]
        var threads = 0
    }

    private let name: String
    private let most: Int
    private let mostOfOne: Int
    private let state = Locked(State())

    /// - Parameters:
    ///   - name: What the system shows for the threads.
    ///   - most: How many jobs run at once.
    ///   - mostOfOne: How many of them may be of one owner.
    public init(name: String, most: Int = 1, mostOfOne: Int = 1) {
        (self.name, self.most, self.mostOfOne) = (name, most, mostOfOne)
    }

    /// Does a job when its turn comes. From any thread; does not wait.
    public func run(for owner: String, _ job: @escaping JobThread.Job) {
        let starts = state.withLock { state in
            state.waiting.append(Waiting(owner: owner, job: job))
            guard state.threads < most, state.running[owner, default: 0] < mostOfOne else { return false }
            state.threads += 1
            return true
        }
        guard starts else { return }
        SystemThread(name: name) { [state, mostOfOne] in
            while let next = Self.next(state, mostOfOne) {
                next.job()
                Self.finish(next, state)
            }
        }.detach()
    }

    private static func next(_ state: Locked<State>, _ mostOfOne: Int) -> Waiting? {
        state.withLock { state in
            let place = state.waiting.firstIndex { state.running[$0.owner, default: 0] < mostOfOne }
            guard let place else {
                state.threads -= 1
                return nil
            }
            let next = state.waiting.remove(at: place)
            state.running[next.owner, default: 0] += 1
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
