import ByteText
import Libevent
import LinkStore
import PostgreSQL

/// Looks at the links alone, while a look at the heads of the shards is expensive.
///
/// While a snapshot is held at the source, as by a long dump, the row versions that changes leave behind in `fp_shard` can't be removed,
/// and reading the heads means reading all of them, however they are found. The versions of links are in an index in which everything
/// that this node has not seen comes last, so that the cost of finding it does not depend on what was left behind.
///
/// It is as safe as a look at the heads: within a shard the order of versions is the order of commits, so that a snapshot of one
/// statement that shows a version shows all before it. What only the heads can tell, whether the source has lost changes or collected
/// deleted links, is looked for less often.
extension SourceNode {
    /// The least work on the heads, in milliseconds, for which they are read less often.
    private static let expensiveWork: Int64 = 5

    /// For how long the heads need not be read again, once they were read and this node had everything: so that all looks at them take
    /// a twentieth of a core at most.
    static func headsPause(afterWorkOf milliseconds: Int64) -> Duration {
        milliseconds < expensiveWork ? .zero : .milliseconds(min(20 * milliseconds, 30_000))
    }

    /// Looks at the source once, without the heads; `nil` if a look at the heads must follow.
    func lookQuickly(through connection: SourceConnection) async throws -> Step? {
        let opening = try await connection.run([
            SourceStatement.source, SourceStatement.unseen(after: positions.map(\.cursor)), SourceStatement.elapsed,
        ])
        lookPause = Self.pause(afterWorkOf: try opening[2].integer(0, 0))
        guard opening[0].count == 1, try opening[0].number(0, 0) == identity?.source,
            try opening[0].number(0, 2) == tokensVersion
        else { return nil }
        var shards: [UInt8] = []
        for row in 0..<opening[1].count where !opening[1].isNull(row, 1) {
            let shard = try opening[1].shard(row, 0)
            // Of another epoch nothing is taken over before it is known what to make of it.
            guard try opening[1].number(row, 1) >> SourceHeads.epochBits == positions[Int(shard)].epoch else {
                return nil
            }
            shards.append(shard)
        }
        noteSuccess(at: WallClock.now.seconds)
        let isPartial = try await followQuickly(shards, through: connection)
        note {
            $0.storeFault = nil
            if !isPartial { ($0.lag, $0.behindSince) = (0, nil) }
        }
        answerVersionWaits()
        if isPartial { return .hasMore }
        return shards.isEmpty ? .hasNothing : .hasChanged
    }

    /// Reads a page of each of some shards and puts them into the replica; returns whether one of them was full.
    private func followQuickly(_ shards: [UInt8], through connection: SourceConnection) async throws -> Bool {
        guard !shards.isEmpty else { return false }
        let limit = max(1, min(FollowPlan.pageRows, budget.rows / shards.count))
        let statements = shards.map { shard in
            let position = positions[Int(shard)]
            let last = (position.epoch + 1) << SourceHeads.epochBits - 1
            return SourceStatement.page(of: shard, after: position.cursor, upTo: last, limit: limit)
        }
        let start = ContinuousClock.now
        let pages = try await connection.run(statements, isByProgress: true)
        var page = ReplicaPage(rows: [])
        var isPartial = false
        for (shard, answer) in zip(shards, pages) {
            let rows = try Self.rows(answer, of: shard)
            // What was there may have been collected since.
            guard let last = rows.last else { continue }
            isPartial = isPartial || rows.count == limit
            page.rows += rows
            page.steps.append(
                ReplicaPage.Step(shard: shard, epoch: positions[Int(shard)].epoch, cursor: last.version))
        }
        // Before anything is written here: a store that can't be written is behind, too.
        note { [count = page.rows.count] in
            ($0.lag, $0.behindSince) = (UInt64(count), $0.behindSince ?? WallClock.now.seconds)
        }
        let bytes = page.rows.reduce(0) { $0 + $1.body.count }
        budget.adapt(rows: page.rows.count, bytes: bytes, in: ContinuousClock.now - start)
        for position in try await replicate(.follow(page)) {
            adopt(position)
            lastHeads[Int(position.shard)] = max(lastHeads[Int(position.shard)], position.cursor)
        }
        let refused = positions.reduce(0) { $0 + $1.refused }
        note { [count = page.rows.count] in
            $0.rowsFollowed += UInt64(count)
            $0.rowsRefused = refused
        }
        return isPartial
    }
}
