import LinkStore
import PostgreSQL

/// The SQL statements for counts. A row of `fp_tally` has all counters of a link, a day and an incarnation of a node.
/// `fp_incarnation` contains the open incarnations, and those whose rows are yet to be folded into the rows of
/// incarnation 0.
///
/// The key begins with the incarnation, so growing rows are adjacent and separate from those of earlier years.
extension SourceStatement {
    /// The states of an incarnation.
    enum IncarnationState: Int32 {
        /// Its node sends sums.
        case counting = 0
        /// The node sends no more sums, permanently.
        case finished = 1
        /// All its sums are folded. Kept for pushed stores and provisional incarnations, so that they are not counted
        /// again.
        case folded = 2
    }

    /// The incarnation of the folded rows.
    static let foldedIncarnation: UInt64 = 0

    static func incarnation(_ incarnation: UInt64) -> Statement {
        Statement("SELECT state FROM fp_incarnation WHERE incarnation = $1", [.number(incarnation)])
    }

    static func note(_ identity: ReplicaIdentity, _ state: IncarnationState) -> Statement {
        Statement(
            """
            INSERT INTO fp_incarnation (incarnation, node, state, sent) VALUES ($1, $2, $3, \(clock))
            ON CONFLICT (incarnation) DO NOTHING
            """, [.number(identity.incarnation), .text(identity.node), .integer32(state.rawValue)])
    }

    /// Locks the row of an open incarnation; affects no row if it is finished.
    static func claim(_ incarnation: UInt64) -> Statement {
        Statement(
            "UPDATE fp_incarnation SET sent = \(clock) WHERE incarnation = $1 AND state = 0", [.number(incarnation)])
    }

    /// Sends the sums of an incarnation if it is open. They only grow, so sending twice is harmless, and a delayed sum
    /// does not replace a later one.
    static func send(_ rows: [TallyRow], of incarnation: UInt64) -> Statement {
        Statement(
            """
            INSERT INTO fp_tally (incarnation, link, day, n, body, parts)
            SELECT i.incarnation, c.link, c.day, c.n, c.body, c.parts
            FROM unnest($2, $3, $4, $5, $6) AS c (link, day, n, body, parts), fp_incarnation AS i
            WHERE i.incarnation = $1 AND i.state = 0
            ON CONFLICT (incarnation, link, day)
            DO UPDATE SET n = excluded.n, body = excluded.body, parts = excluded.parts
            WHERE fp_tally.n < excluded.n
            """, [.number(incarnation)] + columns(rows))
    }

    private static func columns(_ rows: [TallyRow]) -> [Statement.Parameter] {
        keys(rows.map(\.key)) + [
            .integers(rows.map { Int64(clamping: $0.body.sum) }), .byteStrings(rows.map(\.body.bytes)),
            .byteStrings(rows.map(\.tally.breakdown.stored)),
        ]
    }

    private static func keys(_ keys: [TallyKey]) -> [Statement.Parameter] {
        [.integers(keys.map { Int64(bitPattern: $0.link) }), .integers32(keys.map { Int32(clamping: $0.place) })]
    }

    static func finish(_ incarnation: UInt64) -> Statement {
        Statement(
            "UPDATE fp_incarnation SET state = 1 WHERE incarnation = $1 AND state = 0", [.number(incarnation)])
    }

    /// Finishes incarnations that have sent nothing for some seconds while their nodes count in others.
    static func finishAbandoned(after seconds: Int64) -> Statement {
        Statement(
            """
            UPDATE fp_incarnation SET state = 1 WHERE state = 0 AND sent < \(clock) - $1
            AND node IN (SELECT node FROM fp_node) AND incarnation NOT IN (SELECT incarnation FROM fp_node)
            """, [.integer(seconds)])
    }

    // MARK: - Folding, under the lock of the row of incarnation 0

    static let lockFolded = Statement("SELECT sent FROM fp_incarnation WHERE incarnation = 0 FOR UPDATE")

    static let firstFinished = Statement(
        "SELECT incarnation FROM fp_incarnation WHERE state = 1 ORDER BY incarnation LIMIT 1")

    /// Link, day, body and parts.
    static func tallies(of incarnation: UInt64, after last: TallyKey? = nil, limit: Int) -> Statement {
        let link = last.map { Int64(bitPattern: $0.link) } ?? .min
        let place = last.map { Int32(clamping: $0.place) } ?? .min
        return Statement(
            """
            SELECT link, day, body, parts FROM fp_tally WHERE incarnation = $1 AND (link, day) > ($3, $4)
            ORDER BY link, day LIMIT $2
            """, [.number(incarnation), .integer(Int64(limit)), .integer(link), .integer32(place)])
    }

    static func folded(_ keys: [TallyKey]) -> Statement {
        Statement(
            """
            SELECT t.link, t.day, t.body, t.parts FROM unnest($1, $2) AS k (link, day)
            JOIN fp_tally AS t ON t.incarnation = 0 AND t.link = k.link AND t.day = k.day
            """, self.keys(keys))
    }

    static func putFolded(_ rows: [TallyRow]) -> Statement {
        Statement(
            """
            INSERT INTO fp_tally (incarnation, link, day, n, body, parts)
            SELECT 0, c.link, c.day, c.n, c.body, c.parts
            FROM unnest($1, $2, $3, $4, $5) AS c (link, day, n, body, parts)
            ON CONFLICT (incarnation, link, day)
            DO UPDATE SET n = excluded.n, body = excluded.body, parts = excluded.parts
            """, columns(rows))
    }

    static func removeTallies(of incarnation: UInt64, upTo last: TallyKey) -> Statement {
        Statement(
            "DELETE FROM fp_tally WHERE incarnation = $1 AND (link, day) <= ($2, $3)",
            [.number(incarnation), .integer(Int64(bitPattern: last.link)), .integer32(Int32(clamping: last.place))])
    }

    static func removeFolded(_ keys: [TallyKey]) -> Statement {
        Statement(
            """
            DELETE FROM fp_tally WHERE incarnation = 0
            AND (link, day) IN (SELECT k.link, k.day FROM unnest($1, $2) AS k (link, day))
            """, self.keys(keys))
    }

    /// Removes an incarnation whose rows are folded.
    static func forget(_ incarnation: UInt64) -> Statement {
        // Pushed stores and provisional incarnations have negative numbers.
        if Int64(bitPattern: incarnation) < 0 {
            return Statement(
                "UPDATE fp_incarnation SET state = 2 WHERE incarnation = $1 AND state = 1", [.number(incarnation)])
        }
        return Statement("DELETE FROM fp_incarnation WHERE incarnation = $1 AND state = 1", [.number(incarnation)])
    }

    /// Records that all rows were checked for days old enough to be rolled up.
    static let noteRollUp = Statement("UPDATE fp_incarnation SET sent = \(clock) WHERE incarnation = 0")

    /// The time of the last such check, and the source's time.
    static let lastRollUp = Statement("SELECT sent, \(clock) FROM fp_incarnation WHERE incarnation = 0")

    // MARK: - The table of programs before version 2, in which a row has one counter

    /// A node of a program before version 2 that was active within ten minutes. While there is one, its statistics come
    /// from these rows alone.
    static let olderNodes = Statement(
        """
        SELECT node FROM fp_node WHERE seen > now() - INTERVAL '10 minutes'
        AND incarnation NOT IN (SELECT incarnation FROM fp_incarnation) LIMIT 1
        """)

    /// Nodes whose rows may change: those that are listed and do not count in an incarnation of this table's successor.
    static let olderWriters = Statement(
        "SELECT node FROM fp_node WHERE incarnation NOT IN (SELECT incarnation FROM fp_incarnation)")

    /// Stores whose push has ended.
    static let pushed = Statement("SELECT node FROM fp_incarnation WHERE incarnation < 0 AND state > 0")

    /// Link, day, platform, outcome, node, incarnation and number.
    static func olderCounts(after last: OlderCountKey, limit: Int) -> Statement {
        Statement(
            """
            SELECT link, day, platform, outcome, node, incarnation, n FROM fp_count
            WHERE (link, day, platform, outcome, node, incarnation) > ($1, $2, $3, $4, $5, $6)
            ORDER BY link, day, platform, outcome, node, incarnation LIMIT $7
            """, last.parameters + [.integer(Int64(limit))])
    }

    static func removeOlderCounts(_ keys: [OlderCountKey]) -> Statement {
        Statement(
            """
            DELETE FROM fp_count WHERE (link, day, platform, outcome, node, incarnation) IN
            (SELECT k.link, k.day, k.platform, k.outcome, k.node, k.incarnation
            FROM unnest($1, $2, $3, $4, $5, $6) AS k (link, day, platform, outcome, node, incarnation))
            """,
            [
                .integers(keys.map { Int64(bitPattern: $0.link) }), .integers32(keys.map(\.day)),
                .integers32(keys.map(\.platform)), .integers32(keys.map(\.outcome)), .texts(keys.map(\.node)),
                .integers(keys.map { Int64(bitPattern: $0.incarnation) }),
            ])
    }

    // MARK: - Reading

    /// The sums of all nodes for some links, from both tables: link, day, platform, outcome, number and body, of which a row has
    /// either the number or the body. A single statement reads both in one snapshot, while rows are folded.
    static func counts(of ids: [UInt64], _ days: ClosedRange<UInt32>) -> Statement {
        let (isWithin, limits) = within(days)
        return Statement(
            """
            SELECT link, day, platform, outcome, CAST(sum(n) AS bigint), CAST(NULL AS bytea) FROM fp_count
            WHERE link IN (SELECT k.link FROM unnest($1) AS k (link)) AND \(isWithin) GROUP BY link, day, platform, outcome
            UNION ALL
            SELECT t.link, t.day, 0, 0, 0, t.body FROM fp_incarnation AS i
            JOIN fp_tally AS t ON t.incarnation = i.incarnation
            WHERE i.state < 2 AND t.link IN (SELECT k.link FROM unnest($1) AS k (link)) AND \(isWithin)
            """,
            [.integers(ids.map { Int64(bitPattern: $0) })] + limits)
    }

    /// The parts of all nodes.
    static func breakdowns(of id: UInt64, _ days: ClosedRange<UInt32>) -> Statement {
        let (isWithin, limits) = within(days)
        return Statement(
            """
            SELECT t.parts FROM fp_incarnation AS i JOIN fp_tally AS t ON t.incarnation = i.incarnation
            WHERE i.state < 2 AND t.link = $1 AND t.parts IS NOT NULL AND \(isWithin)
            """, [.number(id)] + limits)
    }

    /// The condition that a row's place is that of a period that begins within the days, for the parameters from $2 on.
    private static func within(_ days: ClosedRange<UInt32>) -> (condition: String, limits: [Statement.Parameter]) {
        let places = LinkCount.places(days)
        let ranges = places.indices.map { "day >= $\(2 * $0 + 2) AND day <= $\(2 * $0 + 3)" }
        let limits: [Statement.Parameter] = places.flatMap {
            [.integer32(Int32(clamping: $0.lowerBound)), .integer32(Int32(clamping: $0.upperBound))]
        }
        return ("(\(ranges.joined(separator: " OR ")))", limits)
    }
}

/// The key of a row of `fp_count`.
struct OlderCountKey: Sendable, Equatable {
    var link = UInt64(bitPattern: Int64.min)
    var day = Int32.min
    var platform: Int32 = 0
    var outcome: Int32 = 0
    var node = ""
    var incarnation: UInt64 = 0

    fileprivate var parameters: [Statement.Parameter] {
        [
            .number(link), .integer32(day), .integer32(platform), .integer32(outcome), .text(node),
            .number(incarnation),
        ]
    }
}

extension Rows {
    /// The counts of links, from the result of ``SourceStatement/counts(of:_:)``: a list for each link, by day, without those of
    /// events that only newer programs support.
    func counts(of ids: [UInt64]) throws(PostgreSQLError) -> [[LinkCount]] {
        var bodies: [UInt64: [UInt32: CountBody]] = [:]
        for row in 0..<count {
            let (id, place) = (try number(row, 0), UInt32(clamping: try integer(row, 1)))
            if isNull(row, 5) {
                bodies[id, default: [:]][place, default: CountBody()].add(
                    UInt64(clamping: try integer(row, 4)), event: try integer(row, 3), platform: try integer(row, 2))
            } else {
                bodies[id, default: [:]][place, default: CountBody()].add(try CountBody(bytes(row, 5)))
            }
        }
        return ids.map { id in
            (bodies[id] ?? [:]).flatMap { $1.counts(of: id, at: $0) }.sorted {
                ($0.day, $1.period, $0.platform.rawValue, $0.event.rawValue)
                    < ($1.day, $0.period, $1.platform.rawValue, $1.event.rawValue)
            }
        }
    }
}
