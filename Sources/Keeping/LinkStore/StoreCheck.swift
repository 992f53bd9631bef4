import LMDB

/// The result of checking every record and every index entry.
public struct StoreCheck: Sendable {
    /// The number of links, without deleted ones.
    public internal(set) var links = 0
    /// The number of deleted links, whose codes are never used again.
    public internal(set) var deleted = 0
    /// The number of entries of all indexes.
    public internal(set) var indexEntries = 0
    /// The number of counter entries: per link one for each day and one for the sum, for clicks and for scans.
    public internal(set) var counters = 0
    /// The progress of the destination index; entries still to be added are not reported as missing.
    public internal(set) var destinations = DestinationIndex.complete
    /// The number of findings about the destination index, which ``LinkStore/remakeDestinations()`` rebuilds.
    public internal(set) var destinationFindings = 0
    /// The findings as sentences; at most ``mostFindings``.
    public internal(set) var findings: [String] = []
    /// The number of findings, including those without a sentence.
    public internal(set) var findingCount = 0

    /// The maximum number of findings kept as sentences.
    public static let mostFindings = 100

    mutating func add(_ finding: @autoclosure () -> String, isOfDestinations: Bool = false) {
        findingCount += 1
        if isOfDestinations { destinationFindings += 1 }
        if findings.count < Self.mostFindings { findings.append(finding()) }
    }
}

extension LinkStore {
    /// Checks every record against the indexes, and the indexes against the records. Reads the whole file, during
    /// concurrent reads and writes.
    public func check() throws(StoreError) -> StoreCheck {
        try read { (view) throws(StoreError) in
            var check = StoreCheck()
            try view.checkRecords(&check)
            try view.checkIndexes(&check)
            return check
        }
    }
}

extension LinkTransaction {
    /// Checks that every record is readable, and has all its index entries.
    fileprivate func checkRecords(_ check: inout StoreCheck) throws(StoreError) {
        check.destinations = try destinationIndex()
        var scan = IndexScan(database: databases.links, isIndex: false)
        while true {
            let batch = try keys(&scan, count: 1_024)
            for (_, key) in batch {
                do throws(StoreError) {
                    guard let record = try link(key) else { continue }
                    if record.isDeleted { check.deleted += 1 } else { try checkEntries(of: record, &check) }
                } catch {
                    guard case .damaged(let what) = error else { throw error }
                    check.add("\(what) can't be read")
                }
            }
            if batch.count < 1_024 { break }
        }
        let extent = try extent(of: databases.counts)
        check.counters = extent.entries
    }

    private func checkEntries(of record: LinkRecord, _ check: inout StoreCheck) throws(StoreError) {
        check.links += 1
        for (database, entry) in record.indexEntries(databases) {
            let isOfDestinations = database == databases.destinations
            if isOfDestinations, check.destinations != .complete { continue }
            guard let value = try value(for: entry.span, in: database) else {
                check.add("\(record.key.text) is missing from an index", isOfDestinations: isOfDestinations)
                continue
            }
            if !value.equals(Array(record.key.text.utf8)) {
                check.add(
                    "an index entry of \(record.key.text) belongs to another link", isOfDestinations: isOfDestinations)
            }
        }
    }

    /// Checks that every index entry belongs to a link with that entry.
    fileprivate func checkIndexes(_ check: inout StoreCheck) throws(StoreError) {
        let indexes = [databases.created, databases.updated, databases.tags, databases.fingerprints]
        for database in indexes + [databases.destinations].compactMap(\.self) {
            var scan = IndexScan(database: database)
            while true {
                let batch = try keys(&scan, count: 1_024)
                for (position, key) in batch {
                    check.indexEntries += 1
                    let record = try? link(key)
                    let entries = record.map { $0.isDeleted ? [] : $0.indexEntries(databases) } ?? []
                    if !entries.contains(where: { $0.database == database && $0.entry == position }) {
                        check.add(
                            "an index entry names \(key.text), which does not exist or differs",
                            isOfDestinations: database == databases.destinations)
                    }
                }
                if batch.count < 1_024 { break }
            }
        }
    }

    private func extent(of database: Database) throws(StoreError) -> DatabaseExtent {
        do throws(LMDBError) { return try transaction.extent(of: database) } catch {
            throw StoreError(error, path: path)
        }
    }
}
