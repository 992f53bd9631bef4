import Libevent

/// A thread for what takes longer than a loop may: it comes with the first job and goes with the last.
final class QueryThread: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State: Sendable {
        var jobs: [Job] = []
        var runs = false
    }

    private let state = Locked(State())

    /// Does a job after those before it.
    func run(_ job: @escaping Job) {
        let starts = state.withLock { state in
            state.jobs.append(job)
            defer { state.runs = true }
            return !state.runs
        }
        guard starts else { return }
        LoopThread(name: "queries") { [state] in
            while let job = Self.next(state) { job() }
        }.detach()
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
