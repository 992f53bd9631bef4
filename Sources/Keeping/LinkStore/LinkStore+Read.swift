import LMDB

/// Reading snapshots of the store. For cold paths: each call occupies a reader slot for its duration. The click path
/// uses ``LinkReader``.
extension LinkStore {
    /// A link; `nil` if there is none. Deleted ones are returned too, with ``LinkRecord/isDeleted`` set.
    public func link(_ key: LinkKey) throws(StoreError) -> LinkRecord? {
        try read { view throws(StoreError) in try view.link(key) }
    }

    /// A link that exists; throws ``StoreError/notFound`` or ``StoreError/deleted``.
    public func liveLink(_ key: LinkKey) throws(StoreError) -> LinkRecord {
        try read { view throws(StoreError) in try view.liveLink(key) }
    }

    /// The oldest enabled links with the domain and the input of a record, at most `count`.
    public func existing(_ count: Int, like record: LinkRecord) throws(StoreError) -> [LinkRecord] {
        guard let fingerprint = record.fingerprint else { return [] }
        return try read { view throws(StoreError) in
            try view.links(madeFrom: fingerprint).oldest(count, like: record)
        }
    }

    /// Links in one snapshot, in the order of the keys; `nil` for those that don't exist.
    public func links(_ keys: [LinkKey]) throws(StoreError) -> [LinkRecord?] {
        try read { view throws(StoreError) in
            var records: [LinkRecord?] = []
            for key in keys { records.append(try view.link(key)) }
            return records
        }
    }

    /// Links in key order, including deleted ones: those after a key, or the first.
    public func records(after key: LinkKey?, limit: Int) throws(StoreError) -> [LinkRecord] {
        try read { view throws(StoreError) in
            var scan = IndexScan(database: view.databases.links, isIndex: false)
            scan.last = key.map { Array($0.text.utf8) }
            var records: [LinkRecord] = []
            for (_, key) in try view.keys(&scan, count: limit) {
                if let record = try view.link(key) { records.append(record) }
            }
            return records
        }
    }

    /// A page of links. Costs a lookup for each examined link. A domain with order `key`, and a tag with order
    /// `created`, use an index and examine no others.
    public func list(_ query: ListQuery) throws(StoreError) -> ListPage {
        try read { view throws(StoreError) in try view.list(query) }
    }

    /// The counts of a link on some days, by day; zeros are left out.
    public func counts(of id: UInt64, days: ClosedRange<UInt32>) throws(StoreError) -> [LinkCount] {
        try read { view throws(StoreError) in try view.counts(of: id, days: days) }
    }

    /// The counts of some links on some days, by default all, in one snapshot: a list for each ID, by day.
    public func counts(
        of ids: [UInt64], days: ClosedRange<UInt32> = 0...LinkCount.lastDay
    ) throws(StoreError) -> [[LinkCount]] {
        try read { view throws(StoreError) in
            var counts: [[LinkCount]] = []
            counts.reserveCapacity(ids.count)
            for id in ids { counts.append(try view.counts(of: id, days: days)) }
            return counts
        }
    }

    /// The counts of a link over all days; each has the highest possible day.
    public func totals(of id: UInt64) throws(StoreError) -> [LinkCount] {
        try read { view throws(StoreError) in try view.totals(of: id) }
    }

    /// The click counts of some links in one snapshot, as counted by this store. Costs a lookup for each.
    public func clicks(of ids: [UInt64]) throws(StoreError) -> [UInt64] {
        try read { view throws(StoreError) in
            var clicks: [UInt64] = []
            for id in ids { clicks.append(try view.clicks(of: id)) }
            return clicks
        }
    }

    /// The secret with a name; `nil` if there is none.
    public func secret(_ name: String) throws(StoreError) -> [UInt8]? {
        try read { view throws(StoreError) in try view.secret(name) }
    }

    func read<Value>(_ body: (borrowing LinkTransaction) throws(StoreError) -> Value) throws(StoreError) -> Value {
        try core.checkLength()
        let transaction: Transaction
        do throws(LMDBError) { transaction = try core.environment.beginReading() } catch {
            throw StoreError(error, path: core.path)
        }
        return try body(LinkTransaction(transaction, core))
    }
}
