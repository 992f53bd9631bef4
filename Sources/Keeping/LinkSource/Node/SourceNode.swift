import ByteText
import Libevent
public import LinkStore
import PostgreSQL
import Threads

/// One node of many: follows the source into the local replica, and makes changes at the source.
///
/// All of it happens on one thread with a loop of its own, so that neither a worker nor the store's writer waits for the
/// network. What others ask of it, they ask from any thread.
public actor SourceNode {
    /// The replica.
    public nonisolated let store: LinkStore
    /// How the node follows its source.
    public nonisolated let options: SourceOptions
    nonisolated let loop: LoopExecutor
    /// Says what an operator should know; called on the loop's thread.
    nonisolated let report: @Sendable (String) -> Void
    private nonisolated let current = Locked(SourceCondition())
    /// The cursors of all shards, for others to look at.
    nonisolated let cursors: Locked<[UInt64]>

    /// The source's number and this store's incarnation; nil until the source of a new store is known.
    var identity: ReplicaIdentity?
    var positions: [ShardPosition]
    var gathered: [ShardPosition]
    /// The shards that are read afresh.
    var afresh: [UInt8: Afresh] = [:]
    /// Whether shards with rows that an older program may have refused are being read again.
    var hasRetriedRefused = false
    /// The heads that were seen last; empty before the first look.
    var lastHeads: [UInt64] = []
    /// The least time to the next look, by the cost of the last one to the source.
    var lookPause = Duration.zero
    /// When the heads of the shards must be read again.
    var nextHeads = ContinuousClock.now
    /// How many looks have begun, and when the last one ended.
    var looksBegun: UInt64 = 0
    var lastLookEnd = ContinuousClock.now - .seconds(60)
    /// The callers that wait for a look because a link is missing here, in the order in which they came.
    var missWaits: [MissWait] = []
    nonisolated let missGate = MissGate()
    var isWakingForMisses = false
    var isTimingMisses = false
    /// How many rows the next look reads.
    var budget = LookBudget()
    /// The shard that the next look begins with.
    var firstShard = 0
    /// Rows that were written here while their shards are read afresh.
    var ahead: [ReplicaRow] = []
    /// When a change was seen last, or heard of.
    var lastNews = ContinuousClock.now - .seconds(60)
    /// When it was last reported how much a new node has still to read.
    var lastProgress = ContinuousClock.now
    /// When others were told last that there is something new.
    var lastPoke = ContinuousClock.now - .seconds(60)
    /// Ends the follower's wait for the next look.
    var sleeper: Task<Void, Never>?
    var versionWaits: [VersionWait] = []
    /// The version of the source's tokens that the replica has.
    var tokensVersion: UInt64?
    /// Is told of new tokens.
    let tokensChanged: (@Sendable (String) -> Void)?
    /// When the secrets that all nodes share are looked at again.
    var nextSharing = ContinuousClock.now
    /// What would help, where they can't be shared.
    var sharingFault: String?
    var queue = ChangeQueue()
    /// The connection for what is not links, and those who wait for their turn on it.
    var upkeep: SourceConnection?
    var isKeepingUp = false
    var upkeepQueue: [CheckedContinuation<Void, Never>] = []
    var leaseWaits: [UInt64: LeaseWait] = [:]
    /// The links for which a portion was requested.
    var leaseRequests: Set<UInt64> = []
    /// The claims of apps that wait for the source, and whether some are under way.
    var claimWaits: [ClaimWait] = []
    var isClaiming = false
    /// The hash of the rules that this node runs.
    let rules: @Sendable () -> String
    var isStopping = false
    /// When counts are sent next.
    var nextCounts = ContinuousClock.now
    /// The day, in days since 1970, that this process has begun its incarnation on; `nil` until it has one of its own.
    var countingDay: Int?
    /// An incarnation that the source has noted and the store has not taken yet.
    var nextIncarnation: UInt64?
    /// Incarnations in which nothing is counted any longer, which the source is yet to be told.
    var endedIncarnations: Set<UInt64> = []
    /// The incarnation that the store had at the start, and how often its process must be missed until it has ended.
    var formerIncarnation: (number: UInt64, beats: Int)?
    /// Whether the source has lost changes, and with them perhaps counts that it had acknowledged.
    var mayHaveLostCounts = false
    /// Whether it may have lost the incarnation of this process as well, and nothing was sent since.
    var mayLackIncarnation = false
    /// The timeline of the server that had the last counts. Each failover begins another one.
    var timeline: String?
    /// Whether the source is an engine that has timelines.
    var hasTimelines = true
    /// How far the counts of all nodes are folded.
    var folding = CountFolding()
    /// The incarnations that this process has counted in.
    private(set) var ownIncarnations: Set<UInt64> = []
    /// The incarnations that this process has begun: no other process counts in them, but one that took over this store.
    private(set) var begunIncarnations: Set<UInt64> = []
    /// When each line was reported last that may be repeated often.
    private var reported: [String: ContinuousClock.Instant] = [:]
    private nonisolated let started = ContinuousClock.now
    /// The task that follows.
    private var follower: Task<Void, Never>?

    /// The loop of the node.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Safe: the node keeps its loop.
        unsafe loop.asUnownedSerialExecutor()
    }

    /// A node for a store: a replica of the source, or one without links. Neither connects nor waits for the source.
    ///
    /// - Parameters:
    ///   - rules: The hash of the rules that this node runs, for the table of nodes.
    ///   - tokensChanged: Is told the source's tokens, as lines of a tokens file, when they have changed.
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
        identity = try Self.identity(of: store, node: options.node)
        if let identity { ownIncarnations = [identity.incarnation] }
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

    /// Whose replica the store is; nil for a new store. Throws ``StoreError/notEmpty(path:)`` if it has links of its own.
    private static func identity(of store: LinkStore, node: String) throws(StoreError) -> ReplicaIdentity? {
        guard var identity = try store.replicaIdentity() else {
            guard try store.list(ListQuery()).links.isEmpty else { throw .notEmpty(path: store.path) }
            return nil
        }
        // The copy of a peer's store: its counts are the peer's.
        if identity.node != node { identity.incarnation = LinkBody.makeID() }
        identity.node = node
        try store.become(identity)
        return identity
    }

    /// Makes a new store a replica of the source that answers, in an incarnation that the source knows.
    func adopt(source: UInt64) async throws {
        let identity = ReplicaIdentity(source: source, node: options.node, incarnation: LinkBody.makeID())
        _ = try await run(SourceStatement.note(identity, .counting))
        try store.become(identity, isKnown: true)
        use(identity)
        countingDay = Int(WallClock.now.seconds / 86_400)
        positions = try store.positions()
    }

    /// Counts in an incarnation that no other process has.
    func use(_ identity: ReplicaIdentity) {
        self.identity = identity
        ownIncarnations.insert(identity.incarnation)
        begunIncarnations.insert(identity.incarnation)
    }

    /// Follows the source and makes changes there until ``stop()``. From any thread; returns at once.
    public nonisolated func start() {
        loop.perform { self.assumeIsolated { $0.run() } }
    }

    private func run() {
        follower = Task(executorPreference: loop) { await self.follow() }
        Task(executorPreference: loop) { await self.keepUp() }
        if options.pokes { Task(executorPreference: loop) { await self.listen() } }
        for _ in 0..<options.writers { Task(executorPreference: loop) { await self.makeChanges() } }
    }

    /// Ends what is under way, and the loop's thread. From any thread but the loop's.
    public nonisolated func stop() {
        let isDone = Locked(false)
        loop.perform { self.assumeIsolated { $0.beginStop { isDone.withLock { $0 = true } } } }
        // The source may not answer.
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
            // What waits for an answer when the loop ends keeps the node, and its store, for good.
            await self.follower?.value
            finish()
        }
    }

    /// Whether clicks may come: the node has once had all that the source has, and again since it was started. After a while without an
    /// answer from the source, what it has is better than nothing.
    public nonisolated var isReady: Bool {
        let condition = condition
        guard condition.isComplete, !condition.hasCaughtUp else { return condition.isComplete }
        return ContinuousClock.now - started > (condition.lastSuccess == nil ? .seconds(10) : .seconds(60))
    }

    /// How the node and its source stand. From any thread.
    public nonisolated var condition: SourceCondition { current.withLock(\.self) }

    nonisolated func note(_ change: (inout SourceCondition) -> Void) {
        current.withLock { change(&$0) }
    }

    /// Makes a change of the replica and waits until it is on the disk.
    func replicate(_ change: ReplicaChange) async throws(StoreError) -> [ShardPosition] {
        let store = store
        let result = await withCheckedContinuation { continuation in
            store.submit(.replicate(change)) { continuation.resume(returning: $0) }
        }
        return try result.get().positions
    }

    /// Opens a connection, and notes whether that was possible.
    func open() async throws(PostgreSQLError) -> SourceConnection {
        var address = options.address
        do { if let password = try options.password?() { address.password = password } } catch {
            reportAgain("source: \(error); using the password that was read before")
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

    /// Reports a line, unless that was done within the last minute.
    func reportAgain(_ line: String) {
        let now = ContinuousClock.now
        if let last = reported[line], now - last < .seconds(60) { return }
        // The reasons of an outage are few; whatever makes many is not worth keeping.
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
