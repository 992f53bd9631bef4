import ByteText
import LMDB

/// The breakdowns of links and sites, at the keys of their daily counters.
extension LinkTransaction {
    /// Adds the properties of clicks, whose counts are added in the same transaction.
    mutating func add(_ details: ClickDetails) throws(StoreError) {
        guard let database = databases.breakdowns, !details.isEmpty else { return }
        let path = path
        var rows = ClickRows(details)
        var sum = ByteBuffer(capacity: 4_096)
        do throws(LMDBError) {
            var cursor = try transaction.writingCursor(in: database)
            while rows.next() {
                let key = IndexKey.day(rows.day, id: rows.id)
                if try cursor.seek(key.span), cursor.currentKey.equals(key.span) {
                    rows.sums.add(to: cursor.currentValue, into: &sum)
                    try cursor.replaceCurrent(with: sum.bytes, for: key.span)
                } else {
                    rows.sums.add(to: Span(), into: &sum)
                    try cursor.put(sum.bytes, for: key.span)
                }
            }
        } catch { throw StoreError(error, path: path) }
    }

    private mutating func add(_ added: Breakdown, at key: InlineArray<12, UInt8>) throws(StoreError) {
        guard let database = databases.breakdowns else { return }
        var sum = try breakdown(at: key)
        sum.add(added)
        try put(sum.stored.span, for: key.span, in: database)
    }

    /// A damaged breakdown counts as an empty one: its clicks are still in the counters.
    private func breakdown(at key: InlineArray<12, UInt8>) throws(StoreError) -> Breakdown {
        guard let database = databases.breakdowns, let value = try value(for: key.span, in: database) else {
            return Breakdown()
        }
        return Breakdown(stored: [UInt8](copying: value)) ?? Breakdown()
    }

    /// The breakdown of a link or site in the period at a place.
    func breakdown(of id: UInt64, place: UInt32) throws(StoreError) -> Breakdown {
        try breakdown(at: IndexKey.day(place, id: id))
    }

    /// The sum of the breakdowns of a link or site on some days, and in longer periods that begin in them.
    func breakdown(of id: UInt64, days: ClosedRange<UInt32>) throws(StoreError) -> Breakdown {
        var sum = Breakdown()
        for place in try breakdownPlaces(of: id) {
            guard let (_, day) = LinkCount.period(at: place), days.contains(day) else { continue }
            sum.add(try breakdown(of: id, place: place))
        }
        return sum
    }

    /// The breakdowns of a link or site in all periods.
    func breakdowns(of id: UInt64) throws(StoreError) -> [BreakdownRow] {
        var rows: [BreakdownRow] = []
        for place in try breakdownPlaces(of: id) {
            rows.append(BreakdownRow(id: id, place: place, breakdown: try breakdown(of: id, place: place)))
        }
        return rows
    }

    private func breakdownPlaces(of id: UInt64) throws(StoreError) -> [UInt32] {
        guard let database = databases.breakdowns else { return [] }
        var prefix: [UInt8] = []
        prefix.appendBigEndian(id)
        var scan = IndexScan(database: database, prefix: prefix, isIndex: false)
        return try keys(&scan, count: .max).map { CountPosition($0.position).place }
    }

    /// Merges the breakdown of a day into that of a longer period.
    mutating func rollUpBreakdown(of id: UInt64, from place: UInt32, to target: UInt32) throws(StoreError) {
        guard let database = databases.breakdowns else { return }
        let old = IndexKey.day(place, id: id)
        let moved = try breakdown(at: old)
        guard !moved.isEmpty else { return }
        try add(moved, at: IndexKey.day(target, id: id))
        try remove([UInt8](copying: old.span), from: database)
    }
}

extension LinkStore {
    /// The sum of the breakdowns of a link or site on some days, and in longer periods that begin in them.
    ///
    /// - Parameter id: The link's ID, or that of a site: see ``SiteID``.
    public func breakdown(of id: UInt64, days: ClosedRange<UInt32>) throws(StoreError) -> Breakdown {
        try read { view throws(StoreError) in try view.breakdown(of: id, days: days) }
    }

    /// The breakdowns of some links or sites in all periods, in one snapshot: a list for each ID.
    public func breakdowns(of ids: [UInt64]) throws(StoreError) -> [[BreakdownRow]] {
        try read { view throws(StoreError) in
            var rows: [[BreakdownRow]] = []
            for id in ids { rows.append(try view.breakdowns(of: id)) }
            return rows
        }
    }

    /// The IDs of the sites with clicks: see ``SiteID``. Costs a lookup for each.
    public func countedSites() throws(StoreError) -> [UInt64] {
        try read { view throws(StoreError) in try view.countedSites() }
    }
}
