import ByteText
import Libevent
public import LinkStore
import OpenSSL
import PostgreSQL

/// What copying a store to the source came to.
public struct PushSummary: Sendable, Equatable {
    /// Links that the source has now and did not have, deleted ones included.
    public var made = 0
    /// Links that it had as they are.
    public var known = 0
    /// Links that were not sent, because an earlier push had brought them, unchanged since.
    public var skipped = 0
    /// Links that were sent, or would be.
    public var sent = 0
    /// The first links that it has otherwise, or that were deleted there: they stay as they are at the source.
    public var refused: [LinkKey] = []
    /// How many those are.
    public var refusedCount = 0
    /// Those of the last shards, as the source has them.
    fileprivate var conflicts: [LinkRecord] = []
}

extension Source {
    /// How many shards are locked together.
    private static let shardsAtOnce = 16

    /// Copies a store's links and their counts to the source, deleted links as well. Writers wait for some shards for fractions
    /// of a second.
    ///
    /// What an earlier push has brought within a week is not sent again (``PushMarks``), whether that push was interrupted or
    /// not; what it was refused is. The store is not changed; as a node it has to become a replica afterwards (``SourceNode``),
    /// with ``LinkStore/LinkStore/become(_:)``.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether to count only what would be sent.
    ///   - isRemembered: Whether the source keeps marks, by which another push skips what this one brings; false for a store
    ///     that is never pushed again.
    ///   - refused: Is told the links that the source has otherwise, deleted ones too, as they are there. One in a format that
    ///     this program does not know leads nowhere.
    ///   - progress: Is told how many links were read.
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
        let node = PushIncarnation.node(secret)
        let known = try await connected().run([SourceStatement.incarnation(PushIncarnation.number(node))])[0]
        let run = PushRun(
            marks: isRemembered ? PushMarks(secret: secret, heads) : nil, load: PushLoad(secret: secret),
            node: node, sendsCounts: known.count == 0, isDryRun: isDryRun, refused: refused)
        if !isDryRun { try await clearAbandoned() }
        var pieces = PushPieces(of: store, size)
        var count = 0
        while true {
            let some = try pieces.next()
            guard !some.isEmpty else { break }
            try await push(some, run, &summary)
            count += some.reduce(0) { $0 + $1.links.count }
            progress(count)
        }
        if !isDryRun { _ = try await connected().run([PushStatement.clear(run.load)]) }
        return summary
    }

    /// Has nodes fold the counts of a store that was pushed and is a replica now: its counts are not sent again.
    public func finishPush(of store: LinkStore) async throws {
        let node = PushIncarnation.node(try Self.secret(of: store, isDryRun: true))
        let identity = ReplicaIdentity(source: 0, node: node, incarnation: PushIncarnation.number(node))
        _ = try await connected().run([SourceStatement.note(identity, .finished)])
    }

    /// Removes the rows of pushes that were killed.
    private func clearAbandoned() async throws(PostgreSQLError) {
        let clear = PushStatement.clearAbandoned(before: WallClock.now.seconds - PushLoad.lifetime)
        _ = try await retrying { connection throws(PostgreSQLError) in
            try await connection.run([clear], deadline: .seconds(120))
        }
    }

    /// What names the store at the source: drawn with its first push.
    private static func secret(of store: LinkStore, isDryRun: Bool) throws(StoreError) -> [UInt8] {
        let new = SecureRandom.bytes(count: 16)
        if isDryRun { return try store.secret("push") ?? new }
        return try store.apply(.secret("push", new)).secret
    }

    /// Sends those of some pieces that have not arrived, and of the others what was refused.
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

    /// The marks that the source has of pieces, by their keys; none where it is not asked.
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

    /// Sends links and their counts; returns the IDs that they have at the source, by their own. Those that were refused have
    /// none.
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

    /// Takes some shards' links over, in one transaction; returns the IDs that links have at the source, by their own.
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

    /// Makes links of rows; ends the transaction where they are fewer than were sent and are not there yet.
    private static func insert(
        _ count: Int, _ load: UInt64, _ shards: ClosedRange<UInt8>, through connection: SourceConnection
    ) async throws(PostgreSQLError) {
        let rows = try await connection.run([PushStatement.insert(load, shards)], deadline: .seconds(120))[0]
        guard rows.affected != count else { return }
        _ = try await connection.run([SourceStatement.rollback])
        throw .answer(
            """
            \(count - rows.affected) of \(count) links in shards \(shards) vanished from fp_import before they were \
            written: another push of this store runs, or this one was stopped for an hour; run it again, alone
            """)
    }

    private struct Place: Hashable {
        let shard: UInt8
        let number: UInt64
    }

    /// A link as the source has it.
    fileprivate typealias Known = (version: UInt64, format: UInt8, body: [UInt8])

    private static func existing(_ rows: Rows) throws(PostgreSQLError) -> [Place: Known] {
        var found: [Place: Known] = [:]
        for row in 0..<rows.count {
            let place = Place(shard: try rows.shard(row, 0), number: try rows.number(row, 1))
            found[place] = (try rows.number(row, 2), UInt8(clamping: try rows.integer(row, 3)), rows.bytes(row, 4))
        }
        return found
    }

    /// Copies the counters of links, under their new IDs, as those of a node that is no more.
    private func pushCounts(
        _ batch: PushBatch, _ ids: [UInt64: UInt64], _ run: PushRun
    ) async throws(PostgreSQLError) {
        let identity = ReplicaIdentity(source: 0, node: run.node, incarnation: PushIncarnation.older)
        var counts: [LinkCount] = []
        var limited: [(id: UInt64, clicks: UInt64)] = []
        for link in batch.links {
            guard let id = ids[link.record.id] else { continue }
            if link.record.maximumClicks != nil {
                limited.append((id, link.counts.filter { $0.event == .click }.reduce(0) { $0 + $1.count }))
            }
            for var count in link.counts where run.sendsCounts {
                count.id = id
                counts.append(count)
            }
        }
        for start in stride(from: 0, to: counts.count, by: 5_000) {
            let some = Array(counts[start..<min(start + 5_000, counts.count)])
            _ = try await connected().run([SourceStatement.count(some, identity)], deadline: .seconds(60))
        }
        if !limited.isEmpty {
            _ = try await connected().run([PushStatement.openLeases(limited)], deadline: .seconds(60))
        }
    }
}

/// What is the same for all of a push.
private struct PushRun {
    /// Nil where the source keeps none.
    let marks: PushMarks?
    let load: PushLoad
    /// What names the store among those who count.
    let node: String
    /// Whether its counts are not yet among those of all nodes.
    let sendsCounts: Bool
    let isDryRun: Bool
    /// Is told the links that the source has otherwise.
    let refused: @Sendable ([LinkRecord]) throws -> Void
}

extension PushSummary {
    /// Notes a link whose key the source has.
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
