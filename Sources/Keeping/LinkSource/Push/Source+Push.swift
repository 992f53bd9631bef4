import ByteText
import Libevent
public import LinkStore
import OpenSSL
import PostgreSQL

/// The result of copying a store to the source.
public struct PushSummary: Sendable, Equatable {
    /// Links that were created at the source, including deleted ones.
    public var made = 0
    /// Links that already existed with the same contents.
    public var known = 0
    /// Links that were not sent because an earlier push had copied them and they have not changed since.
    public var skipped = 0
    /// Links that were sent, or would be in a dry run.
    public var sent = 0
    /// The first conflicts: links with other contents at the source, or deleted there. They are unchanged at the
    /// source.
    public var refused: [LinkKey] = []
    /// The number of conflicts.
    public var refusedCount = 0
    /// The conflicts of the last shards, as they are at the source.
    fileprivate var conflicts: [LinkRecord] = []
}

extension Source {
    /// The number of shards locked together.
    private static let shardsAtOnce = 16

    /// Copies a store's links and their counts to the source, including deleted links. Writers to some shards are
    /// blocked for fractions of a second.
    ///
    /// Links copied by a push within the last week are not sent again (``PushMarks``), whether or not that push was
    /// interrupted. Conflicts are sent again. The store is not changed; to serve as a node (``SourceNode``), it must be
    /// made a replica afterwards, with ``LinkStore/LinkStore/become(_:)``.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether to only count the links that would be sent.
    ///   - isRemembered: Whether the source keeps marks that let a later push skip the copied links; `false` for a
    ///     store that is never pushed again.
    ///   - refused: Called with conflicting links as they are at the source, including deleted ones. A link in an
    ///     unsupported format has no target.
    ///   - progress: Called with the number of links read.
    public func push(
        _ store: LinkStore, isDryRun: Bool = false, isRemembered: Bool = true,
        refused: @escaping @Sendable ([LinkRecord]) throws -> Void = { _ in }, progress: @Sendable (Int) -> Void
    ) async throws -> PushSummary {
        try await push(
            store, PushSize(), isDryRun: isDryRun, isRemembered: isRemembered, refused: refused,
            progress: progress)
    }

    func push(
        _ store: LinkStore, _ size: PushSize, isDryRun: Bool = false, isRemembered: Bool = true,
        refused: @escaping @Sendable ([LinkRecord]) throws -> Void = { _ in }, progress: @Sendable (Int) -> Void
    ) async throws -> PushSummary {
        var summary = PushSummary()
        let secret = try Self.secret(of: store, isDryRun: isDryRun)
        let answers = try await connected().run([SourceStatement.source, SourceStatement.heads])
        let heads = try SourceHeads(answers[0], answers[1])
        let identity = PushIncarnation.identity(secret)
        let run = PushRun(
            store: store, marks: isRemembered ? PushMarks(secret: secret, heads) : nil, load: PushLoad(secret: secret),
            identity: identity, sendsCounts: try await isCounting(identity), isDryRun: isDryRun, refused: refused)
        if !isDryRun { try await clearAbandoned(run) }
        var pieces = PushPieces(of: store, size)
        var count = 0
        while true {
            let some = try pieces.next()
            guard !some.isEmpty else { break }
            try await push(some, run, &summary)
            count += some.reduce(0) { $0 + $1.links.count }
            progress(count)
        }
        if !isDryRun {
            if run.sendsCounts { try await pushSites(run) }
            _ = try await connected().run([PushStatement.clear(run.load)])
        }
        return summary
    }

    /// Whether the counts of a pushed store are not yet folded into those of all nodes, or about to be.
    private func isCounting(_ identity: ReplicaIdentity) async throws(PostgreSQLError) -> Bool {
        let known = try await connected().run([SourceStatement.incarnation(identity.incarnation)])[0]
        guard known.count > 0 else { return true }
        return try known.integer(0, 0) == SourceStatement.IncarnationState.counting.rawValue
    }

    /// Makes nodes fold the counts of a pushed store that has become a replica and does not send them again.
    public func finishPush(of store: LinkStore) async throws {
        let identity = PushIncarnation.identity(try Self.secret(of: store, isDryRun: true))
        _ = try await connected().run([
            SourceStatement.note(identity, .finished), SourceStatement.finish(identity.incarnation),
        ])
    }

    /// Removes the rows of killed pushes.
    private func clearAbandoned(_ run: PushRun) async throws(PostgreSQLError) {
        var statements = [PushStatement.clearAbandoned(before: WallClock.now.seconds - PushLoad.lifetime)]
        if run.sendsCounts { statements.append(PushStatement.clearOlderCounts(run.identity)) }
        _ = try await retrying { [statements] connection throws(PostgreSQLError) in
            try await connection.run(statements, deadline: .seconds(120))
        }
    }

    /// The secret that identifies the store at the source, generated by its first push.
    private static func secret(of store: LinkStore, isDryRun: Bool) throws(StoreError) -> [UInt8] {
        let new = SecureRandom.bytes(count: 16)
        if isDryRun { return try store.secret("push") ?? new }
        return try store.apply(.secret("push", new)).secret
    }

    /// Sends the links of pieces that are not marked, and the earlier conflicts of the others.
    private func push(_ pieces: [PushPiece], _ run: PushRun, _ summary: inout PushSummary) async throws {
        let keys = run.marks.map { marks in pieces.map { marks.key(of: $0) } }
        let marks = try await marks(of: pieces, keys)
        var links: [PushLink] = []
        for (piece, mark) in zip(pieces, marks) {
            guard let mark else {
                links += piece.links
                continue
            }
            links += mark.refused.map { piece.links[$0] }
            summary.skipped += piece.links.count - mark.refused.count
        }
        summary.sent += links.count
        guard !links.isEmpty, !run.isDryRun else { return }
        let ids = try await push(PushBatch(links), run, &summary)
        guard let keys else { return }
        var new: [PushMark] = []
        for (index, piece) in pieces.enumerated() {
            let sent = marks[index]?.refused ?? Array(piece.links.indices)
            let refused = sent.filter { ids[piece.links[$0].record.id] == nil }
            if marks[index]?.refused != refused { new.append(PushMark(key: keys[index], refused: refused)) }
        }
        guard !new.isEmpty else { return }
        let keep = PushStatement.keep(new, until: WallClock.now.seconds + PushMarks.lifetime)
        _ = try await retrying { connection throws(PostgreSQLError) in try await connection.run([keep]) }
    }

    /// The source's marks of pieces; `nil` for all if marks are not used.
    private func marks(
        of pieces: [PushPiece], _ keys: [[UInt8]]?
    ) async throws(PostgreSQLError) -> [PushMark?] {
        guard let keys else { return Array(repeating: nil, count: pieces.count) }
        let find = PushStatement.marks(keys, at: WallClock.now.seconds)
        let rows = try await retrying { connection throws(PostgreSQLError) in try await connection.run([find])[0] }
        var answers: [[UInt8]: [UInt8]] = [:]
        for row in 0..<rows.count { answers[rows.bytes(row, 0)] = rows.bytes(row, 1) }
        return zip(pieces, keys).map { piece, key in
            answers[key].flatMap { PushMark(key: key, answer: $0, count: piece.links.count) }
        }
    }

    /// Sends links and their counts; returns a map from their IDs in the store to those at the source, without the
    /// conflicts.
    private func push(
        _ batch: PushBatch, _ run: PushRun, _ summary: inout PushSummary
    ) async throws -> [UInt64: UInt64] {
        let load = run.load.number(at: WallClock.now.seconds)
        try await retrying { connection throws(PostgreSQLError) in
            _ = try await connection.run([PushStatement.clear(run.load)])
            _ = try await connection.copy(PushStatement.copy, batch.pieces(of: load))
            _ = try await connection.run([PushStatement.claimFingerprints(load)], deadline: .seconds(120))
        }
        var ids: [UInt64: UInt64] = [:]
        for first in stride(from: 0, to: LinkBody.shards, by: Self.shardsAtOnce) {
            let shards = UInt8(first)...UInt8(first + Self.shardsAtOnce - 1)
            let links = batch.links.filter { shards.contains($0.shard) }
            guard !links.isEmpty else { continue }
            let before = summary
            let made = try await retrying { [before] connection throws(PostgreSQLError) in
                var attempt = before
                let ids = try await Self.take(links, batch, load, shards, &attempt, through: connection)
                return (attempt, ids)
            }
            summary = made.0
            if !summary.conflicts.isEmpty { try run.refused(summary.conflicts) }
            summary.conflicts = []
            ids.merge(made.1) { $1 }
        }
        try await pushCounts(batch, ids, run)
        return ids
    }

    /// Applies some shards' links in one transaction; returns a map from their IDs in the store to those at the source.
    private static func take(
        _ links: [PushBatch.Link], _ batch: PushBatch, _ load: UInt64, _ shards: ClosedRange<UInt8>,
        _ summary: inout PushSummary, through connection: SourceConnection
    ) async throws(PostgreSQLError) -> [UInt64: UInt64] {
        let used = shards.filter { batch.count(of: $0) > 0 }
        let opening = try await connection.run(
            [SourceStatement.begin] + used.map(SourceStatement.lock) + [PushStatement.existing(load, shards)],
            deadline: .seconds(120))
        let existing = try Self.existing(opening[opening.count - 1])
        var states: [UInt8: (from: UInt64, state: LockedShard)] = [:]
        for (shard, row) in zip(used, opening.dropFirst()) {
            let state = try LockedShard(row)
            states[shard] = (state.head, state)
        }
        var ids: [UInt64: UInt64] = [:]
        for link in links {
            guard let head = states[link.shard]?.from else { continue }
            if let old = existing[Place(shard: link.shard, number: link.number)] {
                summary.note(link, old, &ids)
                continue
            }
            summary.made += 1
            ids[link.record.id] = link.id
            guard !link.record.isDeleted else { continue }
            states[link.shard]?.state.digest &+= LinkBody.term(link.content, version: head + link.number)
            states[link.shard]?.state.live += 1
        }
        var advanced: [AdvancedShard] = []
        for (shard, (head, state)) in states.sorted(by: { $0.key < $1.key }) {
            var state = state
            state.head = head + batch.count(of: shard)
            advanced.append(AdvancedShard(shard: shard, from: head, state: state))
        }
        try await insert(links.count - existing.count, load, shards, through: connection)
        let closing = [SourceStatement.advance(advanced), SourceStatement.commit]
        _ = try await connection.run(closing, deadline: .seconds(120))
        return ids
    }

    /// Turns rows into links. Rolls back and throws if some rows are missing.
    private static func insert(
        _ count: Int, _ load: UInt64, _ shards: ClosedRange<UInt8>, through connection: SourceConnection
    ) async throws(PostgreSQLError) {
        let rows = try await connection.run([PushStatement.insert(load, shards)], deadline: .seconds(120))[0]
        guard rows.affected != count else { return }
        _ = try await connection.run([SourceStatement.rollback])
        throw .answer(
            """
            \(count - rows.affected) of \(count) links in shards \(shards) vanished from fp_import before they were \
            written: another push of this store is running, or this one was paused for an hour; run it again, alone
            """)
    }

    private struct Place: Hashable {
        let shard: UInt8
        let number: UInt64
    }

    /// A link at the source.
    fileprivate typealias Known = (version: UInt64, format: UInt8, body: [UInt8])

    private static func existing(_ rows: Rows) throws(PostgreSQLError) -> [Place: Known] {
        var found: [Place: Known] = [:]
        for row in 0..<rows.count {
            let place = Place(shard: try rows.shard(row, 0), number: try rows.number(row, 1))
            found[place] = (try rows.number(row, 2), UInt8(clamping: try rows.integer(row, 3)), rows.bytes(row, 4))
        }
        return found
    }

}

/// The parameters of a push.
struct PushRun {
    let store: LinkStore
    /// `nil` if the source keeps none.
    let marks: PushMarks?
    let load: PushLoad
    /// The store among the counting nodes.
    let identity: ReplicaIdentity
    /// Whether its counts are not yet folded into the totals of all nodes.
    let sendsCounts: Bool
    let isDryRun: Bool
    /// Called with conflicting links as they are at the source.
    let refused: @Sendable ([LinkRecord]) throws -> Void
}

extension PushSummary {
    /// Records a link whose key exists at the source.
    fileprivate mutating func note(
        _ link: PushBatch.Link, _ old: Source.Known, _ ids: inout [UInt64: UInt64]
    ) {
        let row = ReplicaRow(
            key: link.record.key, shard: link.shard, version: old.version, format: old.format, body: old.body)
        if let record = row.record, record.isDeleted == link.record.isDeleted, record.hasSameContent(as: link.record) {
            known += 1
            ids[link.record.id] = record.id
        } else {
            refusedCount += 1
            if refused.count < 20 { refused.append(link.record.key) }
            conflicts.append(row.record ?? LinkRecord(key: link.record.key, longLink: "", created: 0))
        }
    }
}
