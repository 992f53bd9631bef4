import ByteText
import LMDB

/// Applying published links.
extension LinkTransaction {
    /// Applies a page. It is skipped if another process has started to apply a later publication.
    mutating func take(_ page: PublishedPage) throws(StoreError) {
        var mark = try publishedMark()
        guard page.target >= mark.target else { return }
        mark.target = page.target
        if let range = page.range {
            mark.sequence = 0
            if range.after == nil { mark.refused = 0 }
            try removeLinks(in: range, exceptOf: page.rows)
        }
        // A new link may have the ID, and thus index entries, of a removed one.
        for row in page.rows where row.record.isEmpty { try take(row, &mark) }
        for row in page.rows where !row.record.isEmpty { try take(row, &mark) }
        if page.isLast {
            mark.sequence = page.target
            if let range = page.range { mark.digest = range.digest }
        }
        try keep(mark.stored, as: .published)
    }

    /// The publication that the store has.
    func publishedMark() throws(StoreError) -> PublishedMark {
        guard let bytes = try kept(.published) else { return PublishedMark() }
        guard let mark = PublishedMark(stored: bytes.span) else { throw .damaged("the mark of published links") }
        return mark
    }

    private mutating func take(_ row: PublishedRow, _ mark: inout PublishedMark) throws(StoreError) {
        let key = Array(row.key.text.utf8)
        let former = try bytes(of: key)
        if former == row.record { return }
        let link = row.link
        guard link != nil || row.record.isEmpty else {
            mark.refused += 1
            return
        }
        mark.digest &-= PublishedRow.term(key.span, former.span)
        guard let link else { return try forget(row.key) }
        let old = try self.link(row.key)
        try put(row.record.span, for: key.span, in: databases.links)
        try reindex(old.flatMap { $0.isDeleted ? nil : $0 }, as: link.isDeleted ? nil : link)
        try keep(old, tookOver: link, by: nil)
        mark.digest &+= row.term
    }

    /// A copy of a record; empty if there is none.
    private func bytes(of key: [UInt8]) throws(StoreError) -> [UInt8] {
        guard let bytes = try value(for: key.span, in: databases.links) else { return [] }
        return [UInt8](copying: bytes)
    }

    /// Removes the links of a range that are not among some rows.
    private mutating func removeLinks(
        in range: PublishedPage.Range, exceptOf rows: [PublishedRow]
    ) throws(StoreError) {
        var scan = IndexScan(database: databases.links, isIndex: false)
        scan.last = range.after.map { Array($0.text.utf8) }
        var next = 0
        while true {
            let batch = try keys(&scan, count: 1_024)
            for (_, key) in batch {
                if let end = range.through, end < key { return }
                while next < rows.count, rows[next].key < key { next += 1 }
                if next == rows.count || rows[next].key != key { try forget(key) }
            }
            if batch.count < 1_024 { return }
        }
    }
}

extension PublishedMark {
    /// The encoding in the file: four numbers, little-endian.
    var stored: [UInt8] {
        var bytes: [UInt8] = []
        for number in [sequence, target, digest, refused] { bytes.appendLittleEndian(number) }
        return bytes
    }

    init?(stored bytes: Span<UInt8>) {
        guard bytes.count == 32 else { return nil }
        sequence = bytes.littleEndian(at: 0)
        target = bytes.littleEndian(at: 8)
        digest = bytes.littleEndian(at: 16)
        refused = bytes.littleEndian(at: 24)
    }
}

extension LinkStore {
    /// The publication that the store has.
    public func publishedMark() throws(StoreError) -> PublishedMark {
        try read { view throws(StoreError) in try view.publishedMark() }
    }

    /// Calls a function with each record and its key, in key order and in one snapshot.
    ///
    /// Pages freed by writers are not reused until this returns.
    public func forEachRecord(_ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Void) throws {
        try core.checkLength()
        let transaction: Transaction
        do throws(LMDBError) { transaction = try core.environment.beginReading() } catch {
            throw StoreError(error, path: core.path)
        }
        var cursor = try transaction.cursor(in: core.databases.links)
        var isAtRecord = try cursor.move(.first)
        while isAtRecord {
            try body(cursor.currentKey, cursor.currentValue)
            isAtRecord = try cursor.move(.next)
        }
    }
}
