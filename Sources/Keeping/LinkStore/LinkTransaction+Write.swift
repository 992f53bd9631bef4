import LMDB

/// Creating, updating and deleting links.
extension LinkTransaction {
    /// Writes a link whose key is free, with a new ID and revision 1.
    mutating func insert(_ new: LinkRecord) throws(StoreError) -> LinkRecord {
        var record = new
        record.id = try allocateID()
        record.revision = 1
        record.isDeleted = false
        try write(record, .inserting)
        try index(record)
        try journal(.created, record.key, revision: record.revision)
        return record
    }

    /// Writes a new state of a link, or its tombstone.
    mutating func replace(
        _ old: LinkRecord, with new: LinkRecord, by author: String?
    ) throws(StoreError) -> LinkRecord {
        try write(new, .replacing)
        try reindex(old, as: new.isDeleted ? nil : new)
        if new.isDeleted {
            try forgetTargetCheck(of: old)
            try forgetHistory(of: old.id)
        } else {
            try keep(old, replacedBy: new, by: author)
        }
        try journal(new.isDeleted ? .deleted : .updated, new.key, revision: new.revision)
        return new
    }

    /// Stores a secret under a name unless there is one; returns the stored one.
    mutating func keepSecret(_ bytes: [UInt8], _ name: String) throws(StoreError) -> [UInt8] {
        if let known = try secret(name) { return known }
        let key = IndexKey.secret(name)
        try put(bytes.span, for: key.span, in: databases.documents)
        return bytes
    }

    mutating func write(_ record: LinkRecord, _ placement: Transaction.Placement) throws(StoreError) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(RecordFormat.headerCount + record.longLink.utf8.count + 64)
        record.encode(into: &bytes)
        let key = Array(record.key.text.utf8)
        try put(bytes.span, for: key.span, in: databases.links, placement)
    }

    mutating func index(_ record: LinkRecord) throws(StoreError) {
        let key = Array(record.key.text.utf8)
        for (database, entry) in record.indexEntries(databases) { try put(key.span, for: entry.span, in: database) }
    }

    mutating func unindex(_ record: LinkRecord) throws(StoreError) {
        for (database, entry) in record.indexEntries(databases) { try remove(entry, from: database) }
    }

    /// Removes obsolete index entries and inserts the new ones; `nil` for a link that does not exist.
    mutating func reindex(_ old: LinkRecord?, as new: LinkRecord?) throws(StoreError) {
        guard let key = (new ?? old).map({ Array($0.key.text.utf8) }) else { return }
        let before = old?.indexEntries(databases) ?? []
        let after = new?.indexEntries(databases) ?? []
        for entry in before where !after.contains(where: { $0 == entry }) {
            try remove(entry.entry, from: entry.database)
        }
        for entry in after where !before.contains(where: { $0 == entry }) {
            try put(key.span, for: entry.entry.span, in: entry.database)
        }
    }
}

extension LinkRecord {
    /// The index entries of a live link.
    func indexEntries(_ databases: Databases) -> [(database: Database, entry: [UInt8])] {
        var entries = [
            (database: databases.created, entry: IndexKey.time(created, id: id)),
            (database: databases.updated, entry: IndexKey.time(updated, id: id)),
        ]
        for tag in tags { entries.append((databases.tags, IndexKey.tag(tag, created: created, id: id))) }
        if let fingerprint {
            entries.append((databases.fingerprints, IndexKey.fingerprint(fingerprint, id: id)))
        }
        if let index = databases.destinations {
            entries.append((index, IndexKey.destination(destination, id: id)))
        }
        return entries
    }
}
