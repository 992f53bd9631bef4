import CLMDB

/// Databases that are made beside others and then take their place.
extension Transaction {
    /// Whether there is a database of a name. Opens nothing.
    public func hasDatabase(_ name: String) throws(LMDBError) -> Bool {
        let key = Array(name.utf8)
        return try value(for: key.span, in: .ofNames) != nil
    }

    /// Gives two databases each other's entries, whatever their size: what is open under one name has what the other had.
    ///
    /// Only before the transaction looks into either of them: it would keep what it knows of them.
    public mutating func exchange(_ one: String, _ other: String) throws(LMDBError) {
        let (oneKey, otherKey) = (Array(one.utf8), Array(other.utf8))
        var cursor = try writingCursor(in: .ofNames)
        let oneTree = try cursor.tree(of: oneKey.span)
        let otherTree = try cursor.tree(of: otherKey.span)
        try cursor.putTree(otherTree.span, for: oneKey.span)
        try cursor.putTree(oneTree.span, for: otherKey.span)
    }

    /// Removes a database with all entries, and closes it: its number may mean another one from then on.
    public mutating func drop(_ database: Database) throws(LMDBError) {
        // Safe: the transaction is a writing one, and LMDB checks the number.
        try check(unsafe mdb_drop(handle, database.index, 1))
    }
}

extension Database {
    /// The database without a name, in which the others are entries: name → ``WritingCursor/treeBytes`` bytes.
    static let ofNames = Database(index: 1)
}

extension WritingCursor {
    /// The size of `MDB_db`: where a database's tree is, and how large.
    private static let treeBytes = 48
    /// LMDB's `F_SUBDATA`, the mark of an entry that is a database. It is not among the flags that callers are meant to
    /// use, but `mdb_cursor_put` takes it from LMDB's own calls, and refuses to write such an entry without it.
    private static let treeFlag: Int32 = 0x02

    @_lifetime(self: copy self)
    fileprivate mutating func tree(of name: Span<UInt8>) throws(LMDBError) -> [UInt8] {
        guard try seek(name), currentKey.count == name.count, currentValue.count == Self.treeBytes else {
            throw .notFound
        }
        for index in name.indices where currentKey[index] != name[index] { throw LMDBError.notFound }
        // Safe: the pointer is read within the call only.
        return unsafe currentValue.withUnsafeBufferPointer { unsafe Array($0) }
    }

    @_lifetime(self: copy self)
    fileprivate mutating func putTree(_ tree: Span<UInt8>, for name: Span<UInt8>) throws(LMDBError) {
        try put(tree, for: name, Self.treeFlag)
    }
}
