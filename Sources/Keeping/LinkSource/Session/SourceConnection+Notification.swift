public import PostgreSQL

extension SourceConnection {
    /// Waits for a notification of a channel that the caller has sent LISTEN for.
    ///
    /// Those that came while statements ran count. What they say is dropped: it is a reason to look, not what is to be seen.
    ///
    /// - Returns: Whether one came before the time was up; the connection stays usable either way.
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
