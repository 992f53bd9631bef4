import LMDB

/// Making many links in one change.
extension LinkTransaction {
    /// Makes many links, faster than one by one: each map in the file is filled in its own order, so that a page is
    /// visited once, and pages become full if all keys come after the existing ones.
    ///
    /// IDs follow the order of `records`. Those that can't be made are returned, in order; of two with one key the
    /// first is made. Memory: as many bytes as the records have, and 100 more for each.
    mutating func load(_ records: [LinkRecord]) throws(StoreError) -> [LoadRefusal] {
        var batch = LoadBatch()
        var refusals: [LoadRefusal] = []
        for index in records.indices {
            do throws(StoreError) {
                try records[index].validate()
                batch.append(records[index], index: index, id: try allocateID())
            } catch {
                guard case .invalid = error else { throw error }
                refusals.append(LoadRefusal(index: index, error: error))
            }
        }
        try put(&batch, records, &refusals)
        try putIndexes(batch)
        for link in batch.links where !link.isRefused {
            let record = records[link.index]
            for tag in record.tags {
                let entry = IndexKey.tag(tag, created: record.created, id: link.id)
                try put(batch.key(link), for: entry.span, in: databases.tags)
            }
        }
        return refusals.sorted { $0.index < $1.index }
    }

    private mutating func put(
        _ batch: inout LoadBatch, _ records: [LinkRecord], _ refusals: inout [LoadRefusal]
    ) throws(StoreError) {
        batch.sortByKey()
        guard let first = batch.links.first else { return }
        let placement = try placement(of: batch.key(first), in: databases.links)
        for index in batch.links.indices {
            let link = batch.links[index]
            let isSecond = index > 0 && batch.hasSameKey(link, batch.links[index - 1])
            if !isSecond, try insert(batch.record(link), for: batch.key(link), placement) { continue }
            let error = try refusal(of: records[link.index])
            refusals.append(LoadRefusal(index: link.index, error: error))
            batch.links[index].isRefused = true
        }
    }

    /// Why a link whose key is or was in use is not made; nil if it exists as given.
    private func refusal(of record: LinkRecord) throws(StoreError) -> StoreError? {
        guard let old = try link(record.key) else { return .exists }
        if old.isDeleted { return .deleted }
        return old.hasSameContent(as: record) ? nil : .exists
    }

    private mutating func putIndexes(_ batch: LoadBatch) throws(StoreError) {
        try put(batch.entries { ($0.created, $0.id) }, batch, in: databases.created)
        try put(batch.entries { ($0.updated, $0.id) }, batch, in: databases.updated)
        let fingerprints = batch.entries { $0.hasFingerprint ? ($0.fingerprint.high, $0.fingerprint.low) : nil }
        try put(fingerprints, batch, in: databases.fingerprints, withID: true)
    }

    /// Inserts the entries of an index, in order.
    private mutating func put(
        _ entries: [LoadBatch.Entry], _ batch: LoadBatch, in database: Database, withID: Bool = false
    ) throws(StoreError) {
        var key: [UInt8] = []
        var placement: Transaction.Placement?
        for entry in entries {
            key.removeAll(keepingCapacity: true)
            key.appendBigEndian(entry.high)
            key.appendBigEndian(entry.low)
            let link = batch.links[entry.link]
            if withID { key.appendBigEndian(link.id) }
            if placement == nil { placement = try self.placement(of: key.span, in: database) }
            try put(batch.key(link), for: key.span, in: database, placement ?? .replacing)
        }
    }

    /// Inserts a record; false if the key has one.
    private mutating func insert(
        _ record: Span<UInt8>, for key: Span<UInt8>, _ placement: Transaction.Placement
    ) throws(StoreError) -> Bool {
        changes += 1
        do throws(LMDBError) {
            try transaction.put(record, for: key, in: databases.links, placement)
            return true
        } catch {
            guard error == .keyExists else { throw StoreError(error, path: path) }
            return false
        }
    }

    /// How to insert entries from this key on: appended, if they come after all existing ones.
    private func placement(of key: Span<UInt8>, in database: Database) throws(StoreError) -> Transaction.Placement {
        let inOrder = database == databases.links ? Transaction.Placement.inserting : .replacing
        do throws(LMDBError) {
            var cursor = try transaction.cursor(in: database)
            guard try cursor.move(.last) else { return .appending }
            return cursor.currentKey.precedes(key) ? .appending : inOrder
        } catch { throw StoreError(error, path: path) }
    }
}

extension Span<UInt8> {
    /// Whether these bytes sort before others, as LMDB sorts keys.
    func precedes(_ other: Span<UInt8>) -> Bool {
        for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
            return self[index] < other[index]
        }
        return count < other.count
    }
}
