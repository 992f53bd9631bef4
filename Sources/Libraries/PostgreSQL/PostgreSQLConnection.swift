import CPostgreSQL

/// One connection to a server: the owner of libpq's `PGconn`. Nothing here waits.
///
/// Used on one thread. Its owner waits for ``descriptor`` between the calls: while connecting as ``poll()`` says, later for
/// reading, and for writing too while ``flush()`` returns false. Dropping the last reference closes it.
@safe public final class PostgreSQLConnection {
    let handle: OpaquePointer
    private let secret: String

    /// Starts connecting to one host, which must be stated by address or be a socket: a name would be looked up here, and
    /// block.
    public init(_ parameters: ConnectionParameters) throws(PostgreSQLError) {
        unsafe handle = try Self.start(parameters)
        secret = parameters.password ?? ""
    }

    private static func start(_ parameters: ConnectionParameters) throws(PostgreSQLError) -> OpaquePointer {
        // Safe: libpq copies what it needs of the lists; the connection is the caller's, or freed here.
        guard let handle = unsafe parameters.withLists({ unsafe PQconnectStartParams($0, $1, 0) }) else {
            throw .connection("no memory for a connection")
        }
        guard unsafe PQstatus(handle) != CONNECTION_BAD else {
            let message = unsafe MessageText.line(PQerrorMessage(handle), without: parameters.password ?? "")
            unsafe PQfinish(handle)
            throw .connection(message)
        }
        unsafe PQsetNoticeReceiver(handle, fingerpost_ignore_notice, nil)
        return unsafe handle
    }

    deinit {
        // Safe: the handle is this object's own.
        unsafe PQfinish(handle)
    }

    /// What connecting waits for.
    public enum Progress: Sendable { case waitsToRead, waitsToWrite, isConnected }

    /// Goes on connecting. Called at first when the descriptor is writable, then each time that it is ready as was said.
    public func poll() throws(PostgreSQLError) -> Progress {
        // Safe: the connection is alive.
        switch unsafe PQconnectPoll(handle) {
        case PGRES_POLLING_READING: return .waitsToRead
        case PGRES_POLLING_WRITING: return .waitsToWrite
        case PGRES_POLLING_OK:
            // Not before: it empties libpq's message, which has the host in it by then. Connecting does not block anyway.
            unsafe PQsetnonblocking(handle, 1)
            return .isConnected
        default: throw lost()
        }
    }

    /// The socket. Another one after each ``poll()``, possibly.
    public var descriptor: Int32 {
        // Safe: the connection is alive.
        unsafe PQsocket(handle)
    }

    /// Whether libpq still believes in the connection.
    public var isAlive: Bool {
        // Safe: the connection is alive in memory; this is its state.
        unsafe PQstatus(handle) == CONNECTION_OK
    }

    /// Whether the connection is encrypted by TLS.
    public var isEncrypted: Bool {
        // Safe: the connection is alive.
        unsafe PQsslInUse(handle) != 0
    }

    /// The server's version as a number: 150_004 for 15.4.
    public var serverVersion: Int {
        // Safe: the connection is alive.
        Int(unsafe PQserverVersion(handle))
    }

    /// Whether a transaction is open, failed ones included.
    public var isInTransaction: Bool {
        // Safe: the connection is alive.
        let status = unsafe PQtransactionStatus(handle)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    /// Reads what is there. Throws where the connection is lost; answers that came before are still to be had.
    public func consumeInput() throws(PostgreSQLError) {
        // Safe: the connection is alive.
        if unsafe PQconsumeInput(handle) == 0 { throw lost() }
    }

    /// Writes what the socket accepts; returns whether all is written.
    public func flush() throws(PostgreSQLError) -> Bool {
        // Safe: the connection is alive.
        let result = unsafe PQflush(handle)
        if result < 0 { throw lost() }
        return result == 0
    }

    /// Takes the notifications that have come; returns whether there were any. What they say is not kept.
    public func takeNotifications() -> Bool {
        var any = false
        // Safe: each notification is the caller's, and freed once.
        while let notification = unsafe PQnotifies(handle) {
            unsafe PQfreemem(notification)
            any = true
        }
        return any
    }

    /// The error in libpq's last message, with what the server said last.
    func lost() -> PostgreSQLError {
        // Safe: the message is the connection's, and copied.
        let message = unsafe MessageText.line(PQerrorMessage(handle), without: secret)
        return .connection(message.isEmpty ? "the connection was closed" : message)
    }
}
