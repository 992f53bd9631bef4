public import PostgreSQL

extension SourceConnection {
    /// Runs statements in one go: all are sent before the first answer is waited for.
    ///
    /// Outside a transaction they are one: the server commits all or none. The rows of each come in the order of the statements.
    /// The first error of the server is thrown, and the statements after it have not been run; a transaction that the caller
    /// has begun is failed then and needs its ROLLBACK. Answers of any size are kept in memory.
    ///
    /// - Parameters:
    ///   - deadline: How long all of it may take. The connection is closed then, or if the task is cancelled.
    ///   - isByProgress: Whether the deadline is for each piece that arrives, so that a slow line takes as long as it takes.
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

    /// Exchanges bytes until all that was sent is answered.
    func answers(
        of connection: PostgreSQLConnection, endWith end: Answers.End, until deadline: Deadline,
        isByProgress: Bool = false
    ) async throws(PostgreSQLError) -> Answers {
        var (answers, deadline) = (Answers(end), deadline)
        while true {
            let isFlushed = try connection.flush()
            var loss: PostgreSQLError?
            do throws(PostgreSQLError) { try connection.consumeInput() } catch { loss = error }
            // What came before the loss counts: it may be the answer to a commit.
            if answers.collect(from: connection) { return answers }
            if let loss { throw answers.lastWords ?? loss }
            try await wait(for: connection, isFlushed: isFlushed, until: deadline)
            if isByProgress { deadline = Deadline(after: deadline.allowed) }
        }
    }
}

/// What has come back of some statements.
struct Answers {
    /// What the last of them is the end of.
    enum End { case pipeline, statement }

    private let end: End
    private(set) var rows: [Rows] = []
    private(set) var failure: PostgreSQLError?
    private(set) var awaitsCopy = false
    private var hasEndedStatement = false

    init(_ end: End) { self.end = end }

    /// Takes what is there; returns whether nothing more is to come.
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
                // Two in a row: libpq expects nothing more. A fatal error came with an earlier synchronization, as from a server
                // that is stopped right after a commit, and libpq took it for the answer to what was sent since.
                guard !isAfterEnd else {
                    failure = lastWords ?? .connection("the server's answers ended too early")
                    return true
                }
                hasEndedStatement = true
            }
        }
        return false
    }

    /// What the server said before it closed the connection, which it does after its fatal errors.
    var lastWords: PostgreSQLError? {
        guard case .server(_, let message, _, _) = failure else { return nil }
        return .connection("the server closed the connection: \(message)")
    }
}
