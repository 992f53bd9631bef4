public import PostgreSQL

extension SourceConnection {
    /// Runs statements as a pipeline: all are sent before the first result is awaited.
    ///
    /// Outside a transaction they form one: the server commits all or none. The results are in the order of the
    /// statements. The server's first error is thrown, and later statements have not been run. A transaction begun by
    /// the caller has then failed and must be rolled back. Results of any size are held in memory.
    ///
    /// - Parameters:
    ///   - deadline: The time limit for all of it. The connection is closed after that, or if the task is cancelled.
    ///   - isByProgress: Whether the deadline applies to each received piece, to allow for slow networks.
    public func run(
        _ statements: [Statement], deadline: Duration = .seconds(10), isByProgress: Bool = false
    ) async throws(PostgreSQLError) -> [Rows] {
        guard !statements.isEmpty else { return [] }
        return try await call { connection throws(PostgreSQLError) in
            for statement in statements { try connection.send(statement) }
            try connection.sync()
            let answers = try await answers(
                of: connection, endWith: .pipeline, until: Deadline(after: deadline), isByProgress: isByProgress)
            if let failure = answers.failure { throw failure }
            return answers.rows
        }
    }

    /// Exchanges bytes until everything sent is answered.
    func answers(
        of connection: PostgreSQLConnection, endWith end: Answers.End, until deadline: Deadline,
        isByProgress: Bool = false
    ) async throws(PostgreSQLError) -> Answers {
        var (answers, deadline) = (Answers(end), deadline)
        while true {
            let isFlushed = try connection.flush()
            var loss: PostgreSQLError?
            do throws(PostgreSQLError) { try connection.consumeInput() } catch { loss = error }
            // Data received before the loss is used: it may be the result of a commit.
            if answers.collect(from: connection) { return answers }
            if let loss { throw answers.lastWords ?? loss }
            try await wait(for: connection, isFlushed: isFlushed, until: deadline)
            if isByProgress { deadline = Deadline(after: deadline.allowed) }
        }
    }
}

/// The results received so far for some statements.
struct Answers {
    /// The event that completes the results.
    enum End { case pipeline, statement }

    private let end: End
    private(set) var rows: [Rows] = []
    private(set) var failure: PostgreSQLError?
    private(set) var awaitsCopy = false
    private var hasEndedStatement = false

    init(_ end: End) { self.end = end }

    /// Takes the received results; returns whether they are complete.
    mutating func collect(from connection: PostgreSQLConnection) -> Bool {
        while let answer = connection.nextAnswer() {
            let isAfterEnd = hasEndedStatement
            hasEndedStatement = false
            switch answer {
            case .rows(let more): rows.append(more)
            case .skipped: break
            case .synchronized: return true
            case .awaitsCopy:
                awaitsCopy = true
                return true
            case .failed(let error):
                guard !error.isConnectionLost else {
                    failure = lastWords ?? error
                    return true
                }
                failure = failure ?? error
            case .endOfStatement:
                if end == .statement { return true }
                // Two in a row: libpq expects nothing more. A fatal error arrived with an earlier synchronization, as
                // when the server is stopped right after a commit, and libpq took it for the result of a later
                // statement.
                guard !isAfterEnd else {
                    failure = lastWords ?? .connection("the server's responses ended early")
                    return true
                }
                hasEndedStatement = true
            }
        }
        return false
    }

    /// The fatal error after which the server closed the connection.
    var lastWords: PostgreSQLError? {
        guard case .server(_, let message, _, _) = failure else { return nil }
        return .connection("the server closed the connection: \(message)")
    }
}

extension SourceConnection {
    /// Waits for a notification on a channel for which the caller has executed LISTEN.
    ///
    /// Includes notifications received while statements ran. The payload is dropped: a notification only triggers a
    /// poll.
    ///
    /// - Returns: Whether one arrived in time. The connection stays usable either way.
    public func waitForNotification(deadline: Duration) async throws(PostgreSQLError) -> Bool {
        try await call { connection throws(PostgreSQLError) in
            let limit = Deadline(after: deadline)
            while true {
                try connection.consumeInput()
                if connection.takeNotifications() { return true }
                if limit.isOver { return false }
                do throws(PostgreSQLError) {
                    try await wait(for: connection, isFlushed: true, until: limit)
                } catch {
                    guard error == limit.error else { throw error }
                    return false
                }
            }
        }
    }
}
