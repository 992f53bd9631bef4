import CLMDB

/// A cursor in a database that is being changed.
///
/// Adjacent entries are found and changed without descending the tree for each; fastest in key order. It has exclusive
/// access to the transaction during its lifetime, and allocates only when it is created.
@safe public struct WritingCursor: ~Copyable, ~Escapable {
    private let handle: OpaquePointer
    private var place: Cursor

    @_lifetime(immortal)
    init(handle: OpaquePointer) {
        unsafe self.handle = handle
        // `place` closes the cursor.
        place = unsafe Cursor(handle: handle)
    }

    /// Moves to another entry. Returns `false` if there is none.
    @_lifetime(self: copy self)
    public mutating func move(_ step: Cursor.Step) throws(LMDBError) -> Bool { try place.move(step) }

    /// Moves to the first entry whose key is not less than `key`. Returns `false` if there is none.
    @_lifetime(self: copy self)
    public mutating func seek(_ key: Span<UInt8>) throws(LMDBError) -> Bool { try place.seek(key) }

    /// The key of the current entry, in the map. Empty after a change, until the next step.
    public var currentKey: Span<UInt8> {
        @_lifetime(borrow self)
        get { place.currentKey }
    }

    /// The value of the current entry, in the map. Empty after a change, until the next step.
    public var currentValue: Span<UInt8> {
        @_lifetime(borrow self)
        get { place.currentValue }
    }

    /// Replaces the value of the current entry; a value of the same size is overwritten in place. Valid only after a
    /// step that found an entry, whose key is `key`.
    @_lifetime(self: copy self)
    public mutating func replaceCurrent(with value: Span<UInt8>, for key: Span<UInt8>) throws(LMDBError) {
        try put(value, for: key, MDB_CURRENT)
    }

    /// Sets the value of a key and moves to it.
    @_lifetime(self: copy self)
    public mutating func put(
        _ value: Span<UInt8>, for key: Span<UInt8>, _ placement: Transaction.Placement = .replacing
    ) throws(LMDBError) {
        try put(value, for: key, placement.flags)
    }

    @_lifetime(self: copy self)
    mutating func put(_ value: Span<UInt8>, for key: Span<UInt8>, _ flags: Int32) throws(LMDBError) {
        // A page may move when it is changed.
        place.forget()
        let handle = unsafe handle
        // Safe: LMDB copies key and value during the call. Neither is in a dirty page of this transaction, since the
        // caller can't hold a span into the map while the cursor changes.
        let code = unsafe withValue(key) { key in
            unsafe withValue(value) { value in unsafe mdb_cursor_put(handle, key, value, UInt32(flags)) }
        }
        try check(code)
    }
}
