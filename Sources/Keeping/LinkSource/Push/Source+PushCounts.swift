import LinkStore
import PostgreSQL

/// The counts and breakdowns of a pushed store, under one incarnation of a node that no longer exists. They can be sent again
/// until the push is finished: the larger sum of a link and period is the later one.
extension Source {
    /// The number of rows that are sent together.
    private static let rowsAtOnce = 1_000
    /// The number of links whose breakdowns are in memory at a time.
    private static let linksAtOnce = 200

    /// Copies the counts and breakdowns of links, under their new IDs.
    ///
    /// - Parameter ids: The IDs at the source, by those in the store, without the conflicts.
    func pushCounts(_ batch: PushBatch, _ ids: [UInt64: UInt64], _ run: PushRun) async throws {
        let links = batch.links.filter { ids[$0.record.id] != nil }
        if run.sendsCounts { try await pushCounts(links.filter { !$0.counts.isEmpty }, ids, run) }
        let limited = links.filter { $0.record.maximumClicks != nil }.map { link in
            (id: ids[link.record.id] ?? 0, clicks: link.counts.reduce(0) { $1.event == .click ? $0 + $1.count : $0 })
        }
        if !limited.isEmpty {
            _ = try await connected().run([PushStatement.openLeases(limited)], deadline: .seconds(60))
        }
    }

    private func pushCounts(_ links: [PushBatch.Link], _ ids: [UInt64: UInt64], _ run: PushRun) async throws {
        var rows: [TallyRow] = []
        for start in stride(from: 0, to: links.count, by: Self.linksAtOnce) {
            let some = links[start..<min(start + Self.linksAtOnce, links.count)]
            let breakdowns = try run.store.breakdowns(of: some.map(\.record.id)).joined()
            rows += TallyRow.rows(some.flatMap(\.counts), Array(breakdowns)).map { $0.renumbered(ids) }
            if rows.count >= Self.rowsAtOnce {
                try await send(rows, run)
                rows = []
            }
        }
        try await send(rows, run)
    }

    /// Copies the counts and breakdowns of sites, which have the same IDs everywhere.
    func pushSites(_ run: PushRun) async throws {
        let sites = try run.store.countedSites()
        let (counts, breakdowns) = (try run.store.counts(of: sites), try run.store.breakdowns(of: sites))
        try await send(TallyRow.rows(Array(counts.joined()), Array(breakdowns.joined())), run)
    }

    private func send(_ rows: [TallyRow], _ run: PushRun) async throws(PostgreSQLError) {
        for start in stride(from: 0, to: rows.count, by: Self.rowsAtOnce) {
            let some = Array(rows[start..<min(start + Self.rowsAtOnce, rows.count)])
            _ = try await connected().run(
                [
                    SourceStatement.note(run.identity, .counting),
                    SourceStatement.send(some, of: run.identity.incarnation),
                ], deadline: .seconds(60))
        }
    }
}

extension TallyRow {
    /// The row with the link's ID at the source.
    fileprivate func renumbered(_ ids: [UInt64: UInt64]) -> TallyRow {
        TallyRow(key: TallyKey(link: ids[key.link] ?? key.link, place: key.place), tally: tally)
    }
}
