import CPostgreSQL

/// One connection to a server: the owner of libpq's `PGconn`. No method blocks.
///
/// Confined to one thread. Between calls, the owner waits for ``descriptor``: while connecting, as reported by
/// ``poll()``; later for reading, and also for writing while ``flush()`` returns `false`. Releasing the last reference
/// closes the connection.
@safe public final class PostgreSQLConnection {
    let handle: OpaquePointer
    private let secret: String

    /// Starts connecting to one host, which must have an address or be a socket: resolving a name here would block.
    public init(_ parameters: ConnectionParameters) throws(PostgreSQLError) {
        unsafe handle = try Self.start(parameters)
        secret = parameters.password ?? ""
    }

    private static func start(_ parameters: ConnectionParameters) throws(PostgreSQLError) -> OpaquePointer {
        // Safe: libpq copies the lists; the connection is owned by the caller, or freed here.
        guard let handle = unsafe parameters.withLists({ unsafe PQconnectStartParams($0, $1, 0) }) else {
            throw .connection("out of memory")
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
        // Safe: the handle is owned by this object.
        unsafe PQfinish(handle)
    }

    /// The event required to continue connecting.
    public enum Progress: Sendable { case waitsToRead, waitsToWrite, isConnected }

    /// Continues connecting. Called first when the descriptor is writable, then whenever the last reported event
    /// occurs.
    public func poll() throws(PostgreSQLError) -> Progress {
        // Safe: the connection is alive.
        switch unsafe PQconnectPoll(handle) {
        case PGRES_POLLING_READING: return .waitsToRead
        case PGRES_POLLING_WRITING: return .waitsToWrite
        case PGRES_POLLING_OK:
            // Set only now, since it clears libpq's error message, which contains the host. Connecting does not block
            // anyway.
            unsafe PQsetnonblocking(handle, 1)
            return .isConnected
        default: throw lost()
        }
    }

    /// The socket. It may change with each ``poll()``.
    public var descriptor: Int32 {
        // Safe: the connection is alive.
        unsafe PQsocket(handle)
    }

    /// Whether libpq considers the connection usable.
    public var isAlive: Bool {
        // Safe: the handle is alive; this reads its state.
        unsafe PQstatus(handle) == CONNECTION_OK
    }

    /// Whether the connection is encrypted with TLS.
    public var isEncrypted: Bool {
        // Safe: the connection is alive.
        unsafe PQsslInUse(handle) != 0
    }

    /// The server version as a number: 150_004 for 15.4.
    public var serverVersion: Int {
        // Safe: the connection is alive.
        Int(unsafe PQserverVersion(handle))
    }

    /// Whether a transaction is open, including failed ones.
    public var isInTransaction: Bool {
        // Safe: the connection is alive.
        let status = unsafe PQtransactionStatus(handle)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    /// Reads available input. Throws if the connection is lost; results received before are still available.
    public func consumeInput() throws(PostgreSQLError) {
        // Safe: the connection is alive.
        if unsafe PQconsumeInput(handle) == 0 { throw lost() }
    }

    /// Writes as much as the socket accepts. Returns whether everything was written.
    public func flush() throws(PostgreSQLError) -> Bool {
        // Safe: the connection is alive.
        let result = unsafe PQflush(handle)
        if result < 0 { throw lost() }
        return result == 0
    }

    /// Consumes received notifications. Returns whether there were any; their contents are dropped.
    public func takeNotifications() -> Bool {
        var any = false
        // Safe: each notification is owned by the caller, and freed once.
        while let notification = unsafe PQnotifies(handle) {
            unsafe PQfreemem(notification)
            any = true
        }
        return any
    }

    /// The error of libpq's last message, including the server's last message.
    func lost() -> PostgreSQLError {
        // Safe: the message belongs to the connection, and is copied.
        let message = unsafe MessageText.line(PQerrorMessage(handle), without: secret)
        return .connection(message.isEmpty ? "the connection was closed" : message)
    }
}
