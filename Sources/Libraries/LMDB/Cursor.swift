import CLMDB

/// A place in a database, between its keys: it returns one entry after the other.
///
/// It borrows its transaction: nothing can be changed while it lives.
@safe public struct Cursor: ~Copyable, ~Escapable {
    private let handle: OpaquePointer
    private var entry = unsafe Entry()

    /// Where an entry lies in the map.
    @unsafe private struct Entry {
        var key = unsafe MDB_val()
        var value = unsafe MDB_val()
    }

    @_lifetime(immortal)
    init(handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        // Safe: the cursor is this struct's own, and its transaction has not ended.
        unsafe mdb_cursor_close(handle)
    }

    /// Where to go.
    public enum Step: Sendable {
        case first, last, next, previous
    }

    /// Goes to another entry; false where there is none.
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
        // Safe: LMDB fills the entry in.
        let code = unsafe mdb_cursor_get(handle, &entry.key, &entry.value, operation)
        return try unsafe found(code, entry)
    }

    /// Goes to the first entry whose key is not below `key`; false where there is none.
    @_lifetime(self: copy self)
    public mutating func seek(_ key: Span<UInt8>) throws(LMDBError) -> Bool {
        let handle = unsafe handle
        var entry = unsafe Entry()
        // Safe: LMDB reads the key within the call and fills in where the entry's own lies.
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

    /// Forgets where the entry lies, before the map changes.
    @_lifetime(self: copy self)
    mutating func forget() { unsafe entry = unsafe Entry() }

    /// The key of this entry, in the map. Only after a step that found one.
    public var currentKey: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // Safe: the bytes lie in the map for as long as the transaction, which the cursor borrows.
            let bytes = unsafe UnsafeRawBufferPointer(start: entry.key.mv_data, count: entry.key.mv_size)
            return unsafe _overrideLifetime(Span<UInt8>(_unsafeBytes: bytes), borrowing: self)
        }
    }

    /// The value of this entry, in the map. Only after a step that found one.
    public var currentValue: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // Safe: as above.
            let bytes = unsafe UnsafeRawBufferPointer(start: entry.value.mv_data, count: entry.value.mv_size)
            return unsafe _overrideLifetime(Span<UInt8>(_unsafeBytes: bytes), borrowing: self)
        }
    }
}
