import LMDB

/// Looking into the store, as it is at one moment. For cold paths: each call takes a place among the readers and gives it
/// back; the click path has ``LinkReader``.
extension LinkStore {
    /// A link; nil where there is none. A deleted one says that it is.
    public func link(_ key: LinkKey) throws(StoreError) -> LinkRecord? {
        try read { view throws(StoreError) in try view.link(key) }
    }

    /// A link that is there, and not deleted; throws ``StoreError/notFound`` or ``StoreError/deleted``.
    public func liveLink(_ key: LinkKey) throws(StoreError) -> LinkRecord {
        try read { view throws(StoreError) in try view.liveLink(key) }
    }

    /// Links of one moment, in the order of the keys; nil where there is none.
    public func links(_ keys: [LinkKey]) throws(StoreError) -> [LinkRecord?] {
        try read { view throws(StoreError) in
            var records: [LinkRecord?] = []
            for key in keys { records.append(try view.link(key)) }
            return records
        }
    }

    /// A page of links. Costs a look-up for each link that is looked at; domain with order `key`, and tag with order
    /// `created`, are found by an index and look at no others.
    public func list(_ query: ListQuery) throws(StoreError) -> ListPage {
        try read { view throws(StoreError) in try view.list(query) }
    }

    /// What was counted of a link on some days, by day; nothing that is zero.
    public func counts(of id: UInt64, days: ClosedRange<UInt32>) throws(StoreError) -> [LinkCount] {
        try read { view throws(StoreError) in try view.counts(of: id, days: days) }
    }

    /// What was counted of a link on all days together: each count's day is the highest there is.
    public func totals(of id: UInt64) throws(StoreError) -> [LinkCount] {
        try read { view throws(StoreError) in try view.totals(of: id) }
    }

    /// The secret that is kept under a name; nil where there is none.
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
