import ByteText
import Libevent
public import LinkStore
import PostgreSQL

/// Click counts: sending those of this node, and reading those of all.
///
/// Each process counts in an incarnation of its own, and starts another one each day. For an incarnation the source
/// stores the sums, so sending them twice is harmless. A closed incarnation is folded into rows of all nodes
/// (``CountFolding``). So that a late sum changes nothing then, an incarnation is closed at the source, permanently, in
/// this order:
///
/// 1. The next incarnation is registered with the source.
/// 2. The store switches to it, in one transaction that requires all sums of the old one to have been acknowledged, and
///    clears its counters. From here on nothing is sent under the old incarnation except repetitions already in flight.
/// 3. The old one is marked as finished at the source. A send locks the incarnation's row and writes nothing if it is
///    finished, so a repetition either comes before that, and is folded with the original, or has no effect.
///
/// An incarnation started by another process is only closed after that process has missed heartbeats for a minute: a
/// copied store has the incarnation of a process that may still run.
///
/// A crash between the steps leaves an unfinished incarnation, whose rows stay until it is abandoned. A copy of the
/// store that still has the old incarnation is rejected when it sends, and starts another one; all counts of the
/// incarnation had been sent before it was closed. A node that was offline for any length of time finds its incarnation
/// unchanged, unless an operator has forgotten the node (``Source/forget(node:isForced:)``).
extension SourceNode {
    /// The maximum number of links and days sent at a time.
    private static let mostSent = 4_000
    /// The seconds without a send after which an incarnation is abandoned if its node has another one.
    private static let abandonment: Int64 = 30 * 86_400

    /// Sends unsent counts, and starts the incarnation of this process or day.
    func sendCounts() async throws(PostgreSQLError) {
        try await lookForFailover()
        if mayHaveLostCounts, (try? await replicate(.resend)) != nil { mayHaveLostCounts = false }
        while let unsent = try? store.unsent(limit: Self.mostSent), !unsent.counts.isEmpty {
            guard try await send(unsent) else {
                if try await noteAgain(unsent.identity) { return try await sendCounts() }
                return try await endIncarnation()
            }
            mayLackIncarnation = false
            let rows = TallyRow.rows(unsent.counts)
            let sums = rows.map { SentCounts(id: $0.key.link, day: $0.key.place, sum: $0.body.sum) }
            guard (try? await replicate(.sent(sums))) != nil else { return }
            if rows.count < Self.mostSent { break }
        }
        let today = Int(WallClock.now.seconds / 86_400)
        if countingDay != today, try await renewIncarnation(dropsUnsent: false) { countingDay = today }
        for incarnation in endedIncarnations.sorted() {
            _ = try await run(SourceStatement.finish(incarnation))
            endedIncarnations.remove(incarnation)
        }
    }

    /// Sends sums; returns whether their incarnation is still open.
    private func send(_ unsent: UnsentCounts) async throws(PostgreSQLError) -> Bool {
        // An incarnation that is not registered belongs to a program before version 2. It can't be rejected and ends
        // with this process.
        guard unsent.isKnown else {
            _ = try await run(SourceStatement.count(unsent.counts, unsent.identity))
            return true
        }
        let statements =
            SourceStatement.beginWriting + [
                SourceStatement.claim(unsent.identity.incarnation),
                SourceStatement.send(TallyRow.rows(unsent.counts), of: unsent.identity.incarnation),
                SourceStatement.commit,
            ]
        let answers = try await exclusively { connection throws(PostgreSQLError) in
            try await connection.run(statements)
        }
        return answers[SourceStatement.beginWriting.count].affected == 1
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
    func noteLoss() { (mayHaveLostCounts, mayLackIncarnation) = (true, true) }

    /// Registers an incarnation again that the source rejects, if this process has started it and a failover may have
    /// lost it. Returns whether the source lacked it, and therefore its sums too.
    private func noteAgain(_ identity: ReplicaIdentity) async throws(PostgreSQLError) -> Bool {
        try await lookForFailover()
        guard mayLackIncarnation, begunIncarnations.contains(identity.incarnation) else { return false }
        mayLackIncarnation = false
        guard try await run(SourceStatement.note(identity, .counting)).affected == 1 else { return false }
        mayHaveLostCounts = true
        return true
    }

    /// Continues in another incarnation after the source has rejected this one.
    private func endIncarnation() async throws(PostgreSQLError) {
        guard try await renewIncarnation(dropsUnsent: true) else { return }
        reportAgain(
            "source: this node was forgotten, or its store is a copy of another node's: unsent clicks are lost, and it "
                + "counts from 0")
    }

    /// Starts an incarnation of this process and day; returns whether it has one.
    private func renewIncarnation(dropsUnsent: Bool) async throws(PostgreSQLError) -> Bool {
        guard let stored = (try? store.unsent(limit: 1))?.identity else { return false }
        // An incarnation that was registered but not adopted by the store is used the next time.
        var next = stored
        next.incarnation = nextIncarnation ?? LinkBody.makeID()
        nextIncarnation = next.incarnation
        _ = try await run(SourceStatement.note(next, .counting))
        do throws(StoreError) {
            guard try store.renew(stored, as: next, dropsUnsent: dropsUnsent) else { return false }
        } catch {
            reportAgain("source: the local store can't be written: \(error)")
            return false
        }
        nextIncarnation = nil
        if begunIncarnations.contains(stored.incarnation) || options.formerIncarnationBeats == 0 {
            endedIncarnations.insert(stored.incarnation)
        } else {
            // The node's row contains it until the next heartbeat, whether or not its process is running.
            formerIncarnation = (stored.incarnation, options.formerIncarnationBeats + 1)
        }
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
        loop.perform { self.assumeIsolated { $0.beginCounts(id, days, completion) } }
    }

    private func beginCounts(
        _ id: UInt64, _ days: ClosedRange<UInt32>,
        _ completion: @escaping @Sendable (Result<[LinkCount], StoreError>) -> Void
    ) {
        Task(executorPreference: loop) { await self.readCounts(id, days, completion) }
    }

    private func readCounts(
        _ id: UInt64, _ days: ClosedRange<UInt32>,
        _ completion: @Sendable (Result<[LinkCount], StoreError>) -> Void
    ) async {
        do throws(PostgreSQLError) {
            let counts = try await run(SourceStatement.counts(of: id, days)).counts(of: id)
            completion(.success(counts))
        } catch {
            completion(.failure(.sourceAway(reason: error.description)))
        }
    }
}
