import CLMDB
import Glibc

/// A view of all databases at one moment, and the changes that are made to it.
///
/// It ends when it is committed or goes out of sight; what is not committed is forgotten. Values are spans into the map:
/// they live until the transaction changes something. One thread at a time.
@safe public struct Transaction: ~Copyable {
    /// Keeps the environment open.
    private let environment: Environment
    /// Nil when it has ended.
    private(set) var handle: OpaquePointer?

    init(environment: Environment, isReadOnly: Bool) throws(LMDBError) {
        self.environment = environment
        // Safe: LMDB fills the handle in or says why not.
        unsafe handle = nil
        try check(
            unsafe mdb_txn_begin(environment.handle, nil, isReadOnly ? UInt32(MDB_RDONLY) : 0, &handle))
    }

    deinit {
        // Safe: the handle is this transaction's own and was not ended.
        if let handle = unsafe handle { unsafe mdb_txn_abort(handle) }
    }

    /// Makes all changes last: when it returns, they are on the disk.
    ///
    /// Throws where they are not; then nothing was changed.
    public consuming func commit() throws(LMDBError) {
        let handle = unsafe handle
        unsafe self.handle = nil
        // Safe: the handle is ended here, whatever is said, and never used again.
        try check(unsafe mdb_txn_commit(handle))
    }

    /// Lets go of the view of a read transaction and keeps its place among the readers, to look again with ``renew()``.
    public mutating func reset() {
        // Safe: only changes the state of this transaction, and spans into it end with the mutation.
        unsafe mdb_txn_reset(handle)
    }

    /// Looks at what was committed last. Does not wait and does not allocate.
    public mutating func renew() throws(LMDBError) {
        // Safe: LMDB holds the place of this transaction.
        try check(unsafe mdb_txn_renew(handle))
    }

    /// Whether nothing was committed since the view was taken, by any process. Cheaper than a new view, which has to find each
    /// database again.
    public func isLatest() throws(LMDBError) -> Bool {
        var info = unsafe MDB_envinfo()
        // Safe: LMDB fills a local in, from the first pages of the map.
        try check(unsafe mdb_env_info(environment.handle, &info))
        return unsafe mdb_txn_id(handle) == info.me_last_txnid
    }

    /// Opens a named database. Only where no other transaction of the process does the same; the number is good for as
    /// long as the environment, if this transaction commits.
    public mutating func openDatabase(_ name: String, creating: Bool) throws(LMDBError) -> Database {
        var index: UInt32 = 0
        // Safe: the name is read within the call.
        try check(unsafe mdb_dbi_open(handle, name, creating ? UInt32(MDB_CREATE) : 0, &index))
        return Database(index: index)
    }

    /// How full a database is.
    public func extent(of database: Database) throws(LMDBError) -> DatabaseExtent {
        var statistics = MDB_stat()
        // Safe: LMDB fills a local in.
        try check(unsafe mdb_stat(handle, database.index, &statistics))
        return DatabaseExtent(
            entries: statistics.ms_entries,
            pages: statistics.ms_branch_pages + statistics.ms_leaf_pages + statistics.ms_overflow_pages)
    }

    /// Whether the unnamed database, which lists the others, has nothing in it: true for a new file.
    public mutating func isBlank() throws(LMDBError) -> Bool {
        var index: UInt32 = 0
        // Safe: LMDB fills a local in.
        try check(unsafe mdb_dbi_open(handle, nil, 0, &index))
        return try extent(of: Database(index: index)).entries == 0
    }

    /// The value of a key, in the map; nil where there is none.
    @_lifetime(borrow self)
    public func value(for key: Span<UInt8>, in database: Database) throws(LMDBError) -> Span<UInt8>? {
        var found = unsafe MDB_val()
        let code = unsafe withValue(key) { key in unsafe mdb_get(handle, database.index, key, &found) }
        if code == MDB_NOTFOUND { return nil }
        try check(code)
        // Safe: the bytes lie in the map until this transaction changes something or ends, and the span borrows it.
        let bytes = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: found.mv_data, count: found.mv_size))
        return unsafe _overrideLifetime(bytes, borrowing: self)
    }

    /// Walks through a database in the order of its keys.
    @_lifetime(borrow self)
    public func cursor(in database: Database) throws(LMDBError) -> Cursor {
        var cursor: OpaquePointer?
        // Safe: LMDB fills the pointer in; the cursor borrows this transaction.
        try check(unsafe mdb_cursor_open(handle, database.index, &cursor))
        guard let cursor = unsafe cursor else { throw LMDBError(code: ENOMEM) }
        return unsafe _overrideLifetime(Cursor(handle: cursor), borrowing: self)
    }

    /// Goes through a database to change it, and has the transaction for itself meanwhile.
    @_lifetime(&self)
    public mutating func writingCursor(in database: Database) throws(LMDBError) -> WritingCursor {
        var cursor: OpaquePointer?
        // Safe: LMDB fills the pointer in; the cursor borrows this transaction.
        try check(unsafe mdb_cursor_open(handle, database.index, &cursor))
        guard let cursor = unsafe cursor else { throw LMDBError(code: ENOMEM) }
        return unsafe _overrideLifetime(WritingCursor(handle: cursor), mutating: &self)
    }

    /// How a value is put.
    public enum Placement: Sendable {
        /// In place of one that is there.
        case replacing
        /// Only where there is none; throws ``LMDBError/keyExists``.
        case inserting
        /// After all others; throws ``LMDBError/keyExists`` where the key is not after the last one. Fills pages.
        case appending

        /// The same in LMDB's terms.
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
        // Safe: LMDB copies key and value within the call.
        let code = unsafe withValue(key) { key in
            unsafe withValue(value) { value in
                unsafe mdb_put(handle, database.index, key, value, UInt32(placement.flags))
            }
        }
        try check(code)
    }

    /// Removes a key; false where it was not there.
    @discardableResult
    public mutating func remove(_ key: Span<UInt8>, from database: Database) throws(LMDBError) -> Bool {
        // Safe: LMDB reads the key within the call.
        let code = unsafe withValue(key) { key in unsafe mdb_del(handle, database.index, key, nil) }
        if code == MDB_NOTFOUND { return false }
        try check(code)
        return true
    }

    /// Removes all entries of a database.
    public mutating func empty(_ database: Database) throws(LMDBError) {
        // Safe: the database stays open, with nothing in it.
        try check(unsafe mdb_drop(handle, database.index, 0))
    }
}

/// Calls `body` with bytes in LMDB's form; it does not change them in spite of its signatures.
@inline(__always)
func withValue(_ bytes: Span<UInt8>, _ body: (UnsafeMutablePointer<MDB_val>) -> Int32) -> Int32 {
    // Safe: the bytes live through the call, and LMDB only reads them.
    unsafe bytes.withUnsafeBufferPointer { buffer in
        var value = unsafe MDB_val(
            mv_size: buffer.count, mv_data: UnsafeMutableRawPointer(mutating: buffer.baseAddress))
        return unsafe body(&value)
    }
}
