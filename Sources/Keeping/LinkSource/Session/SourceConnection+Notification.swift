public import PostgreSQL

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
