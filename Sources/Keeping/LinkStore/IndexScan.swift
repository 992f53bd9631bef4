import LMDB

/// A scan of an index: its range and position.
///
/// It advances some steps at a time, and the store may change in between: it continues after the last entry seen.
struct IndexScan {
    let database: Database
    /// Only keys with this prefix.
    var prefix: [UInt8] = []
    var isDescending = false
    /// The last key seen; `nil` at the start.
    var last: [UInt8]?
    /// Whether the entries' values are link keys, as in an index; otherwise their keys are.
    var isIndex = true

    /// Advances to the next entry; `false` at the end.
    mutating func step(_ cursor: inout Cursor, isFirst: Bool) throws(LMDBError) -> Bool {
        let found = isFirst ? try enter(&cursor) : try cursor.move(isDescending ? .previous : .next)
        guard found, cursor.currentKey.begins(with: prefix) else { return false }
        last = [UInt8](copying: cursor.currentKey)
        return true
    }

    /// The link key at the cursor.
    func key(at cursor: borrowing Cursor) -> LinkKey {
        if isIndex { return LinkKey(stored: cursor.currentValue) }
        return LinkKey(stored: cursor.currentKey)
    }

    private func enter(_ cursor: inout Cursor) throws(LMDBError) -> Bool {
        if isDescending {
            // The entry before the last one seen, or before the successor of the prefix.
            guard let end = last ?? Self.successor(of: prefix) else { return try cursor.move(.last) }
            return try cursor.seek(end.span) ? try cursor.move(.previous) : try cursor.move(.last)
        }
        guard let last else { return prefix.isEmpty ? try cursor.move(.first) : try cursor.seek(prefix.span) }
        guard try cursor.seek(last.span) else { return false }
        return cursor.currentKey.equals(last) ? try cursor.move(.next) : true
    }

    /// The first key after all that begin with `prefix`; `nil` if there is none.
    private static func successor(of prefix: [UInt8]) -> [UInt8]? {
        guard let index = prefix.lastIndex(where: { $0 < 0xFF }) else { return nil }
        return prefix[..<index] + [prefix[index] + 1]
    }
}

extension LinkTransaction {
    /// The keys of the next links of a scan, at most `count`.
    func keys(_ scan: inout IndexScan, count: Int) throws(StoreError) -> [(position: [UInt8], key: LinkKey)] {
        var keys: [(position: [UInt8], key: LinkKey)] = []
        do throws(LMDBError) {
            var cursor = try transaction.cursor(in: scan.database)
            while keys.count < count, try scan.step(&cursor, isFirst: keys.isEmpty) {
                keys.append((position: scan.last ?? [], key: scan.key(at: cursor)))
            }
        } catch { throw StoreError(error, path: path) }
        return keys
    }
}

extension [UInt8] {
    /// A copy of some bytes.
    init(copying bytes: Span<UInt8>) {
        // Safe: the pointer is read within the call only.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension Span<UInt8> {
    func begins(with prefix: [UInt8]) -> Bool {
        guard count >= prefix.count else { return false }
        for index in prefix.indices where self[index] != prefix[index] { return false }
        return true
    }

    func equals(_ bytes: [UInt8]) -> Bool {
        count == bytes.count && begins(with: bytes)
    }
}
