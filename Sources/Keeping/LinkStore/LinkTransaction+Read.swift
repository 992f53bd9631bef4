import ByteText

/// Finding links and their data.
extension LinkTransaction {
    /// A link in place, possibly deleted; `nil` if there is none.
    @_lifetime(borrow self)
    func view(of key: Span<UInt8>) throws(StoreError) -> LinkView? {
        guard let bytes = try value(for: key, in: databases.links) else { return nil }
        guard let view = LinkView(bytes) else { throw .damaged("the record of \(String(copying: key))") }
        // Safe: the bytes are in the map for as long as this transaction does not change, which the view borrows.
        return unsafe _overrideLifetime(view, borrowing: self)
    }

    /// A link in place by a key in an arena, possibly deleted; `nil` if there is none. The view does not depend on the
    /// arena, to which the caller may append.
    @_lifetime(borrow self)
    func view(of key: TextRange, in arena: borrowing ByteArena) throws(StoreError) -> LinkView? {
        let bytes = arena[key]
        guard let view = try view(of: bytes) else { return nil }
        // Safe: the bytes are in the map for as long as this transaction does not change, which the view borrows.
        return unsafe _overrideLifetime(view, borrowing: self)
    }

    /// A copy of a link, possibly deleted; `nil` if there is none.
    func link(_ key: LinkKey) throws(StoreError) -> LinkRecord? {
        let bytes = Array(key.text.utf8)
        guard let view = try view(of: bytes.span) else { return nil }
        guard let record = LinkRecord(key: key, view) else { throw .damaged("the record of \(key.text)") }
        return record
    }

    /// The links with the same input, in the order of their IDs, without deleted ones.
    func links(madeFrom fingerprint: LinkFingerprint) throws(StoreError) -> [LinkRecord] {
        var scan = IndexScan(database: databases.fingerprints, prefix: IndexKey.fingerprintPrefix(fingerprint))
        var records: [LinkRecord] = []
        for (_, key) in try keys(&scan, count: .max) {
            if let record = try link(key) { records.append(record) }
        }
        return records
    }

    /// A link that exists; throws ``StoreError/notFound`` or ``StoreError/deleted``.
    func liveLink(_ key: LinkKey) throws(StoreError) -> LinkRecord {
        guard let record = try link(key) else { throw .notFound }
        try record.requireLive(if: .any)
        return record
    }

    /// The secret with a name; `nil` if there is none.
    func secret(_ name: String) throws(StoreError) -> [UInt8]? {
        let key = IndexKey.secret(name)
        guard let bytes = try value(for: key.span, in: databases.documents) else { return nil }
        return [UInt8](copying: bytes)
    }
}
