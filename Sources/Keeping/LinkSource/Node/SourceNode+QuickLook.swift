import ByteText
import Libevent
import LinkStore
import PostgreSQL

/// Polls for links only, while reading the heads of the shards is expensive.
///
/// While a snapshot is held at the source, for example by a long dump, dead row versions in `fp_shard` can't be
/// removed, and reading the heads means reading all of them, with any query plan. Link versions are in an index whose
/// last entries are those that this node has not seen, so the cost of finding them does not depend on dead rows.
///
/// This is as safe as reading the heads: within a shard the order of versions is the order of commits, so a snapshot
/// that shows a version shows all earlier ones. Conditions that only the heads show, such as lost changes or collected
/// tombstones, are checked less often.
extension SourceNode {
    /// The minimum work on the heads, in milliseconds, from which they are read less often.
    private static let expensiveWork: Int64 = 5

    /// The time for which the heads need not be read again after a poll that left this node up to date. It limits the
    /// cost of all reads to a twentieth of a core.
    static func headsPause(afterWorkOf milliseconds: Int64) -> Duration {
        milliseconds < expensiveWork ? .zero : .milliseconds(min(20 * milliseconds, 30_000))
    }

    /// Polls the source once, without the heads; `nil` if a poll with the heads must follow.
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
            // Rows of another epoch are not applied before the epoch change has been resolved.
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

    /// Reads a page of each of some shards and applies them to the replica; returns whether one of them was full.
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
            // The row may have been collected since.
            guard let last = rows.last else { continue }
            isPartial = isPartial || rows.count == limit
            page.rows += rows
            page.steps.append(
                ReplicaPage.Step(shard: shard, epoch: positions[Int(shard)].epoch, cursor: last.version))
        }
        // Noted before any write, since a store that can't be written lags too.
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
