import LinkStore

/// Changes that wait for a writer, and writers that wait for changes.
struct ChangeQueue {
    /// A change with those who wait for it.
    final class Work {
        var request: SourceTransaction.Request
        /// When the caller is told that it took too long.
        let limit: ContinuousClock.Instant
        private let finish: (Result<LinkResult, StoreError>) -> Void

        init(
            _ change: LinkChange, limit: ContinuousClock.Instant,
            finish: @escaping (Result<LinkResult, StoreError>) -> Void
        ) {
            request = SourceTransaction.Request(change: change)
            self.limit = limit
            self.finish = finish
        }

        func end(_ result: Result<LinkResult, StoreError>) { finish(result) }
    }

    /// The most changes of one transaction: it holds locks of so many shards for as long as they take.
    static let mostWork = 200

    private var work: [Work] = []
    private var idle: [CheckedContinuation<Void, Never>] = []
    private(set) var isClosed = false

    mutating func append(_ new: [Work]) {
        guard !isClosed else { return new.forEach { $0.end(.failure(.closed)) } }
        work += new
        // Changes that come together share a transaction: a writer is woken for as many as it takes.
        for _ in 0..<((new.count + Self.mostWork - 1) / Self.mostWork) { idle.popLast()?.resume() }
    }

    /// The next changes of a writer; none if it has to wait.
    mutating func take() -> [Work] {
        defer { work.removeFirst(min(work.count, Self.mostWork)) }
        return Array(work.prefix(Self.mostWork))
    }

    /// Keeps a writer until there may be something to take, or the queue is closed.
    mutating func keep(_ writer: CheckedContinuation<Void, Never>) {
        if isClosed || !work.isEmpty { writer.resume() } else { idle.append(writer) }
    }

    /// Refuses what waits and what comes.
    mutating func close() {
        isClosed = true
        for change in work { change.end(.failure(.closed)) }
        work = []
        for writer in idle { writer.resume() }
        idle = []
    }
}
