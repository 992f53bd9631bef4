import LMDB
import Threads

/// A store that is a replica of a source of truth.
extension LinkStore {
    /// The identity of the replica; `nil` for a standalone store.
    public func replicaIdentity() throws(StoreError) -> ReplicaIdentity? {
        try read { view throws(StoreError) in try view.replicaIdentity() }
    }

    /// The incarnation last registered with the source; `nil` if there is none.
    public func registeredIncarnation() throws(StoreError) -> UInt64? {
        try read { view throws(StoreError) in
            guard let bytes = try view.kept(.incarnation), bytes.count == 8 else { return nil }
            return bytes.span.littleEndian(at: 0)
        }
    }

    /// Makes the store a replica, or gives it another identity. Its links stay until they are replaced. Another
    /// incarnation counts from 0, and the unsent counts of the former one are kept, unless they and the cursors are of
    /// another source.
    ///
    /// Readers notice it at their next lookup. Throws ``StoreError/readOnly`` for a store opened for reading only.
    ///
    /// - Parameter isKnown: Whether the incarnation is registered with the source.
    public func become(_ identity: ReplicaIdentity, isKnown: Bool = false) throws(StoreError) {
        guard !core.isReadOnly else { throw .readOnly }
        var transaction = try core.beginWriting()
        let databases = try transaction.openReplicaDatabases()
        transaction.replica = databases
        try transaction.become(identity, databases)
        if isKnown { try transaction.keep(identity.storedIncarnation, as: .incarnation) }
        try transaction.commit()
        core.replica.withLock { $0 = databases }
    }

    /// The number of links and days with counts that were not sent to the source yet.
    public func unsentCount() throws(StoreError) -> Int {
        try read { view throws(StoreError) -> Int in
            guard let replica = view.replica else { return 0 }
            do throws(LMDBError) {
                let former = try replica.former.map { database throws(LMDBError) in
                    try view.transaction.extent(of: database).entries
                }
                return try view.transaction.extent(of: replica.unsent).entries + (former ?? 0)
            } catch { throw StoreError(error, path: core.path) }
        }
    }

    /// The unsent counts of at most `limit` links and days of one incarnation, a former one first, and their owner, in
    /// one snapshot, since another process may give the store another identity. `nil` for a standalone store.
    public func unsent(limit: Int) throws(StoreError) -> UnsentCounts? {
        try read { view throws(StoreError) -> UnsentCounts? in
            guard let identity = try view.replicaIdentity() else { return nil }
            if let former = try view.formerCounts(limit: limit) { return former }
            let known = try view.kept(.incarnation)
            let (counts, breakdowns) = try view.unsentCounts(limit: limit)
            return UnsentCounts(
                identity: identity, isFormer: false, isKnown: known == identity.storedIncarnation, counts: counts,
                breakdowns: breakdowns)
        }
    }

    /// The position of each shard.
    public func positions() throws(StoreError) -> [ShardPosition] {
        try read { view throws(StoreError) in try view.positions(.served) }
    }

    /// The gathered position of each shard.
    public func gatheredPositions() throws(StoreError) -> [ShardPosition] {
        try read { view throws(StoreError) in try view.positions(.gathered) }
    }

    /// Whether the initial sync has completed.
    public func isComplete() throws(StoreError) -> Bool {
        try read { view throws(StoreError) in try view.kept(.isComplete) != nil }
    }

    /// The tokens of the source, as lines of a tokens file; empty if there are none.
    public func sourceTokens() throws(StoreError) -> String {
        try read { view throws(StoreError) in
            String(decoding: try view.kept(.tokens) ?? [], as: UTF8.self)
        }
    }

    /// The next links of some shards that a swap would remove, or replace by an older version: links that only this
    /// store has.
    ///
    /// - Parameters:
    ///   - last: The last key that was examined; updated, and `nil` at the end.
    ///   - limit: The number of links to examine.
    public func linksLostBySwap(
        of shards: Set<UInt8>, after last: inout LinkKey?, limit: Int = 1_024
    ) throws(StoreError) -> [LinkRecord] {
        let (lost, next) = try read { view throws(StoreError) in
            try view.lostBySwap(of: shards, after: last, limit: limit)
        }
        last = next
        return lost
    }

    /// The next keys of links in some shards that are not deleted, with their revisions; see
    /// ``linksLostBySwap(of:after:limit:)``.
    public func revisions(
        of shards: Set<UInt8>, after last: inout LinkKey?, limit: Int = 1_024
    ) throws(StoreError) -> [LinkKey: UInt64] {
        let (revisions, next) = try read { view throws(StoreError) in
            try view.revisions(of: shards, after: last, limit: limit)
        }
        last = next
        return revisions
    }

    /// The counts of ``unsent(limit:)``.
    public func unsentCounts(limit: Int) throws(StoreError) -> [LinkCount] {
        try unsent(limit: limit)?.counts ?? []
    }
}

extension LinkTransaction {
    /// The data of a replica other than links.
    enum ReplicaDocument: String {
        case identity, tokens, published
        case isComplete = "complete"
        /// The incarnation registered with the source; see ``ReplicaIdentity/storedIncarnation``.
        case incarnation

        var key: [UInt8] { IndexKey.document(rawValue, in: "replica") }
    }

    func kept(_ document: ReplicaDocument) throws(StoreError) -> [UInt8]? {
        let key = document.key
        guard let bytes = try value(for: key.span, in: databases.documents) else { return nil }
        return [UInt8](copying: bytes)
    }

    mutating func keep(_ bytes: [UInt8], as document: ReplicaDocument) throws(StoreError) {
        let key = document.key
        try put(bytes.span, for: key.span, in: databases.documents)
    }

    func replicaIdentity() throws(StoreError) -> ReplicaIdentity? {
        guard let bytes = try kept(.identity) else { return nil }
        guard let identity = ReplicaIdentity(stored: bytes.span) else { throw .damaged("the identity of a replica") }
        return identity
    }

    fileprivate func positions(_ place: Place) throws(StoreError) -> [ShardPosition] {
        var positions: [ShardPosition] = []
        for shard in 0..<LinkBody.shards { positions.append(try position(of: UInt8(shard), place)) }
        return positions
    }

    fileprivate mutating func become(
        _ identity: ReplicaIdentity, _ replica: ReplicaDatabases
    ) throws(StoreError) {
        let old = try replicaIdentity()
        if old?.source != identity.source {
            try resyncAllShards()
            try empty(replica.gathered)
            if let former = replica.former { try empty(former) }
            if let breakdowns = replica.formerBreakdowns { try empty(breakdowns) }
            try remove(ReplicaDocument.isComplete.key, from: databases.documents)
            try remove(ReplicaDocument.published.key, from: databases.documents)
        }
        if old?.incarnation != identity.incarnation {
            if let old, old.source == identity.source { try setAside(old, replica) }
            try empty(databases.counts)
            if let breakdowns = databases.breakdowns { try empty(breakdowns) }
            try empty(replica.unsent)
        }
        try keep(identity.stored, as: .identity)
    }

    /// Marks every shard for a resync, unless the store is empty.
    private mutating func resyncAllShards() throws(StoreError) {
        let isEmpty = try linkCount() == 0
        for number in 0..<LinkBody.shards {
            let shard = UInt8(number)
            try forgetPosition(of: shard, .gathered)
            try forgetPosition(of: shard, .served)
            guard !isEmpty else { continue }
            var position = ShardPosition(shard: shard)
            position.epoch = ShardPosition.foreign
            try keep(position, .served)
        }
    }

    fileprivate mutating func openReplicaDatabases() throws(StoreError) -> ReplicaDatabases {
        do throws(LMDBError) { return try ReplicaDatabases(&transaction, creating: true) } catch {
            throw StoreError(error, path: path)
        }
    }
}

extension ReplicaDatabases {
    init(_ transaction: inout Transaction, creating: Bool) throws(LMDBError) {
        gathered = try transaction.openDatabase("gathered", creating: creating)
        unsent = try transaction.openDatabase("unsent", creating: creating)
        former = try Databases.openLater("former", &transaction, creating: creating)
        formerBreakdowns = try Databases.openLater("former_breakdowns", &transaction, creating: creating)
    }
}
