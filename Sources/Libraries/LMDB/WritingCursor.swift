import CLMDB

/// A place in a database that is being changed.
///
/// Entries that lie near each other are found and changed without a way down the tree for each: fastest in the order of
/// the keys. It has the transaction for itself while it lives, and allocates only when it is made.
@safe public struct WritingCursor: ~Copyable, ~Escapable {
    private let handle: OpaquePointer
    private var place: Cursor

    @_lifetime(immortal)
    init(handle: OpaquePointer) {
        unsafe self.handle = handle
        // The place closes the cursor.
        place = unsafe Cursor(handle: handle)
    }

    /// Goes to another entry; false where there is none.
    @_lifetime(self: copy self)
    public mutating func move(_ step: Cursor.Step) throws(LMDBError) -> Bool { try place.move(step) }

    /// Goes to the first entry whose key is not below `key`; false where there is none.
    @_lifetime(self: copy self)
    public mutating func seek(_ key: Span<UInt8>) throws(LMDBError) -> Bool { try place.seek(key) }

    /// The key of this entry, in the map. Empty after a change, until the next step.
    public var currentKey: Span<UInt8> {
        @_lifetime(borrow self)
        get { place.currentKey }
    }

    /// The value of this entry, in the map. Empty after a change, until the next step.
    public var currentValue: Span<UInt8> {
        @_lifetime(borrow self)
        get { place.currentValue }
    }

    /// Gives this entry another value; one of the same size is written over the old. Only after a step that found an entry,
    /// whose key is `key`.
    @_lifetime(self: copy self)
    public mutating func replaceCurrent(with value: Span<UInt8>, for key: Span<UInt8>) throws(LMDBError) {
        try put(value, for: key, MDB_CURRENT)
    }

    /// Sets the value of a key and goes there.
    @_lifetime(self: copy self)
    public mutating func put(
        _ value: Span<UInt8>, for key: Span<UInt8>, _ placement: Transaction.Placement = .replacing
    ) throws(LMDBError) {
        try put(value, for: key, placement.flags)
    }

    @_lifetime(self: copy self)
    mutating func put(_ value: Span<UInt8>, for key: Span<UInt8>, _ flags: Int32) throws(LMDBError) {
        // A page may move as it is changed.
        place.forget()
        let handle = unsafe handle
        // Safe: LMDB copies key and value within the call; neither lies in a page of this transaction's own, since the
        // caller can't hold a span of the map while the cursor changes.
        let code = unsafe withValue(key) { key in
            unsafe withValue(value) { value in unsafe mdb_cursor_put(handle, key, value, UInt32(flags)) }
        }
        try check(code)
    }
}
