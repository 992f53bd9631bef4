import Threads

/// A change that is waiting for the writer.
struct WriteJob: Sendable {
    let change: LinkChange
    /// Called on the writer's thread, when the change is durable or has failed.
    let finish: @Sendable (Result<LinkResult, StoreError>) -> Void
}

/// The work of the writer's thread.
final class WriteQueue: Sendable {
    private struct State: Sendable {
        var jobs: [WriteJob] = []
        var isClosed = false
    }

    private let state = Locked(State())

    /// The next work.
    enum Work {
        case jobs([WriteJob])
        /// Nothing arrived for a second, or the queue was empty.
        case idle
        case end
    }

    /// Queues a job; `false` if the queue is closed.
    func append(_ job: WriteJob) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.jobs.append(job)
            return true
        }
    }

    /// Returns all queued jobs; waits for them if there are none.
    func next(waiting: Bool = true) -> Work {
        let work: Work? = state.wait(seconds: waiting ? 1 : 0) { state in
            guard state.jobs.isEmpty else {
                defer { state.jobs = [] }
                return .jobs(state.jobs)
            }
            return state.isClosed ? .end : nil
        }
        return work ?? .idle
    }

    /// Makes the writer finish the queued jobs and end.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}
