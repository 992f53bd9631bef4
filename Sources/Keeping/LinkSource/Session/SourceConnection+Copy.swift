import Libevent
public import PostgreSQL

extension SourceConnection {
    /// Runs `COPY … FROM STDIN` with pieces of rows, which ``CopyRows`` makes, until there is none; returns how many rows were
    /// written.
    ///
    /// A piece is asked for when the one before has been sent, so that no more than one is in memory. It is all or nothing: an
    /// error of the server comes after the last piece, and one that `nextPiece` throws makes the server forget the rows
    /// (``PostgreSQLError/abandoned(_:)``).
    ///
    /// - Parameters:
    ///   - stall: How long the server may take to accept a piece, and to answer after the last; the connection is closed then.
    ///   - nextPiece: Returns some rows, tens of kilobytes at best; nil ends them.
    public func copy(
        _ sql: String, stall: Duration = .seconds(60), _ nextPiece: () throws -> [UInt8]?
    ) async throws(PostgreSQLError) -> Int {
        try await call { connection throws(PostgreSQLError) in
            // The protocol has no COPY in a pipeline.
            try connection.setPipelining(false)
            try connection.send(Statement(sql))
            let opening = try await answers(of: connection, endWith: .statement, until: Deadline(after: stall))
            guard opening.awaitsCopy else {
                try connection.setPipelining(true)
                throw opening.failure ?? .answer("the statement is not a COPY FROM STDIN")
            }
            let fault = try await put(nextPiece, to: connection, stall)
            let closing = try await answers(of: connection, endWith: .statement, until: Deadline(after: stall))
            try connection.setPipelining(true)
            if let fault { throw .abandoned(fault) }
            if let failure = closing.failure { throw failure }
            return closing.rows.first?.affected ?? 0
        }
    }

    /// Sends the pieces and their end; returns what `nextPiece` threw.
    private func put(
        _ nextPiece: () throws -> [UInt8]?, to connection: PostgreSQLConnection, _ stall: Duration
    ) async throws(PostgreSQLError) -> String? {
        var fault: String?
        var sinceOthers = 0
        while fault == nil {
            let piece: [UInt8]?
            do { piece = try nextPiece() } catch {
                fault = String(describing: error)
                break
            }
            guard let piece else { break }
            try connection.putCopy(piece)
            try await send(connection, stall)
            sinceOthers += piece.count
            if sinceOthers > 1 << 20 {
                // A fast server never makes us wait: let the loop do something else at times.
                try? await loop.sleep(for: .zero)
                sinceOthers = 0
            }
        }
        try connection.endCopy(abandonedBecause: fault == nil ? nil : "the client ended it")
        return fault
    }

    /// Waits until the socket has accepted everything.
    private func send(_ connection: PostgreSQLConnection, _ stall: Duration) async throws(PostgreSQLError) {
        while try !connection.flush() {
            try await wait(for: connection, isFlushed: false, until: Deadline(after: stall))
            try connection.consumeInput()
        }
    }
}
