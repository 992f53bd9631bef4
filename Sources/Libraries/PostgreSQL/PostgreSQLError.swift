/// What went wrong with a server or on the way to it. No case contains a password.
public enum PostgreSQLError: Error, Equatable, Sendable {
    /// A connection string, or what it states, can't be used.
    case parameters(String)
    /// There is no connection: it was never made, or was lost, or was closed because no answer came. What was sent last may
    /// have been done or not.
    case connection(String)
    /// The server refused a statement.
    ///
    /// - Parameters:
    ///   - state: The SQLSTATE, five characters (PostgreSQL, appendix A).
    ///   - message: The server's primary message.
    ///   - detail: Its detail, empty where there is none. It may quote values of rows.
    ///   - constraint: The name of the constraint that was violated, empty where there is none.
    case server(state: String, message: String, detail: String, constraint: String)
    /// The server answered with something else than was asked for: another number of columns, another type.
    case answer(String)
    /// The rows that were to be copied came to an end with an error; none was written.
    case abandoned(String)
}

extension PostgreSQLError {
    /// The SQLSTATE of a refusal.
    public var state: String? {
        guard case .server(let state, _, _, _) = self else { return nil }
        return state
    }

    /// Whether the same transaction may succeed when it is run again from its start: a serialization failure (40001), a
    /// deadlock (40P01), or a lock that others held for too long (55P03). It has not been committed.
    public var isRetryable: Bool { state == "40001" || state == "40P01" || state == "55P03" }

    /// Whether the connection is gone, and with it the knowledge of what became of a commit.
    public var isConnectionLost: Bool {
        guard case .connection = self else { return false }
        return true
    }

    /// Whether a row with the same key is there already (23505).
    public var isUniqueViolation: Bool { state == "23505" }

    /// Whether a table that a statement names does not exist (42P01).
    public var isUndefinedTable: Bool { state == "42P01" }

    /// Whether the server refused because it is a standby (55000 of functions for primaries).
    public var isInRecovery: Bool { state == "55000" }

    /// Whether the role lacks a right to what a statement names (42501).
    public var isRefusedByRights: Bool { state == "42501" }

    /// Whether a server has no room left (53100).
    public var isFull: Bool { state == "53100" }

    /// Whether a server refused to write because it follows another one (25006).
    public var isReadOnly: Bool { state == "25006" }
}

extension PostgreSQLError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .parameters(let text), .connection(let text), .answer(let text): text
        case .server(let state, let message, _, _): "\(message) (SQLSTATE \(state))"
        case .abandoned(let text): "nothing was copied: \(text)"
        }
    }
}
