import ByteText
import Libevent
public import LinkStore
import PostgreSQL

/// Click counts: sending those of this node, and reading those of all.
///
/// Each process counts in an incarnation of its own from its start, even if the source is away, since its store may be
/// a copy of a running process's. That one is provisional (``ProvisionalIncarnation``). Once it reaches the source, and
/// each day, the process registers another one and counts in it. The store moves the unsent sums of the former
/// incarnation aside in the same transaction, and sends them under that one, however much later.
///
/// For an incarnation the source stores the sums, so sending them twice is harmless, even from copies of a store. A
/// closed incarnation is folded into rows of all nodes (``CountFolding``). So that a late sum changes nothing then, an
/// incarnation is closed at the source, permanently, once nothing is counted in it and all its sums were acknowledged.
/// A send locks the incarnation's row and writes nothing if it is finished, so a repetition either comes before that,
/// and is folded with the original, or has no effect.
///
/// The incarnation registered by the store's last process is only closed after that process has missed heartbeats for a
/// minute: it may still run with the original of this store. The provisional ones of other processes are never closed.
///
/// A crash leaves unfinished incarnations, whose rows stay until they are abandoned. A store that has unsent sums of a
/// closed incarnation drops them when they are rejected: either another process with a copy has sent them, or an
/// operator has forgotten the node (``Source/forget(node:isForced:)``). A node that was offline for any length of time
/// finds its incarnations open otherwise.
extension SourceNode {
    /// The maximum number of links and days sent at a time.
    private static let mostSent = 4_000
    /// The seconds without a send after which an incarnation is abandoned if its node has another one.
    private static let abandonment: Int64 = 30 * 86_400

    /// Sends unsent counts, and registers the incarnation of this process or day.
    func sendCounts() async throws(PostgreSQLError) {
        try await lookForFailover()
        if mayHaveLostCounts, (try? await replicate(.resend)) != nil { mayHaveLostCounts = false }
        guard try await sendUnsent() else { return }
        // The node may be stopping, and another task may have moved counts aside since.
        guard let unsent = try? store.unsent(limit: 1), !unsent.isFormer else { return }
        for incarnation in endedIncarnations.sorted() {
            _ = try await run(SourceStatement.finish(incarnation))
            endedIncarnations.remove(incarnation)
        }
        let today = Int(WallClock.now.seconds / 86_400)
        if countingDay != today, try await renewIncarnation() { countingDay = today }
    }

    /// Sends the unsent counts of all incarnations, the current one last; returns whether it succeeded.
    private func sendUnsent() async throws(PostgreSQLError) -> Bool {
        while let unsent = try? store.unsent(limit: Self.mostSent) {
            guard !unsent.counts.isEmpty else { return true }
            let incarnation = unsent.identity.incarnation
            let rows = TallyRow.rows(unsent.counts, unsent.breakdowns)
            guard try await send(unsent, rows) else {
                if try await noteAgain(unsent.identity) {
                    try await sendCounts()
                    return false
                }
                guard try await drop(incarnation) else { return false }
                continue
            }
            incarnationsInDoubt.remove(incarnation)
            let sums = rows.map { SentCounts(id: $0.key.link, day: $0.key.place, sum: $0.body.sum) }
            guard (try? await replicate(.sent(sums, of: incarnation))) != nil else { return false }
            if !unsent.isFormer, rows.count < Self.mostSent { return true }
        }
        return false
    }

    /// Sends sums; returns whether their incarnation is still open.
    private func send(_ unsent: UnsentCounts, _ rows: [TallyRow]) async throws(PostgreSQLError) -> Bool {
        let incarnation = unsent.identity.incarnation
        let isProvisional = ProvisionalIncarnation.contains(incarnation)
        // One that is neither belongs to a program before version 2 and can't be rejected.
        guard unsent.isKnown || isProvisional else {
            _ = try await run(SourceStatement.count(unsent.counts, unsent.identity))
            return true
        }
        let registration = isProvisional ? [SourceStatement.note(unsent.identity, .counting)] : []
        let sending = [
            SourceStatement.claim(incarnation), SourceStatement.send(rows, of: incarnation), SourceStatement.commit,
        ]
        let answers = try await exclusively { connection throws(PostgreSQLError) in
            try await connection.run(SourceStatement.beginWriting + registration + sending)
        }
        return answers[answers.count - sending.count].affected == 1
    }

    /// Detects that the source is another server than before: a former standby that may lack the last counts.
    private func lookForFailover() async throws(PostgreSQLError) {
        guard hasTimelines else { return }
        do throws(PostgreSQLError) {
            let found = try await run(SourceStatement.timeline).text(0, 0)
            if let timeline, found != timeline { noteLoss() }
            timeline = found
        } catch {
            if error.isConnectionLost { throw error }
            hasTimelines = error.isInRecovery
        }
    }

    /// Assumes that the source has lost changes, possibly including acknowledged counts.
    func noteLoss() { (mayHaveLostCounts, incarnationsInDoubt) = (true, begunIncarnations) }

    /// Registers an incarnation again that the source rejects, if this process has started it and a failover may have
    /// lost it. Returns whether the source lacked it, and therefore its sums too.
    private func noteAgain(_ identity: ReplicaIdentity) async throws(PostgreSQLError) -> Bool {
        try await lookForFailover()
        guard incarnationsInDoubt.remove(identity.incarnation) != nil else { return false }
        guard try await run(SourceStatement.note(identity, .counting)).affected == 1 else { return false }
        mayHaveLostCounts = true
        return true
    }

    /// Drops the unsent counts of an incarnation that the source rejects, and continues in another one if it is the
    /// current one; returns whether it succeeded.
    private func drop(_ incarnation: UInt64) async throws(PostgreSQLError) -> Bool {
        if incarnation == identity?.incarnation, try await !renewIncarnation() { return false }
        // Another task may have sent them while the node stops.
        guard let unsent = try? store.unsent(limit: 1) else { return false }
        guard unsent.identity.incarnation == incarnation else { return true }
        guard unsent.isFormer, (try? await replicate(.dropUnsent(of: incarnation))) != nil else { return false }
        reportAgain(
            "source: unsent clicks are dropped: this node was forgotten, or another process with a "
                + "copy of its store has sent them")
        return true
    }

    /// Registers an incarnation of this process and day, and continues in it; returns whether it succeeded.
    private func renewIncarnation() async throws(PostgreSQLError) -> Bool {
        guard let former = identity else { return false }
        // An incarnation that was registered but not adopted by the store is used the next time.
        var next = former
        next.incarnation = nextIncarnation ?? LinkBody.makeID()
        nextIncarnation = next.incarnation
        _ = try await run(SourceStatement.note(next, .counting))
        // The node may be stopping, and another task may have done so.
        guard identity == former else { return true }
        do throws(StoreError) { try store.become(next, isKnown: true) } catch {
            reportAgain("source: the local store can't be written: \(error)")
            return false
        }
        nextIncarnation = nil
        endedIncarnations.insert(former.incarnation)
        use(next)
        // The node list shows which incarnation is a node's current one, and not abandoned.
        try await recordHeartbeat()
        return true
    }

    /// Checks the incarnation that the node's row at the source had just before this process wrote its own.
    func noteClaim(by incarnation: UInt64?) async throws(PostgreSQLError) {
        guard let former = formerIncarnation else { return }
        if former.beats <= options.formerIncarnationBeats, incarnation == former.number {
            // Its process is running and closes it itself.
            formerIncarnation = nil
        } else if former.beats > 1 {
            formerIncarnation = (former.number, former.beats - 1)
        } else {
            // A copy may have been given another name.
            let runs = try await run(SourceStatement.nodes(countingIn: former.number)).count > 0
            formerIncarnation = nil
            if !runs { endedIncarnations.insert(former.number) }
        }
    }

    // MARK: - Maintaining the counts of all nodes

    /// Sets the retention by which old counts at the source are rolled up, by whichever node comes first; `nil` to keep
    /// all days. From any thread.
    public nonisolated func keepCounts(_ retention: CountRetention?) {
        loop.perform { self.assumeIsolated { $0.folding.use(retention) } }
    }

    /// Folds some rows. A failure only delays it: the role may lack the permission to remove rows.
    func foldCounts() async {
        do throws(PostgreSQLError) {
            if folding.isFirst { _ = try await run(SourceStatement.finishAbandoned(after: Self.abandonment)) }
            for _ in 0..<10 where !isStopping {
                var next = folding
                next = try await exclusively { [next] connection throws(PostgreSQLError) in
                    var next = next
                    try await next.step(on: connection)
                    return next
                }
                folding.advance(to: next)
                if folding.isDone { return }
            }
        } catch {
            folding.rest()
            if !error.isConnectionLost, !error.isRetryable { reportAgain("source: counts can't be folded: \(error)") }
        }
    }

    // MARK: - Reading

    /// The counts of a link over all nodes; `completion` is called once, on the loop's thread. From any thread.
    public nonisolated func counts(
        of id: UInt64, days: ClosedRange<UInt32>,
        completion: @escaping @Sendable (Result<[LinkCount], StoreError>) -> Void
    ) {
        counts(of: [id], days: days) { completion($0.map { $0.first ?? [] }) }
    }

    /// The counts of links over all nodes, a list for each ID; `completion` is called once, on the loop's thread. From any
    /// thread.
    public nonisolated func counts(
        of ids: [UInt64], days: ClosedRange<UInt32>,
        completion: @escaping @Sendable (Result<[[LinkCount]], StoreError>) -> Void
    ) {
        loop.perform { [loop] in
            self.assumeIsolated { node in
                _ = Task(executorPreference: loop) { await node.readCounts(ids, days, completion) }
            }
        }
    }

    /// The maximum number of links in one statement.
    private static let mostIDs = 200

    /// The breakdown of a link's or a site's clicks over all nodes; `completion` is called once, on the loop's thread. From
    /// any thread.
    public nonisolated func breakdown(
        of id: UInt64, days: ClosedRange<UInt32>,
        completion: @escaping @Sendable (Result<Breakdown, StoreError>) -> Void
    ) {
        loop.perform { [loop] in
            self.assumeIsolated { node in
                _ = Task(executorPreference: loop) { await node.readBreakdown(id, days, completion) }
            }
        }
    }

    private func readBreakdown(
        _ id: UInt64, _ days: ClosedRange<UInt32>, _ completion: @Sendable (Result<Breakdown, StoreError>) -> Void
    ) async {
        do throws(PostgreSQLError) {
            let rows = try await run(SourceStatement.breakdowns(of: id, days))
            var sum = Breakdown()
            for row in 0..<rows.count { sum.add(rows.breakdown(row, 0)) }
            completion(.success(sum))
        } catch {
            completion(.failure(.sourceAway(reason: error.description)))
        }
    }

    private func readCounts(
        _ ids: [UInt64], _ days: ClosedRange<UInt32>,
        _ completion: @Sendable (Result<[[LinkCount]], StoreError>) -> Void
    ) async {
        do throws(PostgreSQLError) {
            var counts: [[LinkCount]] = []
            for first in stride(from: 0, to: ids.count, by: Self.mostIDs) {
                let some = Array(ids[first..<min(first + Self.mostIDs, ids.count)])
                counts += try await run(SourceStatement.counts(of: some, days)).counts(of: some)
            }
            completion(.success(counts))
        } catch {
            completion(.failure(.sourceAway(reason: error.description)))
        }
    }
}
