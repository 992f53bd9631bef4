import LMDB
import Sorting

extension SortedLoad {
    /// Fills the unfinished tables next to the store's, serially.
    func fillTables(
        _ runs: inout LoadRuns, _ visit: (_ note: Span<UInt8>, _ repetition: LoadRepetition?) -> Void
    ) throws(StoreError) -> UnfinishedTables {
        let (tables, firstID) = try core.makeUnfinishedTables(for: runs.count)
        // Fails now instead of when the disk is full.
        let growth = runs.tableBytes - (try core.freeBytes())
        if let room = StoreDirectory.room(at: core.path), room < growth { throw .diskFull }
        var entries = LoadEntries(firstID: firstID)
        var links = try runs.links.sorted()
        try fill(tables.links) { entry throws(StoreError) in try entries.nextLink(&entry, &links, visit) }
        try fillTimes(tables, &runs, entries)
        try fillIndex(tables.tags, &runs.tags, entries)
        try fillIndex(tables.fingerprints, &runs.fingerprints, entries)
        try fillIndex(tables.destinations, &runs.destinations, entries)
        return tables
    }

    private func fillTimes(
        _ tables: UnfinishedTables, _ runs: inout LoadRuns, _ entries: LoadEntries
    ) throws(StoreError) {
        var created = try runs.created.sorted()
        try fill(tables.created) { entry throws(StoreError) in
            try entries.nextCreated(&entry, &created, &runs.updated)
        }
        if runs.updated.count > 0 { return try fillIndex(tables.updated, &runs.updated, entries) }
        // No link was changed since it was created, so both tables are the same.
        created = try runs.created.sorted()
        try fill(tables.updated) { entry throws(StoreError) in
            try entries.nextIndexEntry(&entry, &created, leavingOut: 1)
        }
    }

    private func fillIndex(
        _ table: Database, _ sorter: inout ExternalSorter, _ entries: LoadEntries
    ) throws(StoreError) {
        var merge = try sorter.sorted()
        try fill(table) { entry throws(StoreError) in try entries.nextIndexEntry(&entry, &merge) }
    }

    /// Appends entries to a table in commits of some megabytes. Entries of links have distinct keys.
    private func fill(
        _ table: Database, _ next: (inout TableEntry) throws(StoreError) -> Bool
    ) throws(StoreError) {
        var entry = TableEntry()
        var hasMore = try next(&entry)
        while hasMore {
            try core.checkLength()
            var transaction = try core.beginWriting()
            hasMore = try transaction.append(to: table, &entry, bytes: pieces.commitBytes, next)
            try transaction.commit()
        }
    }
}

extension LinkTransaction {
    /// Appends an entry and its successors until they exceed a number of bytes; returns `true`, with the next entry, if
    /// there are more.
    fileprivate mutating func append(
        to table: Database, _ entry: inout TableEntry, bytes: Int,
        _ next: (inout TableEntry) throws(StoreError) -> Bool
    ) throws(StoreError) -> Bool {
        let path = path
        var fault: StoreError?
        do throws(LMDBError) {
            var cursor = try transaction.writingCursor(in: table)
            var room = bytes
            while room > 0 {
                try cursor.put(entry.value.span, for: entry.key.span, .appending)
                room -= entry.key.count + entry.value.count
                do throws(StoreError) {
                    guard try next(&entry) else { return false }
                } catch {
                    fault = error
                    break
                }
            }
        } catch { fault = StoreError(error, path: path) }
        if let fault { throw fault }
        return true
    }
}
