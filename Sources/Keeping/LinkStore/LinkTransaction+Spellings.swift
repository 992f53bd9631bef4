import ByteText
import LMDB

/// Case-insensitive lookups.
extension LinkTransaction {
    /// The key of a link whose code differs only in case: the first one in byte order, with deleted links only if there
    /// is no other; `nil` if there is none.
    ///
    /// - Parameter cursor: A cursor for a read transaction.
    func otherSpelling(of key: Span<UInt8>, by cursor: inout KeptCursor) throws(StoreError) -> SpelledKey? {
        guard var spellings = CodeSpellings(of: key) else { return nil }
        var deleted: SpelledKey?
        for _ in 0..<CodeSpellings.mostSeeks {
            let found: Span<UInt8>?
            do throws(LMDBError) {
                found = try transaction.firstKey(notBelow: spellings.next, in: databases.links, by: &cursor)
            } catch { throw StoreError(error, path: path) }
            guard let found else { break }
            if spellings.contains(found), !found.equals(key) {
                guard try view(of: found)?.isDeleted ?? true else { return SpelledKey(found) }
                if deleted == nil { deleted = SpelledKey(found) }
            }
            guard spellings.advance(behind: found) else { break }
        }
        return deleted
    }

    /// Whether there is a link with a key, possibly deleted.
    func hasLink(_ key: TextRange, in arena: borrowing ByteArena) throws(StoreError) -> Bool {
        try value(for: arena[key], in: databases.links) != nil
    }

    /// The link that `otherSpelling(of:by:)` finds, in a transaction of any kind. Allocates.
    func otherSpelling(of key: LinkKey) throws(StoreError) -> LinkRecord? {
        let bytes = Array(key.text.utf8)
        guard var spellings = CodeSpellings(of: bytes.span) else { return nil }
        var deleted: LinkRecord?
        for _ in 0..<CodeSpellings.mostSeeks {
            let found: LinkKey?
            do throws(LMDBError) {
                var cursor = try transaction.cursor(in: databases.links)
                found = try cursor.seek(spellings.next) ? LinkKey(stored: cursor.currentKey) : nil
            } catch { throw StoreError(error, path: path) }
            guard let found else { break }
            let text = Array(found.text.utf8)
            if found != key, spellings.contains(text.span), let record = try link(found) {
                if !record.isDeleted { return record }
                deleted = deleted ?? record
            }
            guard spellings.advance(behind: text.span) else { break }
        }
        return deleted
    }
}

/// A copy of a key, in place.
struct SpelledKey {
    private var bytes = InlineArray<400, UInt8>(repeating: 0)
    private let count: Int

    init(_ key: Span<UInt8>) {
        count = min(key.count, LinkKey.maximumCount)
        for index in 0..<count { bytes[index] = key[index] }
    }

    var span: Span<UInt8> {
        @_lifetime(borrow self)
        borrowing get { bytes.span.extracting(0..<count) }
    }
}

extension LinkStore {
    /// A link whose code differs only in case, deleted only if there is no other; `nil` if there is none.
    public func otherSpelling(of key: LinkKey) throws(StoreError) -> LinkRecord? {
        try read { view throws(StoreError) in try view.otherSpelling(of: key) }
    }
}
