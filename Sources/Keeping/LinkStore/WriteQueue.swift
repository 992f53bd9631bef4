import Threads

/// A change that waits for the writer.
struct WriteJob: Sendable {
    let change: LinkChange
    /// Called when the change is on the disk, or with why not. On the writer's thread.
    let finish: @Sendable (Result<LinkResult, StoreError>) -> Void
}

/// What the writer's thread is to do.
final class WriteQueue: Sendable {
    private struct State: Sendable {
        var jobs: [WriteJob] = []
        var isClosed = false
    }

    private let state = Locked(State())

    /// What there is to do next.
    enum Work {
        case jobs([WriteJob])
        /// Nothing for a second.
        case idle
        case end
    }

    /// Queues a job. False when the queue is closed.
    func append(_ job: WriteJob) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.jobs.append(job)
            return true
        }
    }

    /// Waits for work: all jobs that are there.
    func next() -> Work {
        let work: Work? = state.wait(seconds: 1) { state in
            guard state.jobs.isEmpty else {
                defer { state.jobs = [] }
                return .jobs(state.jobs)
            }
            return state.isClosed ? .end : nil
        }
        return work ?? .idle
    }

    /// Lets the writer do what is queued, and end.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}
