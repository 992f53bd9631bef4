import ByteText
import Libevent
public import LinkStore
import PostgreSQL

/// A node's traffic to the source other than links, on a connection of its own.
extension SourceNode {
    /// Sends counts, returns unused click leases, and reports that the node is alive, until the node stops.
    func keepUp() async {
        var round = 0
        while !isStopping {
            if identity != nil {
                do throws(PostgreSQLError) {
                    // A provisional incarnation leaves a row at the source forever, unless nothing was counted in it.
                    if countingDay == nil || ContinuousClock.now >= nextCounts {
                        nextCounts = .now + options.countsInterval
                        try await sendCounts()
                    }
                    try await giveBack(store.leases.takeIdle(for: .seconds(60)))
                    if round.isMultiple(of: 3) { try await recordHeartbeat() }
                    if round.isMultiple(of: 10) { try await lookForOldSnapshots() }
                    if round.isMultiple(of: 60) { try await forgetRequests() }
                    if !folding.isDone { await foldCounts() }
                    if round.isMultiple(of: 30) { folding.begin() }
                    round += 1
                } catch {
                    if !error.isConnectionLost { reportAgain("source: counts can't be sent: \(error)") }
                    upkeep?.close()
                    upkeep = nil
                }
            }
            if let unsent = try? store.unsentCount() { note { $0.countsUnsent = UInt64(unsent) } }
            try? await loop.sleep(for: .milliseconds(Int64.random(in: 900...1_100)))
        }
    }

    /// Sends the last counts and returns all leases before the node stops.
    func finishUpkeep() async {
        _ = try? await sendCounts()
        _ = try? await giveBack(store.leases.takeIdle(for: .zero))
        upkeep?.close()
    }

    /// Runs a body with exclusive use of the upkeep connection.
    func exclusively<Value>(
        _ body: (SourceConnection) async throws(PostgreSQLError) -> Value
    ) async throws(PostgreSQLError) -> Value {
        while isKeepingUp { await withCheckedContinuation { upkeepQueue.append($0) } }
        isKeepingUp = true
        defer {
            isKeepingUp = false
            if !upkeepQueue.isEmpty { upkeepQueue.removeFirst().resume() }
        }
        if upkeep?.isUsable != true { upkeep = try await open() }
        guard let upkeep else { throw .connection("not connected") }
        if upkeep.isInTransaction { _ = try await upkeep.run([SourceStatement.rollback]) }
        return try await body(upkeep)
    }

    func run(_ statement: Statement) async throws(PostgreSQLError) -> Rows {
        try await exclusively { connection throws(PostgreSQLError) in try await connection.run([statement])[0] }
    }

    func recordHeartbeat() async throws(PostgreSQLError) {
        guard let identity else { return }
        let lag = condition.lag
        let claimed = try await run(SourceStatement.incarnation(of: identity.node))
        if claimed.count == 1, !ownIncarnations.contains(try claimed.number(0, 0)), try claimed.integer(0, 1) < 15 {
            reportAgain(
                "source: another process uses the node name \(identity.node), such as one with a copy of this node's store; give "
                    + "each its own name with --node")
        }
        try await noteClaim(by: claimed.count == 1 ? try claimed.number(0, 0) : nil)
        _ = try await run(SourceStatement.recordHeartbeat(identity, program: options.program, rules: rules(), lag: lag))
    }

    /// Queries the age of the oldest snapshot at the source. Engines and roles that reject the query are supported.
    private func lookForOldSnapshots() async throws(PostgreSQLError) {
        do throws(PostgreSQLError) {
            let seconds = try await run(SourceStatement.oldestSnapshot).oldestSnapshot
            note { $0.oldestSnapshot = seconds }
        } catch {
            note { $0.oldestSnapshot = nil }
            if error.isConnectionLost { throw error }
        }
    }

    private func forgetRequests() async throws(PostgreSQLError) {
        _ = try await run(SourceStatement.forgetRequests)
    }

    // MARK: - Click leases

    /// Requests a lease of a link's clicks from the source. `completion` is called once, on the loop's thread, when the
    /// store's ``LinkStore/ClickLeases`` have the result. From any thread.
    public nonisolated func lease(
        _ id: UInt64, maximum: UInt64, completion: @escaping @Sendable () -> Void
    ) {
        loop.perform { self.assumeIsolated { $0.beginLease(id, maximum, completion) } }
    }

    /// Clicks that wait for a lease of one link.
    struct LeaseWait {
        let begin: ContinuousClock.Instant
        var completions: [@Sendable () -> Void]
    }

    /// Clicks on one link share the request.
    private func beginLease(_ id: UInt64, _ maximum: UInt64, _ completion: @escaping @Sendable () -> Void) {
        guard leaseWaits[id] == nil else {
            leaseWaits[id]?.completions.append(completion)
            return
        }
        let wait = LeaseWait(begin: .now, completions: [completion])
        leaseWaits[id] = wait
        Task(executorPreference: loop) { await self.endLateLease(id, since: wait.begin) }
        if leaseRequests.insert(id).inserted { Task(executorPreference: loop) { await self.askForLease(id, maximum) } }
    }

    /// The maximum time that a click waits for a lease. A frozen connection is only closed after ten seconds.
    private static let leasePatience: Duration = .seconds(1)

    /// Rejects the clicks that have waited too long. A lease that arrives later serves other clicks.
    private func endLateLease(_ id: UInt64, since begin: ContinuousClock.Instant) async {
        try? await loop.sleep(for: Self.leasePatience)
        guard leaseWaits[id]?.begin == begin else { return }
        store.leases.refuse(id, for: .seconds(1), isUsedUp: false)
        finishLease(id)
    }

    private func finishLease(_ id: UInt64) {
        for completion in leaseWaits.removeValue(forKey: id)?.completions ?? [] { completion() }
    }

    private func askForLease(_ id: UInt64, _ maximum: UInt64) async {
        do throws(PostgreSQLError) {
            let portion = try await portion(of: id, maximum, for: UInt64(leaseWaits[id]?.completions.count ?? 1))
            if portion > 0 {
                store.leases.add(portion, to: id)
            } else {
                store.leases.refuse(id, for: .seconds(5), isUsedUp: true)
            }
        } catch {
            store.leases.refuse(id, for: .seconds(1), isUsedUp: false)
        }
        leaseRequests.remove(id)
        finishLease(id)
    }

    /// An eighth of the remaining clicks, at least the number of waiting ones: small enough that a crash loses little,
    /// large enough that requests are rare.
    private func portion(
        of id: UInt64, _ maximum: UInt64, for waiting: UInt64
    ) async throws(PostgreSQLError) -> UInt64 {
        var tries = 0
        while true {
            do throws(PostgreSQLError) {
                return try await exclusively { connection throws(PostgreSQLError) in
                    let answers = try await connection.run(
                        SourceStatement.beginWriting + [SourceStatement.openLease(id), SourceStatement.lockLease(id)])
                    let granted = try answers[answers.count - 1].number(0, 0)
                    let rest = maximum > granted ? maximum - granted : 0
                    let portion = min(rest, max(waiting, min(rest / 8, 10_000)))
                    let grant = portion > 0 ? [SourceStatement.grant(portion, of: id)] : []
                    _ = try await connection.run(grant + [SourceStatement.commit])
                    return portion
                }
            } catch {
                tries += 1
                guard error.isRetryable, tries < 20 else { throw error }
            }
        }
    }

    private func giveBack(_ portions: [(id: UInt64, clicks: UInt64)]) async throws(PostgreSQLError) {
        for portion in portions { _ = try await run(SourceStatement.giveBack(portion.clicks, of: portion.id)) }
    }

    // MARK: - The other nodes

    /// The nodes registered with the source, including this one. `completion` is called once, on the loop's thread.
    /// From any thread.
    public nonisolated func nodes(
        completion: @escaping @Sendable (Result<[ListedNode], StoreError>) -> Void
    ) {
        loop.perform { self.assumeIsolated { $0.beginNodes(completion) } }
    }

    private func beginNodes(_ completion: @escaping @Sendable (Result<[ListedNode], StoreError>) -> Void) {
        Task(executorPreference: loop) { await self.readNodes(completion) }
    }

    private func readNodes(_ completion: @Sendable (Result<[ListedNode], StoreError>) -> Void) async {
        do throws(PostgreSQLError) { completion(.success(try await run(SourceStatement.nodes).nodes)) } catch {
            completion(.failure(.sourceAway(reason: error.description)))
        }
    }
}
