import LMDB

/// What a look at every record and every index entry has found.
public struct StoreCheck: Sendable {
    public internal(set) var links = 0
    /// Links that are deleted and whose codes are kept from use.
    public internal(set) var deleted = 0
    public internal(set) var indexEntries = 0
    public internal(set) var counters = 0
    /// What is wrong, in sentences; at most ``mostFindings``.
    public internal(set) var findings: [String] = []
    /// How many findings there are, those that are not kept included.
    public internal(set) var findingCount = 0

    public static let mostFindings = 100

    mutating func note(_ finding: @autoclosure () -> String) {
        findingCount += 1
        if findings.count < Self.mostFindings { findings.append(finding()) }
    }
}

extension LinkStore {
    /// Reads every record and holds it against the indexes, and the indexes against the records. Reads the whole file;
    /// others go on meanwhile.
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
    /// Every record can be read, and every index entry that it asks for is there.
    fileprivate func checkRecords(_ check: inout StoreCheck) throws(StoreError) {
        var walk = Walk(database: databases.links, isIndex: false)
        while true {
            let batch = try keys(&walk, count: 1_024)
            for (_, key) in batch {
                do throws(StoreError) {
                    guard let record = try link(key) else { continue }
                    if record.isDeleted { check.deleted += 1 } else { try checkEntries(of: record, &check) }
                } catch {
                    guard case .damaged(let what) = error else { throw error }
                    check.note("\(what) can't be read")
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
            guard let value = try value(for: entry.span, in: database) else {
                check.note("\(record.key.text) is missing from an index")
                continue
            }
            if !value.equals(Array(record.key.text.utf8)) {
                check.note("an index entry of \(record.key.text) belongs to another link")
            }
        }
    }

    /// Every index entry belongs to a link that asks for it.
    fileprivate func checkIndexes(_ check: inout StoreCheck) throws(StoreError) {
        for database in [databases.created, databases.updated, databases.tags, databases.fingerprints] {
            var walk = Walk(database: database)
            while true {
                let batch = try keys(&walk, count: 1_024)
                for (position, key) in batch {
                    check.indexEntries += 1
                    let record = try? link(key)
                    let entries = record.map { $0.isDeleted ? [] : $0.indexEntries(databases) } ?? []
                    if !entries.contains(where: { $0.database == database && $0.entry == position }) {
                        check.note("an index entry names \(key.text), which does not exist or differs")
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
