import Libevent
public import PostgreSQL

extension SourceConnection {
    /// Runs `COPY … FROM STDIN` with pieces of rows, as ``CopyRows`` formats them, until there are no more; returns the
    /// number of rows written.
    ///
    /// A piece is requested when the previous one has been sent, so only one is in memory. The copy is atomic: server
    /// errors are reported after the last piece, and an error thrown by `nextPiece` makes the server discard the rows
    /// (``PostgreSQLError/abandoned(_:)``).
    ///
    /// - Parameters:
    ///   - stall: The time limit for accepting a piece, and for the result after the last one; the connection is closed
    ///     after that.
    ///   - nextPiece: Returns some rows, ideally tens of kilobytes; `nil` at the end.
    public func copy(
        _ sql: String, stall: Duration = .seconds(60), _ nextPiece: () throws -> [UInt8]?
    ) async throws(PostgreSQLError) -> Int {
        try await call { connection throws(PostgreSQLError) in
            // The protocol does not allow COPY in a pipeline.
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

    /// Sends the pieces and the end marker; returns the error that `nextPiece` threw.
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
                // With a fast server this never suspends, so yield to the loop from time to time.
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
