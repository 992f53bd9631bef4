import LinkStore

/// Changes that wait for a writer, and writers that wait for changes.
struct ChangeQueue {
    /// A change with its completion handler.
    final class Work {
        var request: SourceTransaction.Request
        /// The time at which the change times out.
        let limit: ContinuousClock.Instant
        let finish: @Sendable (Result<LinkResult, StoreError>) -> Void

        init(
            _ change: LinkChange, limit: ContinuousClock.Instant,
            finish: @escaping @Sendable (Result<LinkResult, StoreError>) -> Void
        ) {
            request = SourceTransaction.Request(change: change)
            self.limit = limit
            self.finish = finish
        }

        func end(_ result: Result<LinkResult, StoreError>) { finish(result) }
    }

    /// The maximum number of changes in a transaction, which bounds the number of locked shards.
    static let mostWork = 200

    private var work: [Work] = []
    private var idle: [CheckedContinuation<Void, Never>] = []
    private(set) var isClosed = false

    mutating func append(_ new: [Work]) {
        guard !isClosed else { return new.forEach { $0.end(.failure(.closed)) } }
        work += new
        // Changes that arrive together share a transaction, so one writer is woken per full transaction.
        for _ in 0..<((new.count + Self.mostWork - 1) / Self.mostWork) { idle.popLast()?.resume() }
    }

    /// The next changes for a writer; empty if it must wait.
    mutating func take() -> [Work] {
        defer { work.removeFirst(min(work.count, Self.mostWork)) }
        return Array(work.prefix(Self.mostWork))
    }

    /// Suspends a writer until there may be changes, or the queue is closed.
    mutating func keep(_ writer: CheckedContinuation<Void, Never>) {
        if isClosed || !work.isEmpty { writer.resume() } else { idle.append(writer) }
    }

    /// Rejects all queued and future changes.
    mutating func close() {
        isClosed = true
        for change in work { change.end(.failure(.closed)) }
        work = []
        for writer in idle { writer.resume() }
        idle = []
    }
}
