import LinkStore
import PostgreSQL

/// Folding counts: rows of closed incarnations, and of the table of programs before version 2, are added to rows of
/// incarnation 0, whose old days are merged into longer periods. The sum of a link's rows never changes.
///
/// Each step is one transaction of bounded size under the lock of one row, so several nodes may fold concurrently. Rows
/// are added and removed in the same transaction, so a failed step has no effect.
struct CountFolding: Sendable {
    /// The number of rows per step.
    private static let rows = 1_000

    private enum Phase: Sendable {
        /// Closed incarnations.
        case ended
        /// The older table, after a row.
        case older(OlderCountKey)
        /// Old days, after a row.
        case rollUp(TallyKey?)
        case done
    }

    private var phase = Phase.ended
    private var retention: CountRetention?
    /// Whether to process all rows although that was done today, because the settings have changed.
    private var isNewRetention = false

    /// Whether a round is about to begin.
    var isFirst: Bool {
        if case .ended = phase { return true }
        return false
    }

    /// Whether a round has ended.
    var isDone: Bool {
        if case .done = phase { return true }
        return false
    }

    init() {}

    /// Applies other settings from the next step.
    mutating func use(_ retention: CountRetention?) {
        guard self.retention != retention else { return }
        self.retention = retention
        isNewRetention = true
        begin()
    }

    /// Adopts the progress of another value.
    mutating func advance(to next: CountFolding) {
        guard retention == next.retention else { return }
        (phase, isNewRetention) = (next.phase, next.isNewRetention)
    }

    /// Begins another round.
    mutating func begin() { phase = .ended }

    /// Ends the round.
    mutating func rest() { phase = .done }

    /// Performs a step.
    mutating func step(on connection: SourceConnection) async throws(PostgreSQLError) {
        switch phase {
        case .ended:
            if try await !Self.foldEnded(on: connection) { phase = .older(OlderCountKey()) }
        case .older(let last):
            let next = try await Self.foldOlder(after: last, on: connection)
            phase = next.map { .older($0) } ?? .rollUp(nil)
        case .rollUp(let last):
            try await rollUp(after: last, on: connection)
        case .done: break
        }
    }

    // MARK: - Closed incarnations

    /// Folds rows of the first closed incarnation; returns whether there was one.
    private static func foldEnded(on connection: SourceConnection) async throws(PostgreSQLError) -> Bool {
        let first = try await connection.run([SourceStatement.firstFinished])[0]
        guard first.count == 1 else { return false }
        let incarnation = try first.number(0, 0)
        let answers = try await connection.run(
            SourceStatement.beginWriting + [
                SourceStatement.lockFolded, SourceStatement.tallies(of: incarnation, limit: rows),
            ])
        let found = try answers[answers.count - 1].tallies
        var statements: [Statement] = []
        if let last = found.last?.key {
            statements = try await add(found, on: connection)
            statements.append(SourceStatement.removeTallies(of: incarnation, upTo: last))
        }
        if found.count < rows { statements.append(SourceStatement.forget(incarnation)) }
        _ = try await connection.run(statements + [SourceStatement.commit])
        return true
    }

    /// The statements that add rows to the folded ones, whose lock is held.
    private static func add(
        _ added: [TallyRow], on connection: SourceConnection
    ) async throws(PostgreSQLError) -> [Statement] {
        var sums: [TallyKey: Tally] = [:]
        for row in added { sums[row.key, default: Tally()].add(row.tally) }
        let known = try await connection.run([SourceStatement.folded(Array(sums.keys))])[0].tallies
        for row in known { sums[row.key, default: Tally()].add(row.tally) }
        return [SourceStatement.putFolded(TallyRow.rows(sums))]
    }

    // MARK: - The older table

    /// Folds rows of the older table after a given one, of nodes that no longer write to it; returns the last row
    /// examined, or `nil` at the end.
    ///
    /// A node that counts in an incarnation of the newer table has sent all earlier counts, so its rows here are final.
    /// So are those of a node that no longer exists.
    private static func foldOlder(
        after last: OlderCountKey, on connection: SourceConnection
    ) async throws(PostgreSQLError) -> OlderCountKey? {
        let look = SourceStatement.olderCounts(after: last, limit: rows)
        let opening = try await connection.run([SourceStatement.olderNodes, look])
        guard opening[0].count == 0, opening[1].count > 0 else { return nil }
        let answers = try await connection.run(
            SourceStatement.beginWriting + [
                SourceStatement.lockFolded, SourceStatement.olderWriters, SourceStatement.pushed, look,
            ])
        let found = answers[answers.count - 1]
        var (writers, pushed): (Set<String>, Set<String>) = ([], [])
        for row in 0..<answers[answers.count - 3].count { writers.insert(try answers[answers.count - 3].text(row, 0)) }
        for row in 0..<answers[answers.count - 2].count { pushed.insert(try answers[answers.count - 2].text(row, 0)) }
        var keys: [OlderCountKey] = []
        var sums: [TallyKey: Tally] = [:]
        var end: OlderCountKey?
        for row in 0..<found.count {
            let key = try OlderCountKey(found, row)
            end = key
            let isOfPush = key.node.hasPrefix(PushIncarnation.prefix)
            guard isOfPush ? pushed.contains(key.node) : !writers.contains(key.node) else { continue }
            keys.append(key)
            sums[TallyKey(link: key.link, place: UInt32(clamping: key.day)), default: Tally()].body.add(
                UInt64(clamping: try found.integer(row, 6)), event: Int64(key.outcome), platform: Int64(key.platform))
        }
        var statements: [Statement] = []
        if !keys.isEmpty {
            statements = try await add(TallyRow.rows(sums), on: connection)
            statements.append(SourceStatement.removeOlderCounts(keys))
        }
        _ = try await connection.run(statements + [SourceStatement.commit])
        return found.count < rows ? nil : end
    }

    // MARK: - Old days

    /// Merges old days among the next rows into longer periods. All rows are processed once a day, by one of the nodes.
    private mutating func rollUp(after last: TallyKey?, on connection: SourceConnection) async throws(PostgreSQLError) {
        guard let retention else { return phase = .done }
        let look = SourceStatement.tallies(of: SourceStatement.foldedIncarnation, after: last, limit: Self.rows)
        let answers = try await connection.run([SourceStatement.lastRollUp, look])
        guard answers[0].count == 1 else { return phase = .done }
        let today = try answers[0].integer(0, 1) / 86_400
        if last == nil, !isNewRetention, try answers[0].integer(0, 0) / 86_400 >= today { return phase = .done }
        let found = try answers[1].tallies
        let day = UInt32(clamping: today)
        if found.contains(where: { retention.target(of: $0.key.place, today: day) != nil }) {
            try await Self.merge(look, retention, day, on: connection)
        }
        if found.count == Self.rows { return phase = .rollUp(found[found.count - 1].key) }
        isNewRetention = false
        phase = .done
        _ = try await connection.run([SourceStatement.noteRollUp])
    }

    private static func merge(
        _ look: Statement, _ retention: CountRetention, _ today: UInt32, on connection: SourceConnection
    ) async throws(PostgreSQLError) {
        let answers = try await connection.run(SourceStatement.beginWriting + [SourceStatement.lockFolded, look])
        var old: [TallyKey] = []
        var moved: [TallyRow] = []
        for row in try answers[answers.count - 1].tallies {
            guard let target = retention.target(of: row.key.place, today: today) else { continue }
            old.append(row.key)
            moved.append(TallyRow(key: TallyKey(link: row.key.link, place: target), tally: row.tally))
        }
        let statements = old.isEmpty ? [] : try await add(moved, on: connection) + [SourceStatement.removeFolded(old)]
        _ = try await connection.run(statements + [SourceStatement.commit])
    }
}

extension OlderCountKey {
    fileprivate init(_ rows: Rows, _ row: Int) throws(PostgreSQLError) {
        self.init(
            link: try rows.number(row, 0), day: Int32(clamping: try rows.integer(row, 1)),
            platform: Int32(clamping: try rows.integer(row, 2)), outcome: Int32(clamping: try rows.integer(row, 3)),
            node: try rows.text(row, 4), incarnation: try rows.number(row, 5))
    }
}
