import CLMDB
import Glibc

/// A cursor for the read transactions of one thread, which outlives each of them, so that searches need not open one
/// and do not allocate.
@safe public struct KeptCursor: ~Copyable {
    /// `nil` until the first search.
    private var handle: OpaquePointer?
    private var database: Database?

    /// Creates a cursor, which is opened by its first search.
    public init() { unsafe handle = nil }

    deinit {
        // Safe: the cursor is owned by this struct. Cursors of read transactions are not freed with the transaction,
        // and may be closed after it.
        if let handle = unsafe handle { unsafe mdb_cursor_close(handle) }
    }

    /// Binds the cursor to a transaction and a database, and returns it.
    fileprivate mutating func use(
        _ transaction: OpaquePointer?, in database: Database
    ) throws(LMDBError) -> OpaquePointer {
        if let handle = unsafe handle, self.database?.index == database.index {
            // Safe: the cursor was opened by a read transaction; renewing it for the same or another one is allowed.
            try check(unsafe mdb_cursor_renew(transaction, handle))
            return unsafe handle
        }
        if let handle = unsafe handle { unsafe mdb_cursor_close(handle) }
        unsafe handle = nil
        // Safe: LMDB fills in the pointer.
        try check(unsafe mdb_cursor_open(transaction, database.index, &handle))
        guard let handle = unsafe handle else { throw LMDBError(code: ENOMEM) }
        self.database = database
        return unsafe handle
    }
}

extension Transaction {
    /// Returns the first key of a database that is not less than `key`, or `nil` if there is none. Only for read
    /// transactions.
    @_lifetime(borrow self)
    public func firstKey(
        notBelow key: Span<UInt8>, in database: Database, by cursor: inout KeptCursor
    ) throws(LMDBError) -> Span<UInt8>? {
        let cursor = unsafe try cursor.use(handle, in: database)
        var found = unsafe MDB_val()
        var value = unsafe MDB_val()
        // Safe: LMDB reads the key during the call and fills in the location of the entry.
        let code = unsafe withValue(key) { wanted in
            let code = unsafe mdb_cursor_get(cursor, wanted, &value, MDB_SET_RANGE)
            unsafe found = wanted.pointee
            return code
        }
        if code == MDB_NOTFOUND { return nil }
        try check(code)
        // Safe: the bytes are in the map until this transaction ends, and the span borrows it.
        let bytes = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: found.mv_data, count: found.mv_size))
        return unsafe _overrideLifetime(bytes, borrowing: self)
    }
}
