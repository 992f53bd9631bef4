import ByteText
import Libevent
public import LinkStore
import PostgreSQL
import Threads

/// One node of many: follows the source into the local replica, and makes changes at the source.
///
/// Runs on one thread with its own event loop, so neither workers nor the store's writer wait for the network. Its
/// nonisolated methods may be called from any thread.
public actor SourceNode {
    /// The replica.
    public nonisolated let store: LinkStore
    /// The options for following the source.
    public nonisolated let options: SourceOptions
    nonisolated let loop: LoopExecutor
    /// Reports messages for operators; called on the loop's thread.
    nonisolated let report: @Sendable (String) -> Void
    private nonisolated let current = Locked(SourceCondition())
    /// The cursors of all shards, readable from any thread.
    nonisolated let cursors: Locked<[UInt64]>

    /// The source's number and this process's incarnation; `nil` until the source of a new store is known.
    var identity: ReplicaIdentity?
    var positions: [ShardPosition]
    var gathered: [ShardPosition]
    /// The shards being resynced.
    var afresh: [UInt8: Afresh] = [:]
    /// Whether shards with rows that an older program may have rejected are being read again.
    var hasRetriedRefused = false
    /// The heads at the last poll; empty before the first one.
    var lastHeads: [UInt64] = []
    /// The minimum time until the next poll, derived from the cost of the last one.
    var lookPause = Duration.zero
    /// The time at which the shard heads must be read again.
    var nextHeads = ContinuousClock.now
    /// The number of polls started, and the end of the last one.
    var looksBegun: UInt64 = 0
    var lastLookEnd = ContinuousClock.now - .seconds(60)
    /// The callers that wait for a poll because a link is missing in the replica, in order of arrival.
    var missWaits: [MissWait] = []
    nonisolated let missGate = MissGate()
    var isWakingForMisses = false
    var isTimingMisses = false
    /// The number of rows to read in the next poll.
    var budget = LookBudget()
    /// The shard that the next poll begins with.
    var firstShard = 0
    /// Rows written by this node to shards that are being resynced.
    var ahead: [ReplicaRow] = []
    /// The time of the last change seen or notified.
    var lastNews = ContinuousClock.now - .seconds(60)
    /// The time of the last progress report of an initial sync.
    var lastProgress = ContinuousClock.now
    /// The time of the last notification to other nodes.
    var lastNotification = ContinuousClock.now - .seconds(60)
    /// Ends the follower's wait for the next poll.
    var sleeper: Task<Void, Never>?
    var versionWaits: [VersionWait] = []
    /// The version of the source's tokens that the replica has.
    var tokensVersion: UInt64?
    /// Called with new tokens.
    let tokensChanged: (@Sendable (String) -> Void)?
    /// The time of the next sync of shared secrets.
    var nextSharing = ContinuousClock.now
    /// The remedy if secrets can't be shared.
    var sharingFault: String?
    var queue = ChangeQueue()
    /// The connection for everything but links, and the callers waiting for it.
    var upkeep: SourceConnection?
    var isKeepingUp = false
    var upkeepQueue: [CheckedContinuation<Void, Never>] = []
    var leaseWaits: [UInt64: LeaseWait] = [:]
    /// The links for which a lease was requested.
    var leaseRequests: Set<UInt64> = []
    /// The claims of apps that wait for the source, and whether some are in progress.
    var claimWaits: [ClaimWait] = []
    var isClaiming = false
    /// The hash of the rules that this node runs.
    let rules: @Sendable () -> String
    var isStopping = false
    /// The time at which counts are sent next.
    var nextCounts = ContinuousClock.now
    /// The day, in days since 1970, on which this process registered its incarnation; `nil` until it has done so.
    var countingDay: Int?
    /// An incarnation that is registered with the source but not yet used by the store.
    var nextIncarnation: UInt64?
    /// Closed incarnations, in which nothing is counted any longer, that have yet to be reported to the source.
    var endedIncarnations: Set<UInt64> = []
    /// The incarnation registered by the store's last process, and the number of missed heartbeats after which that
    /// process is considered ended.
    var formerIncarnation: (number: UInt64, beats: Int)?
    /// Whether the source has lost changes, and possibly acknowledged counts.
    var mayHaveLostCounts = false
    /// The incarnations of this process that it may also have lost, in which nothing was sent since.
    var incarnationsInDoubt: Set<UInt64> = []
    /// The timeline of the server that received the last counts. Each failover starts another one.
    var timeline: String?
    /// Whether the source is an engine that has timelines.
    var hasTimelines = true
    /// How far the counts of all nodes are folded.
    var folding = CountFolding()
    /// The incarnations started by this process. No other process counts in them, except one that took over this store.
    private(set) var begunIncarnations: Set<UInt64> = []
    /// The incarnations that this process and the store's last one have registered.
    private(set) var ownIncarnations: Set<UInt64> = []
    /// The time at which each rate-limited message was last reported.
    private var reported: [String: ContinuousClock.Instant] = [:]
    private nonisolated let started = ContinuousClock.now
    /// The task that follows the source.
    private var follower: Task<Void, Never>?

    /// The event loop of the node.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Safe: the node retains its loop.
        unsafe loop.asUnownedSerialExecutor()
    }

    /// Creates a node for a store that is a replica of the source or empty. Does not connect to the source.
    ///
    /// - Parameters:
    ///   - rules: Returns the hash of the rules that this node runs, for the node table.
    ///   - tokensChanged: Called with the source's tokens, as lines of a tokens file, when they have changed.
    public init(
        _ options: SourceOptions, store: LinkStore, rules: @escaping @Sendable () -> String = { "" },
        tokensChanged: (@Sendable (String) -> Void)? = nil,
        report: @escaping @Sendable (String) -> Void
    ) throws(StoreError) {
        self.options = options
        self.store = store
        self.report = report
        self.rules = rules
        self.tokensChanged = tokensChanged
        let former = try store.registeredIncarnation()
        identity = try Self.identity(of: store, node: options.node)
        if let identity { begunIncarnations = [identity.incarnation] }
        if let former {
            ownIncarnations = [former]
            // The node's row contains it until the next heartbeat, whether or not its process is running.
            let beats = options.formerIncarnationBeats + 1
            if beats > 1 { formerIncarnation = (former, beats) } else { endedIncarnations = [former] }
        }
        let positions = try store.positions()
        self.positions = positions
        cursors = Locked(positions.map(\.cursor))
        gathered = try store.gatheredPositions()
        do throws(EventError) { loop = try LoopExecutor(name: "source") } catch {
            throw .sourceAway(reason: error.description)
        }
        let isComplete = try store.isComplete()
        current.withLock { $0.isComplete = isComplete }
    }

    /// Begins an incarnation in the store and returns its identity; `nil` for a new store. Throws
    /// ``StoreError/notEmpty(path:)`` if it has links of its own.
    private static func identity(of store: LinkStore, node: String) throws(StoreError) -> ReplicaIdentity? {
        guard var identity = try store.replicaIdentity() else {
            guard try store.list(ListQuery()).links.isEmpty else { throw .notEmpty(path: store.path) }
            return nil
        }
        // The store may be a copy, and its former incarnation that of a running process.
        identity.incarnation = ProvisionalIncarnation.number()
        identity.node = node
        try store.become(identity)
        return identity
    }

    /// Makes a new store a replica of the connected source, in an incarnation registered with it.
    func adopt(source: UInt64) async throws {
        let identity = ReplicaIdentity(source: source, node: options.node, incarnation: LinkBody.makeID())
        _ = try await run(SourceStatement.note(identity, .counting))
        try store.become(identity, isKnown: true)
        use(identity)
        countingDay = Int(WallClock.now.seconds / 86_400)
        positions = try store.positions()
    }

    /// Counts in an incarnation that no other process uses.
    func use(_ identity: ReplicaIdentity) {
        self.identity = identity
        ownIncarnations.insert(identity.incarnation)
        begunIncarnations.insert(identity.incarnation)
    }

    /// Follows the source and makes changes there until ``stop()``. From any thread; returns immediately.
    public nonisolated func start() {
        loop.perform { self.assumeIsolated { $0.run() } }
    }

    private func run() {
        follower = Task(executorPreference: loop) { await self.follow() }
        Task(executorPreference: loop) { await self.keepUp() }
        if options.pokes { Task(executorPreference: loop) { await self.listen() } }
        for _ in 0..<options.writers { Task(executorPreference: loop) { await self.makeChanges() } }
    }

    /// Finishes the work in progress, and ends the loop's thread. From any thread but the loop's.
    public nonisolated func stop() {
        let isDone = Locked(false)
        loop.perform { self.assumeIsolated { $0.beginStop { isDone.withLock { $0 = true } } } }
        // The source may not respond.
        _ = isDone.wait(seconds: 3) { $0 ? () : nil }
        loop.end()
    }

    private func beginStop(_ finish: @escaping @Sendable () -> Void) {
        isStopping = true
        sleeper?.cancel()
        queue.close()
        answerVersionWaits()
        endMisses()
        Task(executorPreference: loop) {
            await self.finishUpkeep()
            // A task still suspended when the loop ends would retain the node and its store forever.
            await self.follower?.value
            finish()
        }
    }

    /// Whether the node may serve clicks: the initial sync has completed, and the node has caught up since it started.
    /// If the source does not respond for a while, possibly stale data is served.
    public nonisolated var isReady: Bool {
        let condition = condition
        guard condition.isComplete, !condition.hasCaughtUp else { return condition.isComplete }
        return ContinuousClock.now - started > (condition.lastSuccess == nil ? .seconds(10) : .seconds(60))
    }

    /// The status of the node and its source. From any thread.
    public nonisolated var condition: SourceCondition { current.withLock(\.self) }

    nonisolated func note(_ change: (inout SourceCondition) -> Void) {
        current.withLock { change(&$0) }
    }

    /// Applies a change of the replica and waits until it is durable.
    func replicate(_ change: ReplicaChange) async throws(StoreError) -> [ShardPosition] {
        let store = store
        let result = await withCheckedContinuation { continuation in
            store.submit(.replicate(change)) { continuation.resume(returning: $0) }
        }
        return try result.get().positions
    }

    /// Opens a connection, and records whether it succeeded.
    func open() async throws(PostgreSQLError) -> SourceConnection {
        var address = options.address
        do { if let password = try options.password?() { address.password = password } } catch {
            reportAgain("source: \(error); using the previous password")
        }
        do throws(PostgreSQLError) {
            return try await SourceConnection.open(address, on: loop, deadline: .seconds(5))
        } catch {
            noteLoss(error)
            throw error
        }
    }

    func noteLoss(_ error: PostgreSQLError) {
        note {
            $0.isReachable = false
            $0.fault = error.description
        }
        reportAgain("source: \(error)")
    }

    /// Reports a message unless it was reported within the last minute.
    func reportAgain(_ line: String) {
        let now = ContinuousClock.now
        if let last = reported[line], now - last < .seconds(60) { return }
        // An outage has few distinct messages; a larger set is not worth keeping.
        if reported.count >= 32 { reported.removeAll() }
        reported[line] = now
        report(line)
    }

    func noteSuccess(at now: Int64) {
        if !condition.isReachable {
            reported.removeAll()
            report("source: connected to \(options.address.hosts.joined(separator: ", "))")
        }
        note {
            $0.isReachable = true
            $0.fault = nil
            $0.lastSuccess = now
        }
    }
}
