import Threads

/// A change that is waiting for the writer.
struct WriteJob: Sendable {
    let change: LinkChange
    /// Called on the writer's thread, when the change is on the disk or has failed.
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
        /// Nothing arrived for a second.
        case idle
        case end
    }

    /// Queues a job. False if the queue is closed.
    func append(_ job: WriteJob) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.jobs.append(job)
            return true
        }
    }

    /// Waits for work and returns all queued jobs.
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

    /// Has the writer finish what is queued, and end.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}
