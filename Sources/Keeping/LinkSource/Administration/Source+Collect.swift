import LinkStore
public import PostgreSQL

extension Source {
    /// The number of rows processed together.
    private static let rowsAtOnce = 2_000

    /// Removes the tombstones of links deleted before a time, with their counts and click leases, and the fingerprints
    /// of all deleted links. Returns the number of tombstones. Their codes can then be used again, and nodes that have
    /// not seen the deletion resync their shards.
    ///
    /// Also removes the marks of provisional incarnations that were folded before that time: a copy of a node's store
    /// that is older could count its unsent clicks again.
    ///
    /// - Parameter time: The time in seconds since 1970.
    public func collect(before time: Int64) async throws(PostgreSQLError) -> Int {
        var removed = 0
        for shard in 0...UInt8.max {
            let links = try await retrying { connection throws(PostgreSQLError) in
                try await Self.collect(in: shard, before: time, through: connection)
            }
            removed += links.count
        }
        try await collectFingerprints()
        _ = try await retrying { connection throws(PostgreSQLError) in
            try await connection.run([AdministrationStatement.removeMarks(before: time)])
        }
        return removed
    }

    /// Removes a shard's deleted links after their dependent rows, so that the next run still finds the links after a
    /// failure.
    private static func collect(
        in shard: UInt8, before time: Int64, through connection: SourceConnection
    ) async throws(PostgreSQLError) -> [UInt64] {
        let answers = try await connection.run([
            SourceStatement.begin, SourceStatement.lock(shard),
            AdministrationStatement.deleted(in: shard, before: time),
            AdministrationStatement.incarnations,
        ])
        guard answers[2].count > 0 else {
            _ = try await connection.run([SourceStatement.rollback])
            return []
        }
        var links: [UInt64] = []
        var floor = try answers[1].number(0, 2)
        for row in 0..<answers[2].count {
            links.append(try answers[2].number(row, 0))
            floor = max(floor, try answers[2].number(row, 1))
        }
        var incarnations: [UInt64] = []
        for row in 0..<answers[3].count { incarnations.append(try answers[3].number(row, 0)) }
        for start in stride(from: 0, to: links.count, by: rowsAtOnce) {
            let some = Array(links[start..<min(start + rowsAtOnce, links.count)])
            let tallies = incarnations.map { AdministrationStatement.removeTallies(of: some, in: $0) }
            let rest = [AdministrationStatement.removeLeases(of: some), AdministrationStatement.removeCounts(of: some)]
            _ = try await connection.run(tallies + rest, deadline: .seconds(120))
        }
        _ = try await connection.run(
            [
                AdministrationStatement.collect(in: shard, before: time),
                AdministrationStatement.raiseFloor(of: shard, to: floor), SourceStatement.commit,
            ], deadline: .seconds(120))
        return links
    }

    /// Removes fingerprints of deleted links, which no longer affect new links. Tombstones do not contain fingerprints,
    /// so all fingerprints are scanned.
    private func collectFingerprints() async throws(PostgreSQLError) {
        var last: SourceFingerprint?
        repeat {
            last = try await retrying { [last] connection throws(PostgreSQLError) in
                try await Self.collectFingerprints(after: last, through: connection)
            }
        } while last != nil
    }

    /// Processes the next fingerprints; returns the last one, or `nil` at the end.
    private static func collectFingerprints(
        after last: SourceFingerprint?, through connection: SourceConnection
    ) async throws(PostgreSQLError) -> SourceFingerprint? {
        let look = AdministrationStatement.fingerprints(after: last, limit: rowsAtOnce)
        let found = try await connection.run([look])[0]
        guard found.count > 0 else { return nil }
        var keys: [LinkKey] = []
        var end: SourceFingerprint?
        var leads: [(fingerprint: SourceFingerprint, key: LinkKey)] = []
        for row in 0..<found.count {
            let bytes = found.bytes(row, 1)
            guard bytes.count == 16, let key = LinkKey(domain: try found.text(row, 0), code: try found.text(row, 2))
            else { throw .answer("fp_fingerprint has an invalid row") }
            let whole = SourceFingerprint(domain: key.domain, LinkFingerprint(digest: bytes))
            leads.append((whole, key))
            keys.append(key)
            end = whole
        }
        let rows = try await connection.run([AdministrationStatement.living(keys)])[0]
        var living: Set<String> = []
        for row in 0..<rows.count { living.insert("\(try rows.text(row, 0))/\(try rows.text(row, 1))") }
        let gone = leads.filter { !living.contains($0.key.text) }
        if !gone.isEmpty {
            _ = try await connection.run([AdministrationStatement.removeFingerprints(gone)])
        }
        return found.count < rowsAtOnce ? nil : end
    }
}

extension AdministrationStatement {
    /// ID and version.
    static func deleted(in shard: UInt8, before time: Int64) -> Statement {
        Statement(
            "SELECT id, version FROM fp_link WHERE shard = $1 AND deleted AND changed < $2",
            [.shard(shard), .integer(time)])
    }

    static func collect(in shard: UInt8, before time: Int64) -> Statement {
        Statement(
            "DELETE FROM fp_link WHERE shard = $1 AND deleted AND changed < $2", [.shard(shard), .integer(time)])
    }

    static func raiseFloor(of shard: UInt8, to floor: UInt64) -> Statement {
        Statement("UPDATE fp_shard SET floor = $2 WHERE shard = $1", [.shard(shard), .number(floor)])
    }

    static let incarnations = Statement("SELECT incarnation FROM fp_incarnation")

    private static func numbers(_ links: [UInt64]) -> Statement.Parameter {
        .integers(links.map { Int64(bitPattern: $0) })
    }

    static func removeTallies(of links: [UInt64], in incarnation: UInt64) -> Statement {
        Statement(
            "DELETE FROM fp_tally WHERE incarnation = $1 AND link = ANY ($2)", [.number(incarnation), numbers(links)])
    }

    static func removeLeases(of links: [UInt64]) -> Statement {
        Statement("DELETE FROM fp_lease WHERE link = ANY ($1)", [numbers(links)])
    }

    static func removeCounts(of links: [UInt64]) -> Statement {
        Statement("DELETE FROM fp_count WHERE link = ANY ($1)", [numbers(links)])
    }

    /// Domain, fingerprint and code.
    static func fingerprints(after last: SourceFingerprint?, limit: Int) -> Statement {
        Statement(
            """
            SELECT domain, fingerprint, code FROM fp_fingerprint WHERE (domain, fingerprint) > ($1, $2)
            ORDER BY domain, fingerprint LIMIT $3
            """,
            [.text(last?.domain ?? ""), .bytes(last?.bytes ?? []), .integer(Int64(limit))])
    }

    /// Domain and code of live links.
    static func living(_ keys: [LinkKey]) -> Statement {
        Statement(
            """
            SELECT l.domain, l.code FROM unnest($1, $2, $3) AS k (shard, domain, code)
            JOIN fp_link AS l ON l.shard = k.shard AND l.domain = k.domain AND l.code = k.code
            WHERE NOT l.deleted
            """, SourceStatement.parameters(of: keys))
    }

    /// Removes those that still refer to the same code. A push inserts its fingerprints before its links, so none are
    /// removed while one is running.
    static func removeFingerprints(_ gone: [(fingerprint: SourceFingerprint, key: LinkKey)]) -> Statement {
        Statement(
            """
            DELETE FROM fp_fingerprint WHERE (domain, fingerprint, code) IN
            (SELECT k.domain, k.fingerprint, k.code FROM unnest($1, $2, $3) AS k (domain, fingerprint, code))
            AND NOT EXISTS (SELECT number FROM fp_import)
            """,
            [
                .texts(gone.map(\.fingerprint.domain)), .byteStrings(gone.map(\.fingerprint.bytes)),
                .texts(gone.map { String($0.key.code) }),
            ])
    }

    /// Those of pushed stores stay, which are few.
    static func removeMarks(before time: Int64) -> Statement {
        Statement(
            "DELETE FROM fp_incarnation WHERE state = 2 AND sent < $1 AND node NOT LIKE '\(PushIncarnation.prefix)%'",
            [.integer(time)])
    }

    static func removeNode(_ node: String) -> Statement {
        Statement("DELETE FROM fp_node WHERE node = $1", [.text(node)])
    }

    static func finishIncarnations(of node: String) -> Statement {
        Statement("UPDATE fp_incarnation SET state = 1 WHERE node = $1 AND state = 0", [.text(node)])
    }
}
