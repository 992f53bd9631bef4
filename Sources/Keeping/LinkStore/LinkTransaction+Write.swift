import LMDB

/// Making, changing and deleting links.
extension LinkTransaction {
    /// Makes a link. The store gives it its id, and revision 1.
    ///
    /// Throws ``StoreError/exists``, or ``StoreError/deleted`` where the code was in use once.
    @discardableResult
    public mutating func create(_ record: LinkRecord) throws(StoreError) -> LinkRecord {
        try record.validate()
        if let old = try link(record.key) { throw old.isDeleted ? .deleted : .exists }
        var record = record
        record.id = try takeID()
        record.revision = 1
        record.isDeleted = false
        try write(record, .inserting)
        try index(record)
        return record
    }

    /// Changes a link: all fields become those of `record`, but for the id, the revision and when it was created.
    ///
    /// With `ifRevision`, only where the link has this revision still; ``StoreError/conflict(revision:)`` otherwise.
    @discardableResult
    public mutating func update(
        _ record: LinkRecord, ifRevision: UInt64? = nil, at now: Int64
    ) throws(StoreError) -> LinkRecord {
        try record.validate()
        let old = try liveLink(record.key, ifRevision: ifRevision)
        var record = record
        record.id = old.id
        record.created = old.created
        record.revision = old.revision + 1
        record.updated = now
        record.isDeleted = false
        try write(record, .replacing)
        try reindex(old, as: record)
        return record
    }

    /// Deletes a link. Its code is never used again; what was counted for it stays.
    public mutating func delete(_ key: LinkKey, ifRevision: UInt64? = nil, at now: Int64) throws(StoreError) {
        let old = try liveLink(key, ifRevision: ifRevision)
        var stone = LinkRecord(key: key, longLink: "", created: old.created)
        stone.id = old.id
        stone.revision = old.revision + 1
        stone.updated = now
        stone.isDeleted = true
        try write(stone, .replacing)
        try unindex(old)
    }

    /// Keeps bytes under a name in a namespace, or takes them out.
    ///
    /// Namespace and name have no zero byte and together at most 500 bytes.
    public mutating func setDocument(
        _ bytes: [UInt8]?, _ name: String, in namespace: String
    ) throws(StoreError) {
        let key = IndexKey.document(name, in: namespace)
        guard let bytes else { return try remove(key, from: databases.documents) }
        try put(bytes.span, for: key.span, in: databases.documents)
    }

    /// A link that can be changed.
    private func liveLink(_ key: LinkKey, ifRevision: UInt64?) throws(StoreError) -> LinkRecord {
        guard let old = try link(key) else { throw .notFound }
        if old.isDeleted { throw .deleted }
        if let ifRevision, ifRevision != old.revision { throw .conflict(revision: old.revision) }
        return old
    }

    private mutating func write(_ record: LinkRecord, _ placement: Transaction.Placement) throws(StoreError) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(RecordFormat.headerCount + record.longLink.utf8.count + 64)
        record.encode(into: &bytes)
        let key = Array(record.key.text.utf8)
        try put(bytes.span, for: key.span, in: databases.links, placement)
    }

    private mutating func index(_ record: LinkRecord) throws(StoreError) {
        let key = Array(record.key.text.utf8)
        for (database, entry) in record.indexEntries(databases) { try put(key.span, for: entry.span, in: database) }
    }

    private mutating func unindex(_ record: LinkRecord) throws(StoreError) {
        for (database, entry) in record.indexEntries(databases) { try remove(entry, from: database) }
    }

    /// Takes the entries out that are no longer true and puts the new ones in.
    private mutating func reindex(_ old: LinkRecord, as new: LinkRecord) throws(StoreError) {
        let key = Array(new.key.text.utf8)
        let before = old.indexEntries(databases)
        let after = new.indexEntries(databases)
        for entry in before where !after.contains(where: { $0 == entry }) {
            try remove(entry.entry, from: entry.database)
        }
        for entry in after where !before.contains(where: { $0 == entry }) {
            try put(key.span, for: entry.entry.span, in: entry.database)
        }
    }
}

extension LinkRecord {
    /// The index entries that a link which is not deleted has.
    func indexEntries(_ databases: Databases) -> [(database: Database, entry: [UInt8])] {
        var entries = [
            (database: databases.created, entry: IndexKey.time(created, id: id)),
            (database: databases.updated, entry: IndexKey.time(updated, id: id)),
        ]
        for tag in tags { entries.append((databases.tags, IndexKey.tag(tag, created: created, id: id))) }
        if let fingerprint {
            entries.append((databases.fingerprints, IndexKey.fingerprint(fingerprint, id: id)))
        }
        return entries
    }
}
