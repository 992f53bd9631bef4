import ByteText
import Libevent
import LinkStore
import PostgreSQL
import Threads

extension SourceNode {
    /// Follows the source until the node stops, reconnecting as needed.
    func follow() async {
        var failures = 0
        while !isStopping {
            do {
                let connection = try await open()
                defer { connection.close() }
                nextSharing = .now
                nextHeads = .now
                while !isStopping {
                    looksBegun += 1
                    let step = try await lookOnce(through: connection)
                    failures = 0
                    lastLookEnd = .now
                    if step != .hasMore { concludeMisses() }
                    try await shareSecrets(through: connection)
                    if step == .hasChanged { lastNews = .now }
                    // Changes usually arrive in bursts.
                    let isBusy = ContinuousClock.now - lastNews < .seconds(1)
                    var interval = isBusy ? options.busyInterval : options.idleInterval
                    if !missWaits.isEmpty { interval = min(interval, Self.missInterval) }
                    if step != .hasMore { await rest(for: max(interval, lookPause)) }
                }
            } catch {
                failures += 1
                note(failure: error)
                endMisses()
                await rest(for: Self.pause(after: failures))
            }
        }
    }

    /// The pause after a poll: four times its cost at the source. While a snapshot is held, for example by a long
    /// backup, dead row versions can't be removed and each poll reads them all.
    static func pause(afterWorkOf milliseconds: Int64) -> Duration {
        milliseconds < 20 ? .zero : .milliseconds(min(4 * milliseconds, 5_000))
    }

    /// Exponential backoff up to 5 s, with jitter.
    private static func pause(after failures: Int) -> Duration {
        let longest = min(Int64(100) << Int64(min(failures, 6)), 5_000)
        return .milliseconds(Int64.random(in: (longest / 2)...longest))
    }

    private func note(failure: any Error) {
        if let error = failure as? PostgreSQLError {
            noteLoss(
                error.isUndefinedTable ? .answer("\(error); create its tables with `fingerpost source init`") : error)
        } else {
            note { $0.storeFault = "\(failure)" }
            reportAgain("source: changes can't be written to the local store: \(failure)")
        }
    }

    /// Waits until the time is up or a caller needs the latest changes.
    private func rest(for duration: Duration) async {
        guard versionWaits.isEmpty || duration > options.idleInterval else {
            try? await loop.sleep(for: .milliseconds(5))
            return
        }
        let sleeper = Task(executorPreference: loop) { [loop] in _ = try? await loop.sleep(for: duration) }
        self.sleeper = sleeper
        await sleeper.value
        self.sleeper = nil
    }

    /// Makes the follower poll now.
    func wakeFollower() { sleeper?.cancel() }

    /// Listens to other nodes' notifications until the node stops. Without a connection the follower polls at its own
    /// pace.
    func listen() async {
        while !isStopping {
            do throws(PostgreSQLError) {
                let connection = try await open()
                defer { connection.close() }
                _ = try await connection.run([SourceStatement.listen])
                while !isStopping {
                    guard try await connection.waitForNotification(deadline: .seconds(5)) else { continue }
                    lastNews = .now
                    wakeFollower()
                }
            } catch {
                try? await loop.sleep(for: .seconds(1))
            }
        }
    }

    enum Step { case hasNothing, hasChanged, hasMore }

    /// Polls the source once, without the shard heads if these are expensive and were read recently.
    private func lookOnce(through connection: SourceConnection) async throws -> Step {
        if ContinuousClock.now < nextHeads {
            let step = try await lookQuickly(through: connection)
            if step != .hasMore, let step { return step }
        }
        return try await look(through: connection)
    }

    /// Polls the source once, and applies as many changes as fit.
    private func look(through connection: SourceConnection) async throws -> Step {
        let before = positions.map(\.highest)
        let opening = try await connection.run(
            SourceStatement.beginReading + [SourceStatement.source, SourceStatement.heads, SourceStatement.elapsed])
        let answers = opening.dropFirst(SourceStatement.beginReading.count)
        let heads = try SourceHeads(answers[answers.startIndex], answers[answers.startIndex + 1])
        let work = try answers[answers.startIndex + 2].integer(0, 0)
        lookPause = Self.pause(afterWorkOf: work)
        note { $0.headsWork = work }
        try await recognize(heads)
        var plan = FollowPlan(budget: budget.rows)
        startKnownResyncs(heads)
        // Noted before any write, since a store that can't be written lags too.
        noteLag(heads)
        lastHeads = heads.shards.map(\.head)
        for number in 0..<LinkBody.shards {
            // The first shard changes with each poll so that none starves.
            let shard = UInt8(truncatingIfNeeded: number + firstShard)
            let isGathered = afresh[shard] != nil
            let position = isGathered ? gathered[Int(shard)] : positions[Int(shard)]
            let head = heads.shards[Int(shard)]
            // Rows of another epoch are not applied before the epoch change has been resolved.
            guard isGathered || position.cursor == 0 || position.epoch == head.epoch else { continue }
            plan.add(position, head, isGathered: isGathered)
        }
        firstShard = (firstShard + 61) % LinkBody.shards
        let statements = plan.entries.map { entry in
            SourceStatement.page(of: entry.shard, after: entry.after, upTo: entry.upTo, limit: entry.limit)
        }
        let start = ContinuousClock.now
        let pages = try await connection.run(statements + [SourceStatement.commit], isByProgress: true)
        let time = ContinuousClock.now - start
        noteSuccess(at: WallClock.now.seconds)
        let isPartial = try await takeOver(plan, pages, readIn: time)
        try await judge(heads, before, through: connection)
        try await swapIfGathered(heads)
        try await followTokens(heads, through: connection)
        await conclude(heads)
        if plan.leavesMore || isPartial { return .hasMore }
        if afresh.isEmpty, condition.lag == 0 {
            let pause = Self.headsPause(afterWorkOf: work)
            nextHeads = .now + pause
            if pause > .zero { lookPause = .zero }
        }
        return plan.entries.isEmpty ? .hasNothing : .hasChanged
    }

    /// Throws unless it is this node's source, with a schema that this program supports.
    private func recognize(_ heads: SourceHeads) async throws {
        guard heads.schema >= Int64(SourceSchema.version) else {
            throw PostgreSQLError.answer(
                "the source's tables have version \(heads.schema), but \(SourceSchema.version) is required; "
                    + "run `fingerpost source init`")
        }
        guard let identity else { return try await adopt(source: heads.id) }
        guard identity.source == heads.id else {
            throw PostgreSQLError.answer(
                "\(store.path) is a replica of another source; use another --store directory, or the right source")
        }
    }

    // MARK: - Applying pages

    /// Applies pages to the replica; returns whether one of them was full.
    private func takeOver(_ plan: FollowPlan, _ pages: [Rows], readIn time: Duration) async throws -> Bool {
        var served = ReplicaPage(rows: [])
        var beside = ReplicaPage(rows: [])
        var isPartial = false
        for (entry, rows) in zip(plan.entries, pages) {
            let found = try Self.rows(rows, of: entry.shard)
            let isFull = rows.count == entry.limit
            isPartial = isPartial || isFull
            let cursor = isFull ? found.last?.version ?? entry.upTo : entry.upTo
            let step = ReplicaPage.Step(shard: entry.shard, epoch: entry.epoch, cursor: cursor)
            if entry.isGathered {
                beside.rows += found
                beside.steps.append(step)
            } else {
                served.rows += found
                served.steps.append(step)
            }
        }
        let count = served.rows.count + beside.rows.count
        let bytes = [served, beside].reduce(0) { $1.rows.reduce($0) { $0 + $1.body.count } }
        budget.adapt(rows: count, bytes: bytes, in: time)
        if !served.steps.isEmpty {
            for position in try await replicate(.follow(served)) { adopt(position) }
        }
        if !beside.steps.isEmpty {
            for position in try await replicate(.gather(beside)) { gathered[Int(position.shard)] = position }
        }
        if count > 0 { note { $0.rowsFollowed += UInt64(count) } }
        return isPartial
    }

    static func rows(_ rows: Rows, of shard: UInt8) throws -> [ReplicaRow] {
        var found: [ReplicaRow] = []
        found.reserveCapacity(rows.count)
        for row in 0..<rows.count {
            let text = try "\(rows.text(row, 0))/\(rows.text(row, 1))"
            guard let key = LinkKey(text), LinkBody.shard(of: key) == shard else {
                throw PostgreSQLError.answer("\(text) is not a link of shard \(shard)")
            }
            found.append(
                ReplicaRow(
                    key: key, shard: shard, version: try rows.number(row, 2),
                    format: UInt8(clamping: try rows.integer(row, 3)), body: rows.bytes(row, 4)))
        }
        return found
    }

    /// Records the position of a shard.
    func adopt(_ position: ShardPosition) {
        positions[Int(position.shard)] = position
        cursors.withLock { $0[Int(position.shard)] = position.cursor }
    }

    /// Records the node's lag.
    @discardableResult
    private func noteLag(_ heads: SourceHeads) -> (lag: UInt64, isBehind: Bool) {
        var lag: UInt64 = 0
        var isBehind = !afresh.isEmpty
        for (head, position) in zip(heads.shards, positions) where head.head > position.cursor {
            lag += head.lag(behind: position.cursor)
            isBehind = true
        }
        let gathering = afresh.count
        let refused = positions.reduce(0) { $0 + $1.refused }
        note {
            $0.lag = lag
            $0.behindSince = isBehind ? $0.behindSince ?? WallClock.now.seconds : nil
            $0.shardsGathering = gathering
            $0.rowsRefused = refused
            $0.clockOffset = heads.time - WallClock.now.seconds
        }
        return (lag, isBehind)
    }

    /// Records the state after a poll: the lag, and whether the initial sync has completed.
    private func conclude(_ heads: SourceHeads) async {
        let (lag, isBehind) = noteLag(heads)
        note {
            $0.storeFault = nil
            if !isBehind { $0.hasCaughtUp = true }
        }
        if isBehind, !condition.isComplete, ContinuousClock.now - lastProgress > .seconds(5) {
            lastProgress = .now
            report("source: \(lag) changes behind")
        }
        if !isBehind, !condition.isComplete, (try? await replicate(.complete)) != nil {
            note { $0.isComplete = true }
            report("source: initial sync completed")
        }
        answerVersionWaits()
    }
}

extension SourceNode {
    /// Copies the source's tokens if they have changed, and notifies the token checker.
    func followTokens(_ heads: SourceHeads, through connection: SourceConnection) async throws {
        guard heads.tokens != tokensVersion else { return }
        let lines = try await connection.run([SourceStatement.tokens])[0].tokenLines
        _ = try await replicate(.tokens(lines))
        tokensVersion = heads.tokens
        tokensChanged?(lines)
    }
}
