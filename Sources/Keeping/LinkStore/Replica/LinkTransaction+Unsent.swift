import ByteText
import LMDB

/// The counts that were not sent to the source yet.
extension LinkTransaction {
    /// Marks the days of added counts.
    mutating func markUnsent(_ counts: [LinkCount]) throws(StoreError) {
        guard let replica else { return }
        var last: (id: UInt64, day: UInt32)?
        for count in counts where last?.id != count.id || last?.day != count.day {
            last = (count.id, count.day)
            let key = IndexKey.day(count.day, id: count.id)
            let nothing: [UInt8] = []
            try put(nothing.span, for: key.span, in: replica.unsent)
        }
    }

    /// Marks all counts, which belong to one incarnation.
    mutating func markAllUnsent(_ replica: ReplicaDatabases) throws(StoreError) {
        var scan = IndexScan(database: databases.counts, isIndex: false)
        let nothing: [UInt8] = []
        while true {
            let found = try keys(&scan, count: 4_096)
            for (position, _) in found where CountPosition(position).isOfPeriod {
                try put(nothing.span, for: position.span, in: replica.unsent)
            }
            if found.count < 4_096 { return }
        }
    }

    /// Removes the marks of counts that have not grown since they were sent.
    mutating func unmark(_ counts: [SentCounts], _ replica: ReplicaDatabases) throws(StoreError) {
        for sent in counts {
            let sum = try self.counts(of: sent.id, place: sent.day).reduce(UInt64(0)) { $0 &+ $1.count }
            guard sum == sent.sum else { continue }
            let key = IndexKey.day(sent.day, id: sent.id)
            try remove([UInt8](copying: key.span), from: replica.unsent)
        }
    }

    /// The unsent counts of at most `limit` links and days, and their breakdowns.
    func unsentCounts(limit: Int) throws(StoreError) -> (counts: [LinkCount], breakdowns: [BreakdownRow]) {
        guard let replica else { return ([], []) }
        var scan = IndexScan(database: replica.unsent, isIndex: false)
        var (counts, breakdowns): ([LinkCount], [BreakdownRow]) = ([], [])
        for (position, _) in try keys(&scan, count: limit) {
            let marked = CountPosition(position)
            counts += try self.counts(of: marked.id, place: marked.place)
            let breakdown = try self.breakdown(of: marked.id, place: marked.place)
            if !breakdown.isEmpty {
                breakdowns.append(BreakdownRow(id: marked.id, place: marked.place, breakdown: breakdown))
            }
        }
        return (counts, breakdowns)
    }
}
