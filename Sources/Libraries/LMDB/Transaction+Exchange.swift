import CLMDB

/// Databases that are built next to others and then replace them.
extension Transaction {
    /// Whether a named database exists. Does not open it.
    public func hasDatabase(_ name: String) throws(LMDBError) -> Bool {
        let key = Array(name.utf8)
        return try value(for: key.span, in: .ofNames) != nil
    }

    /// Swaps the entries of two databases, regardless of their size.
    ///
    /// Must be called before the transaction accesses either of them, since it caches their roots.
    public mutating func exchange(_ one: String, _ other: String) throws(LMDBError) {
        let (oneKey, otherKey) = (Array(one.utf8), Array(other.utf8))
        var cursor = try writingCursor(in: .ofNames)
        let oneTree = try cursor.tree(of: oneKey.span)
        let otherTree = try cursor.tree(of: otherKey.span)
        try cursor.putTree(otherTree.span, for: oneKey.span)
        try cursor.putTree(oneTree.span, for: otherKey.span)
    }

    /// Removes a database with all entries, and closes it. Its handle may be reused for another one.
    public mutating func drop(_ database: Database) throws(LMDBError) {
        // Safe: this is a write transaction, and LMDB checks the handle.
        try check(unsafe mdb_drop(handle, database.index, 1))
    }
}

extension Database {
    /// The unnamed database, whose entries are the other databases: name → ``WritingCursor/treeBytes`` bytes.
    static let ofNames = Database(index: 1)
}

extension WritingCursor {
    /// The size of `MDB_db`: the root of a database's tree, and statistics.
    private static let treeBytes = 48
    /// LMDB's `F_SUBDATA`, the flag of an entry that is a database. It is not part of the public API, but
    /// `mdb_cursor_put` accepts it, since LMDB itself uses it, and refuses to write such an entry without it.
    private static let treeFlag: Int32 = 0x02

    @_lifetime(self: copy self)
    fileprivate mutating func tree(of name: Span<UInt8>) throws(LMDBError) -> [UInt8] {
        guard try seek(name), currentKey.count == name.count, currentValue.count == Self.treeBytes else {
            throw .notFound
        }
        for index in name.indices where currentKey[index] != name[index] { throw LMDBError.notFound }
        // Safe: the pointer is read only during the call.
        return unsafe currentValue.withUnsafeBufferPointer { unsafe Array($0) }
    }

    @_lifetime(self: copy self)
    fileprivate mutating func putTree(_ tree: Span<UInt8>, for name: Span<UInt8>) throws(LMDBError) {
        try put(tree, for: name, Self.treeFlag)
    }
}
