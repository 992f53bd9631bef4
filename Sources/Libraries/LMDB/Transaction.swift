import CLMDB
import Glibc

/// A snapshot of all databases, and the changes made to it.
///
/// It ends when it is committed or destroyed; uncommitted changes are discarded. Values are spans into the map, valid
/// until the transaction changes something. One thread at a time.
@safe public struct Transaction: ~Copyable {
    /// Keeps the environment open.
    private let environment: LMDBEnvironment
    /// `nil` once it has ended.
    private(set) var handle: OpaquePointer?

    init(environment: LMDBEnvironment, isReadOnly: Bool) throws(LMDBError) {
        self.environment = environment
        // Safe: LMDB fills in the handle or returns an error.
        unsafe handle = nil
        try check(
            unsafe mdb_txn_begin(environment.handle, nil, isReadOnly ? UInt32(MDB_RDONLY) : 0, &handle))
    }

    deinit {
        // Safe: the handle is owned by this transaction, which has not ended.
        if let handle = unsafe handle { unsafe mdb_txn_abort(handle) }
    }

    /// Commits all changes. They are durable when this returns.
    ///
    /// Throws if that fails; then nothing was changed.
    public consuming func commit() throws(LMDBError) {
        let handle = unsafe handle
        unsafe self.handle = nil
        // Safe: the handle is invalid after the call, regardless of the result, and is not used again.
        try check(unsafe mdb_txn_commit(handle))
    }

    /// Releases the snapshot of a read transaction but keeps its reader slot, for ``renew()``.
    public mutating func reset() {
        // Safe: only changes the state of this transaction, and spans into it end with the mutation.
        unsafe mdb_txn_reset(handle)
    }

    /// Takes a snapshot of the last committed state. Does not block or allocate.
    public mutating func renew() throws(LMDBError) {
        // Safe: LMDB still holds the reader slot of this transaction.
        try check(unsafe mdb_txn_renew(handle))
    }

    /// Whether nothing was committed, by any process, since the snapshot was taken. Cheaper than a new snapshot, which
    /// has to look up each database again.
    public func isLatest() throws(LMDBError) -> Bool {
        var info = unsafe MDB_envinfo()
        // Safe: LMDB fills in a local, from the first pages of the map.
        try check(unsafe mdb_env_info(environment.handle, &info))
        return unsafe mdb_txn_id(handle) == info.me_last_txnid
    }

    /// Opens a named database. No other transaction of the process may do so at the same time. If this transaction
    /// commits, the handle is valid for the lifetime of the environment.
    public mutating func openDatabase(_ name: String, creating: Bool) throws(LMDBError) -> Database {
        var index: UInt32 = 0
        // Safe: the name is read during the call.
        try check(unsafe mdb_dbi_open(handle, name, creating ? UInt32(MDB_CREATE) : 0, &index))
        return Database(index: index)
    }

    /// The size of a database.
    public func extent(of database: Database) throws(LMDBError) -> DatabaseExtent {
        var statistics = MDB_stat()
        // Safe: LMDB fills in a local.
        try check(unsafe mdb_stat(handle, database.index, &statistics))
        return DatabaseExtent(
            entries: statistics.ms_entries,
            pages: statistics.ms_branch_pages + statistics.ms_leaf_pages + statistics.ms_overflow_pages)
    }

    /// Whether the unnamed database, which lists the others, is empty, as in a new file.
    public mutating func isBlank() throws(LMDBError) -> Bool {
        var index: UInt32 = 0
        // Safe: LMDB fills in a local.
        try check(unsafe mdb_dbi_open(handle, nil, 0, &index))
        return try extent(of: Database(index: index)).entries == 0
    }

    /// The value of a key, in the map, or `nil` if there is none.
    @_lifetime(borrow self)
    public func value(for key: Span<UInt8>, in database: Database) throws(LMDBError) -> Span<UInt8>? {
        var found = unsafe MDB_val()
        let code = unsafe withValue(key) { key in unsafe mdb_get(handle, database.index, key, &found) }
        if code == MDB_NOTFOUND { return nil }
        try check(code)
        // Safe: the bytes are in the map until this transaction changes something or ends, and the span borrows it.
        let bytes = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: found.mv_data, count: found.mv_size))
        return unsafe _overrideLifetime(bytes, borrowing: self)
    }

    /// A cursor that iterates over a database in key order.
    @_lifetime(borrow self)
    public func cursor(in database: Database) throws(LMDBError) -> Cursor {
        var cursor: OpaquePointer?
        // Safe: LMDB fills in the pointer; the cursor borrows this transaction.
        try check(unsafe mdb_cursor_open(handle, database.index, &cursor))
        guard let cursor = unsafe cursor else { throw LMDBError(code: ENOMEM) }
        return unsafe _overrideLifetime(Cursor(handle: cursor), borrowing: self)
    }

    /// A cursor that changes a database. It has exclusive access to the transaction during its lifetime.
    @_lifetime(&self)
    public mutating func writingCursor(in database: Database) throws(LMDBError) -> WritingCursor {
        var cursor: OpaquePointer?
        // Safe: LMDB fills in the pointer; the cursor borrows this transaction.
        try check(unsafe mdb_cursor_open(handle, database.index, &cursor))
        guard let cursor = unsafe cursor else { throw LMDBError(code: ENOMEM) }
        return unsafe _overrideLifetime(WritingCursor(handle: cursor), mutating: &self)
    }

    /// How a value is stored.
    public enum Placement: Sendable {
        /// Replaces an existing value.
        case replacing
        /// Requires that the key does not exist; otherwise throws ``LMDBError/keyExists``.
        case inserting
        /// Appends after all other keys; throws ``LMDBError/keyExists`` if the key is not greater than the last one.
        /// Fills pages.
        case appending

        /// The flags of LMDB for this placement.
        var flags: Int32 {
            switch self {
            case .replacing: 0
            case .inserting: MDB_NOOVERWRITE
            case .appending: MDB_APPEND
            }
        }
    }

    /// Sets the value of a key.
    public mutating func put(
        _ value: Span<UInt8>, for key: Span<UInt8>, in database: Database, _ placement: Placement = .replacing
    ) throws(LMDBError) {
        // Safe: LMDB copies key and value during the call.
        let code = unsafe withValue(key) { key in
            unsafe withValue(value) { value in
                unsafe mdb_put(handle, database.index, key, value, UInt32(placement.flags))
            }
        }
        try check(code)
    }

    /// Removes a key. Returns `false` if it did not exist.
    @discardableResult
    public mutating func remove(_ key: Span<UInt8>, from database: Database) throws(LMDBError) -> Bool {
        // Safe: LMDB reads the key during the call.
        let code = unsafe withValue(key) { key in unsafe mdb_del(handle, database.index, key, nil) }
        if code == MDB_NOTFOUND { return false }
        try check(code)
        return true
    }

    /// Removes all entries of a database.
    public mutating func empty(_ database: Database) throws(LMDBError) {
        // Safe: the database stays open and is emptied.
        try check(unsafe mdb_drop(handle, database.index, 0))
    }
}

/// Calls `body` with bytes in LMDB's representation. LMDB does not change them, although its signatures are not const.
@inline(__always)
func withValue(_ bytes: Span<UInt8>, _ body: (UnsafeMutablePointer<MDB_val>) -> Int32) -> Int32 {
    // Safe: the bytes outlive the call, and LMDB only reads them.
    unsafe bytes.withUnsafeBufferPointer { buffer in
        var value = unsafe MDB_val(
            mv_size: buffer.count, mv_data: UnsafeMutableRawPointer(mutating: buffer.baseAddress))
        return unsafe body(&value)
    }
}
