import LMDB
import Threads

/// A store that is a replica of a source of truth.
extension LinkStore {
    /// Of which source the store is a replica; nil for a store of its own.
    public func replicaIdentity() throws(StoreError) -> ReplicaIdentity? {
        try read { view throws(StoreError) in try view.replicaIdentity() }
    }

    /// Makes the store a replica, or gives it another identity. Its links stay until they are replaced; counts of another
    /// incarnation go, as do cursors of another source.
    ///
    /// Readers know it from their next look-up on. Throws ``StoreError/readOnly`` for a store that was opened so.
    ///
    /// - Parameter isKnown: Whether the source knows the incarnation.
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

    /// Gives a replica an incarnation that its source knows, as ``become(_:)`` does, unless another process has done so or there
    /// are counts that the source does not have; returns whether that was done.
    ///
    /// - Parameters:
    ///   - old: The identity that is replaced.
    ///   - dropsUnsent: Whether counts that the source does not have are given up.
    public func renew(
        _ old: ReplicaIdentity, as identity: ReplicaIdentity, dropsUnsent: Bool = false
    ) throws(StoreError) -> Bool {
        guard !core.isReadOnly else { throw .readOnly }
        var transaction = try core.beginWriting()
        let databases = try transaction.openReplicaDatabases()
        transaction.replica = databases
        guard try transaction.replicaIdentity() == old else { return false }
        if !dropsUnsent {
            guard try transaction.unsentCounts(limit: 1).isEmpty else { return false }
        }
        try transaction.become(identity, databases)
        try transaction.keep(identity.storedIncarnation, as: .incarnation)
        try transaction.commit()
        return true
    }

    /// How many links and days have counts that the source does not have yet.
    public func unsentCount() throws(StoreError) -> Int {
        try read { view throws(StoreError) -> Int in
            guard let replica = view.replica else { return 0 }
            do throws(LMDBError) { return try view.transaction.extent(of: replica.unsent).entries } catch {
                throw StoreError(error, path: core.path)
            }
        }
    }

    /// The counts that the source does not have yet, of at most so many links and days, and whose they are: at one moment, since
    /// another process may give the store another identity. `nil` for a store of its own.
    public func unsent(limit: Int) throws(StoreError) -> UnsentCounts? {
        try read { view throws(StoreError) -> UnsentCounts? in
            guard let identity = try view.replicaIdentity() else { return nil }
            let known = try view.kept(.incarnation)
            let counts = try view.unsentCounts(limit: limit)
            return UnsentCounts(
                identity: identity, isKnown: known == identity.storedIncarnation, counts: counts)
        }
    }

    /// How far each shard was followed.
    public func positions() throws(StoreError) -> [ShardPosition] {
        try read { view throws(StoreError) in try view.positions(.served) }
    }

    /// How far each shard was gathered.
    public func gatheredPositions() throws(StoreError) -> [ShardPosition] {
        try read { view throws(StoreError) in try view.positions(.gathered) }
    }

    /// Whether the replica once had all that its source had.
    public func isComplete() throws(StoreError) -> Bool {
        try read { view throws(StoreError) in try view.kept(.isComplete) != nil }
    }

    /// The tokens of the source, as lines of a tokens file; empty if there are none.
    public func sourceTokens() throws(StoreError) -> String {
        try read { view throws(StoreError) in
            String(decoding: try view.kept(.tokens) ?? [], as: UTF8.self)
        }
    }

    /// The next links of some shards that a swap would remove, or replace by an older version: links that only this store has.
    ///
    /// - Parameters:
    ///   - last: The last key that was examined; updated, and `nil` at the end.
    ///   - limit: How many links of the store are examined.
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

    /// The counts that the source does not have yet, of at most so many links and days. They are the sums of this store
    /// since it is a replica.
    public func unsentCounts(limit: Int) throws(StoreError) -> [LinkCount] {
        try read { view throws(StoreError) in try view.unsentCounts(limit: limit) }
    }
}

extension LinkTransaction {
    /// What a replica keeps besides links.
    enum ReplicaDocument: String {
        case identity, tokens, published
        case isComplete = "complete"
        /// The incarnation that the source knows; see ``ReplicaIdentity/storedIncarnation``.
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
            try distrust()
            try empty(replica.gathered)
            try remove(ReplicaDocument.isComplete.key, from: databases.documents)
            try remove(ReplicaDocument.published.key, from: databases.documents)
        }
        if old?.incarnation != identity.incarnation {
            try empty(databases.counts)
            try empty(replica.unsent)
        }
        try keep(identity.stored, as: .identity)
    }

    /// Has every shard read afresh, unless there is nothing in them.
    private mutating func distrust() throws(StoreError) {
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
    }
}
