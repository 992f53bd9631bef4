import ByteText
public import LinkStore
import OpenSSL
import PostgreSQL

/// What copying a store to the source came to.
public struct PushSummary: Sendable, Equatable {
    /// Links that the source has now and did not have, deleted ones included.
    public var made = 0
    /// Links that it had as they are.
    public var known = 0
    /// The first links that it has otherwise, or that were deleted there: they stay as they are at the source.
    public var refused: [LinkKey] = []
    /// How many those are.
    public var refusedCount = 0
}

extension Source {
    /// How many links travel together: bounds memory, and what is done again after an interruption.
    private static let batch = 50_000
    /// How many shards are locked together.
    private static let shardsAtOnce = 16
    /// Copies a store's links and their counts to the source, deleted links as well. What was copied stays, and is
    /// recognized when an interrupted copying is run again: a place to go on from would miss what was made before it meanwhile. Writers wait for some shards for fractions of a second.
    ///
    /// The store is not changed; as a node it has to become a replica afterwards (``SourceNode``), with
    /// ``LinkStore/LinkStore/become(_:)``.
    ///
    /// - Parameter progress: Is told how many links were read.
    public func push(
        _ store: LinkStore, progress: @Sendable (Int) -> Void
    ) async throws -> PushSummary {
        var summary = PushSummary()
        let name = try store.apply(.secret("push", SecureRandom.bytes(count: 16))).secret
        let load = LinkBody.makeID()
        var last: LinkKey?
        var count = 0
        while true {
            let records = try store.records(after: last, limit: Self.batch)
            guard let end = records.last else { break }
            try await push(PushBatch(records), of: store, load, node: Hexadecimal.text(name), &summary)
            last = end.key
            count += records.count
            progress(count)
        }
        _ = try await connected().run([PushStatement.clear(load)])
        return summary
    }

    private func push(
        _ batch: PushBatch, of store: LinkStore, _ load: UInt64, node: String, _ summary: inout PushSummary
    ) async throws {
        try await retrying { connection throws(PostgreSQLError) in
            _ = try await connection.run([PushStatement.clear(load)])
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
            ids.merge(made.1) { $1 }
        }
        try await pushCounts(batch, of: store, ids, node)
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
            ids[link.oldID] = link.record.id
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
        let closing = [PushStatement.insert(load, shards), SourceStatement.advance(advanced)]
        _ = try await connection.run(closing + [SourceStatement.commit], deadline: .seconds(120))
        return ids
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
        _ batch: PushBatch, of store: LinkStore, _ ids: [UInt64: UInt64], _ node: String
    ) async throws {
        let identity = ReplicaIdentity(source: 0, node: "pushed \(node)", incarnation: 1)
        var counts: [LinkCount] = []
        var limited: [(id: UInt64, clicks: UInt64)] = []
        for link in batch.links {
            guard let id = ids[link.oldID] else { continue }
            let own = try store.counts(of: link.oldID, days: 0...LinkCount.lastDay)
            if link.record.maximumClicks != nil {
                limited.append((id, own.filter { $0.event == .click }.reduce(0) { $0 + $1.count }))
            }
            for var count in own {
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

extension PushSummary {
    /// Notes a link whose key the source has.
    fileprivate mutating func note(
        _ link: PushBatch.Link, _ old: Source.Known, _ ids: inout [UInt64: UInt64]
    ) {
        let row = ReplicaRow(
            key: link.record.key, shard: link.shard, version: old.version, format: old.format, body: old.body)
        if let record = row.record, record.isDeleted == link.record.isDeleted, record.hasSameContent(as: link.record) {
            known += 1
            ids[link.oldID] = record.id
        } else {
            refusedCount += 1
            if refused.count < 20 { refused.append(link.record.key) }
        }
    }
}
