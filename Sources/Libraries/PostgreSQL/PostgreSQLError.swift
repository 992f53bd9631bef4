/// An error of a server or connection. No case contains a password.
public enum PostgreSQLError: Error, Equatable, Sendable {
    /// The connection string or one of its values is invalid.
    case parameters(String)
    /// There is no connection: it could not be established, was lost, or was closed because the server did not respond.
    /// The last statements may or may not have been executed.
    case connection(String)
    /// The server rejected a statement.
    ///
    /// - Parameters:
    ///   - state: The SQLSTATE, five characters (PostgreSQL, appendix A).
    ///   - message: The server's primary message.
    ///   - detail: The detail message; empty if there is none. It may quote values of rows.
    ///   - constraint: The name of the violated constraint; empty if there is none.
    case server(state: String, message: String, detail: String, constraint: String)
    /// The server returned an unexpected result: a different number of columns, or another type.
    case answer(String)
    /// The source of the rows for a COPY failed; none were written.
    case abandoned(String)
}

extension PostgreSQLError {
    /// The SQLSTATE of a server error.
    public var state: String? {
        guard case .server(let state, _, _, _) = self else { return nil }
        return state
    }

    /// Whether retrying the whole transaction may succeed: a serialization failure (40001), a deadlock (40P01), or a
    /// lock timeout (55P03). It was not committed.
    public var isRetryable: Bool { state == "40001" || state == "40P01" || state == "55P03" }

    /// Whether the connection was lost, so that the outcome of a commit is unknown.
    public var isConnectionLost: Bool {
        guard case .connection = self else { return false }
        return true
    }

    /// Whether a row with the same key exists already (23505).
    public var isUniqueViolation: Bool { state == "23505" }

    /// Whether a table does not exist (42P01).
    public var isUndefinedTable: Bool { state == "42P01" }

    /// Whether the server refused because it is a standby (55000 of functions for primaries).
    public var isInRecovery: Bool { state == "55000" }

    /// Whether the role lacks a right to what a statement names (42501).
    public var isRefusedByRights: Bool { state == "42501" }

    /// Whether the server's disk is full (53100).
    public var isFull: Bool { state == "53100" }

    /// Whether the server rejected a write because it is a standby (25006).
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
