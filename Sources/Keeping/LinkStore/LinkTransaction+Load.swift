import LMDB

/// Creating many links in one change.
extension LinkTransaction {
    /// Creates many links, faster than one by one: each database is filled in key order, so each page is visited once,
    /// and pages are filled completely if all keys come after the existing ones.
    ///
    /// IDs follow the order of `records`. Links that can't be created are returned, in order; of two with the same key
    /// the first is created. Memory: the size of the records, plus 100 bytes for each.
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
            try journal(.created, record.key, revision: 1)
        }
        return refusals.sorted { $0.index < $1.index }
    }

    private mutating func put(
        _ batch: inout LoadBatch, _ records: [LinkRecord], _ refusals: inout [LoadRefusal]
    ) throws(StoreError) {
        batch.sortByKey()
        guard !batch.links.isEmpty else { return }
        changes += 1
        let path = path
        do throws(LMDBError) {
            var cursor = try transaction.writingCursor(in: databases.links)
            try cursor.insert(&batch)
        } catch { throw StoreError(error, path: path) }
        for link in batch.links where link.isRefused {
            refusals.append(try refusal(of: records[link.index], at: link.index))
        }
    }

    /// The reason a link whose key is or was in use is not created; without an error if it exists with the same
    /// contents.
    private func refusal(of record: LinkRecord, at index: Int) throws(StoreError) -> LoadRefusal {
        guard let old = try link(record.key) else { return LoadRefusal(index: index, error: .exists) }
        let error: StoreError? = old.isDeleted ? .deleted : old.hasSameContent(as: record) ? nil : .exists
        return LoadRefusal(index: index, error: error, knownID: old.id)
    }

    private mutating func putIndexes(_ batch: LoadBatch) throws(StoreError) {
        try put(batch.entries { ($0.created, $0.id) }, batch, in: databases.created)
        try put(batch.entries { ($0.updated, $0.id) }, batch, in: databases.updated)
        let fingerprints = batch.entries { $0.hasFingerprint ? ($0.fingerprint.high, $0.fingerprint.low) : nil }
        try put(fingerprints, batch, in: databases.fingerprints, withID: true)
        guard let index = databases.destinations else { return }
        try put(batch.entries { ($0.destination.host, $0.destination.address) }, batch, in: index, withID: true)
    }

    /// Inserts the entries of an index, in order.
    private mutating func put(
        _ entries: [LoadBatch.Entry], _ batch: LoadBatch, in database: Database, withID: Bool = false
    ) throws(StoreError) {
        guard !entries.isEmpty else { return }
        changes += 1
        let path = path
        do throws(LMDBError) {
            var cursor = try transaction.writingCursor(in: database)
            try cursor.insert(entries, batch, withID: withID)
        } catch { throw StoreError(error, path: path) }
    }
}

extension WritingCursor {
    /// Inserts the links of a batch, in key order, and marks those whose keys are in use.
    @_lifetime(self: copy self)
    fileprivate mutating func insert(_ batch: inout LoadBatch) throws(LMDBError) {
        let appends = try isEnd(before: batch.key(batch.links[0]))
        for index in batch.links.indices {
            let link = batch.links[index]
            let isSecond = index > 0 && batch.hasSameKey(link, batch.links[index - 1])
            do throws(LMDBError) {
                if isSecond { throw .keyExists }
                try put(batch.record(link), for: batch.key(link), appends ? .appending : .inserting)
            } catch {
                guard error == .keyExists else { throw error }
                batch.links[index].isRefused = true
            }
        }
    }

    /// Inserts the entries of an index, in key order.
    @_lifetime(self: copy self)
    fileprivate mutating func insert(
        _ entries: [LoadBatch.Entry], _ batch: LoadBatch, withID: Bool
    ) throws(LMDBError) {
        var key = InlineArray<24, UInt8>(repeating: 0)
        let count = withID ? 24 : 16
        var appends: Bool?
        for entry in entries {
            let link = batch.links[entry.link]
            key.setBigEndian(entry.high, at: 0)
            key.setBigEndian(entry.low, at: 8)
            key.setBigEndian(link.id, at: 16)
            let bytes = key.span.extracting(0..<count)
            if appends == nil { appends = try isEnd(before: bytes) }
            try put(batch.key(link), for: bytes, appends == true ? .appending : .replacing)
        }
    }

    /// Whether all existing keys come before this one. Entries from it on can then be appended, which fills pages.
    @_lifetime(self: copy self)
    private mutating func isEnd(before key: Span<UInt8>) throws(LMDBError) -> Bool {
        guard try move(.last) else { return true }
        return currentKey.precedes(key)
    }
}

extension InlineArray<24, UInt8> {
    /// Writes eight bytes, big-endian.
    fileprivate mutating func setBigEndian(_ number: UInt64, at index: Int) {
        var span = mutableSpan
        // Safe: any number is valid as bytes, and the store checks its bounds.
        var bytes = unsafe span.mutableBytes
        bytes.storeBytes(of: number.bigEndian, toByteOffset: index, as: UInt64.self)
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
