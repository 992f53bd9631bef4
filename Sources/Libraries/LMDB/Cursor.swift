import CLMDB

/// A cursor in a database, which returns entries in key order.
///
/// It borrows its transaction: nothing can be changed during its lifetime.
@safe public struct Cursor: ~Copyable, ~Escapable {
    private let handle: OpaquePointer
    private var entry = unsafe Entry()

    /// The location of an entry in the map.
    @unsafe private struct Entry {
        var key = unsafe MDB_val()
        var value = unsafe MDB_val()
    }

    @_lifetime(immortal)
    init(handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        // Safe: the cursor is owned by this struct, and its transaction has not ended.
        unsafe mdb_cursor_close(handle)
    }

    /// The direction of a move.
    public enum Step: Sendable {
        case first, last, next, previous
    }

    /// Moves to another entry. Returns `false` if there is none.
    @_lifetime(self: copy self)
    public mutating func move(_ step: Step) throws(LMDBError) -> Bool {
        let operation =
            switch step {
            case .first: MDB_FIRST
            case .last: MDB_LAST
            case .next: MDB_NEXT
            case .previous: MDB_PREV
            }
        var entry = unsafe Entry()
        // Safe: LMDB fills in the entry.
        let code = unsafe mdb_cursor_get(handle, &entry.key, &entry.value, operation)
        return try unsafe found(code, entry)
    }

    /// Moves to the first entry whose key is not less than `key`. Returns `false` if there is none.
    @_lifetime(self: copy self)
    public mutating func seek(_ key: Span<UInt8>) throws(LMDBError) -> Bool {
        let handle = unsafe handle
        var entry = unsafe Entry()
        // Safe: LMDB reads the key during the call and replaces it with the location of the entry's key.
        let code = unsafe withValue(key) { wanted in
            let code = unsafe mdb_cursor_get(handle, wanted, &entry.value, MDB_SET_RANGE)
            unsafe entry.key = wanted.pointee
            return code
        }
        return try unsafe found(code, entry)
    }

    @_lifetime(self: copy self)
    private mutating func found(_ code: Int32, _ entry: Entry) throws(LMDBError) -> Bool {
        if code == MDB_NOTFOUND { return false }
        try check(code)
        unsafe self.entry = entry
        return true
    }

    /// Forgets the location of the entry, before the map changes.
    @_lifetime(self: copy self)
    mutating func forget() { unsafe entry = unsafe Entry() }

    /// The key of the current entry, in the map. Valid only after a step that found an entry.
    public var currentKey: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // Safe: the bytes are in the map until the transaction ends, which the cursor borrows.
            let bytes = unsafe UnsafeRawBufferPointer(start: entry.key.mv_data, count: entry.key.mv_size)
            return unsafe _overrideLifetime(Span<UInt8>(_unsafeBytes: bytes), borrowing: self)
        }
    }

    /// The value of the current entry, in the map. Valid only after a step that found an entry.
    public var currentValue: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // Safe: as above.
            let bytes = unsafe UnsafeRawBufferPointer(start: entry.value.mv_data, count: entry.value.mv_size)
            return unsafe _overrideLifetime(Span<UInt8>(_unsafeBytes: bytes), borrowing: self)
        }
    }
}
