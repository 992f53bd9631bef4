import ByteText
import LMDB

/// The unsent counts of former incarnations. Each process counts in an incarnation of its own, and other processes may
/// have copies of the earlier ones, so their sums are kept apart and never change.
extension LinkTransaction {
    /// Moves the unsent counts of the current incarnation to those of former ones.
    mutating func setAside(_ identity: ReplicaIdentity, _ replica: ReplicaDatabases) throws(StoreError) {
        guard let former = replica.former else { return }
        let isKnown = try kept(.incarnation) == identity.storedIncarnation
        var walk = IndexScan(database: replica.unsent, isIndex: false)
        while true {
            let found = try keys(&walk, count: 4_096)
            for (position, _) in found {
                let marked = CountPosition(position)
                let scanKey = IndexKey.day(marked.place ^ LinkCount.scanDay, id: marked.id)
                let counts = FormerCounts(
                    isKnown: isKnown, node: identity.node, counters: try counters(at: position.span),
                    scans: try counters(at: scanKey.span))
                if counts.counters.isEmpty, counts.scans.isEmpty { continue }
                let key = IndexKey.former(identity.incarnation) + position
                try put(counts.stored.span, for: key.span, in: former)
                if let database = replica.formerBreakdowns {
                    let breakdown = try breakdown(of: marked.id, place: marked.place)
                    if !breakdown.isEmpty { try put(breakdown.stored.span, for: key.span, in: database) }
                }
            }
            if found.count < 4_096 { return }
        }
    }

    /// The bytes of a counter value; empty if there is none.
    private func counters(at key: Span<UInt8>) throws(StoreError) -> [UInt8] {
        guard let bytes = try value(for: key, in: databases.counts) else { return [] }
        return [UInt8](copying: bytes)
    }

    /// Unsent counts of at most `limit` links and days of one former incarnation; `nil` if no incarnation has any.
    func formerCounts(limit: Int) throws(StoreError) -> UnsentCounts? {
        guard let former = replica?.former, var unsent = try replicaIdentity() else { return nil }
        var walk = IndexScan(database: former, isIndex: false)
        guard let first = try keys(&walk, count: 1).first?.position else { return nil }
        walk = IndexScan(database: former, prefix: Array(first.prefix(8)), isIndex: false)
        var (isKnown, counts): (Bool, [LinkCount]) = (false, [])
        var breakdowns: [BreakdownRow] = []
        for (position, _) in try keys(&walk, count: limit) {
            let place = CountPosition(Array(position.dropFirst(8)))
            guard let found = try self.former(at: position, in: former) else { continue }
            (isKnown, unsent.node) = (found.isKnown, found.node)
            counts += try found.counts(of: place.id, place: place.place)
            guard let breakdown = try formerBreakdown(at: position) else { continue }
            breakdowns.append(BreakdownRow(id: place.id, place: place.place, breakdown: breakdown))
        }
        unsent.incarnation = CountPosition(first).id
        return UnsentCounts(
            identity: unsent, isFormer: true, isKnown: isKnown, counts: counts, breakdowns: breakdowns)
    }

    private func formerBreakdown(at key: [UInt8]) throws(StoreError) -> Breakdown? {
        guard let database = replica?.formerBreakdowns, let bytes = try value(for: key.span, in: database) else {
            return nil
        }
        return Breakdown(stored: [UInt8](copying: bytes))
    }

    private func former(at key: [UInt8], in database: Database) throws(StoreError) -> FormerCounts? {
        guard let bytes = try value(for: key.span, in: database) else { return nil }
        guard let counts = FormerCounts(stored: bytes) else { throw .damaged("unsent counts") }
        return counts
    }

    /// Removes counts of a former incarnation that have arrived in full.
    mutating func removeFormer(
        _ sent: [SentCounts], of incarnation: UInt64, _ replica: ReplicaDatabases
    ) throws(StoreError) {
        guard let database = replica.former else { return }
        for sent in sent {
            let place = IndexKey.day(sent.day, id: sent.id)
            let key = IndexKey.former(incarnation) + [UInt8](copying: place.span)
            let counts = try former(at: key, in: database)?.counts(of: sent.id, place: sent.day) ?? []
            // A sum read before the incarnation ended may be smaller.
            guard counts.reduce(0, { $0 &+ $1.count }) == sent.sum else { continue }
            try removeFormer(key, database, replica)
        }
    }

    private mutating func removeFormer(
        _ key: [UInt8], _ former: Database, _ replica: ReplicaDatabases
    ) throws(StoreError) {
        try remove(key, from: former)
        if let breakdowns = replica.formerBreakdowns, try value(for: key.span, in: breakdowns) != nil {
            try remove(key, from: breakdowns)
        }
    }

    /// Removes all counts of a former incarnation.
    mutating func removeFormer(_ incarnation: UInt64, _ replica: ReplicaDatabases) throws(StoreError) {
        guard let former = replica.former else { return }
        var walk = IndexScan(database: former, prefix: IndexKey.former(incarnation), isIndex: false)
        while true {
            let found = try keys(&walk, count: 4_096)
            for (position, _) in found { try removeFormer(position, former, replica) }
            if found.count < 4_096 { return }
        }
    }
}

extension IndexKey {
    /// The prefix of the keys of a former incarnation.
    fileprivate static func former(_ incarnation: UInt64) -> [UInt8] {
        var key: [UInt8] = []
        key.appendBigEndian(incarnation)
        return key
    }
}
