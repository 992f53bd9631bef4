import LMDB

/// The tables that a load fills next to the store's, and that replace the store's at the end.
struct UnfinishedTables {
    let links: Database
    let created: Database
    let updated: Database
    let tags: Database
    let fingerprints: Database
    let destinations: Database

    /// The names of the store's tables for links.
    static let names = ["links", "created", "updated", "tags", "fingerprints", "destinations"]

    static func unfinished(_ name: String) -> String { "unfinished \(name)" }

    /// Opens all tables, and creates those that are missing.
    init(_ transaction: inout Transaction) throws(LMDBError) {
        links = try transaction.openDatabase(Self.unfinished("links"), creating: true)
        created = try transaction.openDatabase(Self.unfinished("created"), creating: true)
        updated = try transaction.openDatabase(Self.unfinished("updated"), creating: true)
        tags = try transaction.openDatabase(Self.unfinished("tags"), creating: true)
        fingerprints = try transaction.openDatabase(Self.unfinished("fingerprints"), creating: true)
        destinations = try transaction.openDatabase(Self.unfinished("destinations"), creating: true)
    }

    var all: [Database] { [links, created, updated, tags, fingerprints, destinations] }
}

extension LinkTransaction {
    /// The number of links, including deleted ones.
    func linkCount() throws(StoreError) -> Int {
        do throws(LMDBError) { return try transaction.extent(of: databases.links).entries } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Reserves IDs for links; returns the first.
    mutating func reserveIDs(_ count: UInt64) throws(StoreError) -> UInt64 {
        let first = try allocateID()
        nextID = first + count
        changes += 1
        return first
    }

    fileprivate mutating func openUnfinishedTables() throws(StoreError) -> UnfinishedTables {
        changes += 1
        do throws(LMDBError) { return try UnfinishedTables(&transaction) } catch { throw StoreError(error, path: path) }
    }

    /// Creates empty tables; those left by an interrupted load are dropped.
    fileprivate mutating func makeUnfinishedTables() throws(StoreError) -> UnfinishedTables {
        if try hasUnfinishedTables() { try drop(try openUnfinishedTables()) }
        return try openUnfinishedTables()
    }

    /// Removes unfinished tables with their contents.
    fileprivate mutating func drop(_ tables: UnfinishedTables) throws(StoreError) {
        changes += 1
        do throws(LMDBError) {
            for table in tables.all { try transaction.drop(table) }
        } catch { throw StoreError(error, path: path) }
    }

    fileprivate func hasUnfinishedTables() throws(StoreError) -> Bool {
        do throws(LMDBError) {
            return try transaction.hasDatabase(UnfinishedTables.unfinished(UnfinishedTables.names[0]))
        } catch { throw StoreError(error, path: path) }
    }

    /// Exchanges the names of the unfinished tables and the store's. Must come first in a transaction.
    fileprivate mutating func exchangeTables() throws(StoreError) {
        changes += 1
        do throws(LMDBError) {
            for name in UnfinishedTables.names { try transaction.exchange(name, UnfinishedTables.unfinished(name)) }
        } catch { throw StoreError(error, path: path) }
    }
}

extension StoreCore {
    /// Creates empty tables for a load, and reserves the IDs of its links. Requires a ``LoadLock``.
    func makeUnfinishedTables(for count: UInt64) throws(StoreError) -> (tables: UnfinishedTables, firstID: UInt64) {
        try checkLength()
        var transaction = try beginWriting()
        let tables = try transaction.makeUnfinishedTables()
        let firstID = try transaction.reserveIDs(count)
        try transaction.commit()
        return (tables, firstID)
    }

    /// Makes unfinished tables the store's. Links that the store has by now are copied and replace those of the load
    /// with the same keys, which are returned; `nil`, with nothing changed, if there are too many.
    func publish(_ tables: UnfinishedTables, mostOthers: Int) throws(StoreError) -> [LinkKey]? {
        try checkLength()
        var transaction = try beginWriting()
        try transaction.exchangeTables()
        let count = try transaction.linkCount()
        guard let keys = try transaction.moveLinks(from: tables.links, most: mostOthers) else { return nil }
        try transaction.keep(.complete)
        try transaction.journal(.loaded, nil, revision: UInt64(count))
        try transaction.drop(tables)
        try transaction.commit()
        return keys
    }

    /// Removes the tables of an interrupted load, unless a load is in progress. Failures are retried at a later time.
    func discardUnfinishedTables(_ held: LoadLock? = nil) {
        do throws(StoreError) {
            let look: Transaction
            do throws(LMDBError) { look = try environment.beginReading() } catch { return }
            guard try LinkTransaction(look, self).hasUnfinishedTables() else { return }
            guard let lock = held ?? LoadLock(path) else { return }
            defer { withExtendedLifetime(lock) {} }
            var transaction = try beginWriting()
            try transaction.drop(try transaction.openUnfinishedTables())
            try transaction.commit()
        } catch { return }
    }
}

extension LinkTransaction {
    /// Whether the store has few enough links to copy, and all of them are readable.
    func canMoveLinks(most: Int) throws(StoreError) -> Bool {
        guard try linkCount() <= most else { return false }
        var scan = IndexScan(database: databases.links, isIndex: false)
        do throws(StoreError) {
            for (_, key) in try keys(&scan, count: most) { _ = try link(key) }
        } catch {
            guard case .damaged = error else { throw error }
            return false
        }
        return true
    }

    /// Copies the links of another table into the store, where they replace those with the same keys; returns these
    /// keys, or `nil` if there are more than `most` links.
    fileprivate mutating func moveLinks(from table: Database, most: Int) throws(StoreError) -> [LinkKey]? {
        var scan = IndexScan(database: table, isIndex: false)
        let moved = try keys(&scan, count: most + 1)
        guard moved.count <= most else { return nil }
        var conflicts: [LinkKey] = []
        for (_, key) in moved {
            let record = try record(of: key, in: table)
            if let other = try link(key) {
                conflicts.append(key)
                try unindex(other)
            }
            try write(record, .replacing)
            if !record.isDeleted { try index(record) }
        }
        return conflicts
    }

    private func record(of key: LinkKey, in table: Database) throws(StoreError) -> LinkRecord {
        let bytes = Array(key.text.utf8)
        guard let stored = try value(for: bytes.span, in: table), let view = LinkView(stored),
            let record = LinkRecord(key: key, view)
        else { throw .damaged("the record of \(key.text)") }
        return record
    }
}
