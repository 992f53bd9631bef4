/// The status of a node and its source: for metrics, readiness and `status`.
public struct SourceCondition: Sendable, Equatable {
    /// Whether the last request to the source succeeded.
    public var isReachable = false
    /// The reason for the last failure, as a sentence without secrets.
    public var fault: String?
    /// The time of the last response in seconds since 1970; `nil` if there was none.
    public var lastSuccess: Int64?
    /// Whether the initial sync has completed, so the node may serve.
    public var isComplete = false
    /// Whether the node has caught up since the program started.
    public var hasCaughtUp = false
    /// The reason the reachable source rejects changes, as a sentence without secrets; `nil` if it accepts them.
    public var writeFault: String?
    /// The reason the local store can't apply changes; `nil` if it can.
    public var storeFault: String?
    /// The source's clock minus this node's, in seconds.
    public var clockOffset: Int64 = 0
    /// The milliseconds that the source took for the last read of the shard heads.
    public var headsWork: Int64 = 0
    /// The age in seconds of the oldest transaction at the source that prevents removal of dead row versions; `nil` if
    /// the engine does not report it or the node's role may not see it.
    public var oldestSnapshot: Int64?
    /// The number of versions that the node lags behind, over all shards.
    public var lag: UInt64 = 0
    /// The time since which the node has lagged behind, in seconds since 1970; `nil` if it does not.
    public var behindSince: Int64?
    /// The number of applied rows.
    public var rowsFollowed: UInt64 = 0
    /// The number of rows that are missing or outdated because this program does not support their format.
    public var rowsRefused: UInt64 = 0
    /// The number of resyncs of shards, by reason.
    public var shardsAfresh: [AfreshReason: UInt64] = [:]
    /// The number of links that only this node had and that resyncs have removed.
    public var linksLost: UInt64 = 0
    /// The number of shards being resynced.
    public var shardsGathering = 0
    /// The number of changes made at the source through this node.
    public var changesMade: UInt64 = 0
    /// The number of rejected changes, by reason.
    public var changesRefused: [ChangeRefusal: UInt64] = [:]
    /// The number of retried transactions, after serialization failures, deadlocks and lost connections.
    public var retries: UInt64 = 0
    /// The number of counts not yet sent to the source, in links and days.
    public var countsUnsent: UInt64 = 0

    /// The initial status.
    public init() {}
}

/// The reason a change was not made at the source.
public enum ChangeRefusal: String, Sendable, CaseIterable {
    /// The source did not respond in time.
    case away
    /// The source is a standby of another server.
    case readOnly = "read_only"
    /// The source is out of disk space.
    case full
    /// Conflicting changes of the same links lasted too long.
    case contended
    /// The outcome is unknown.
    case unknown
    case other
}

/// The reason for a resync of a shard.
public enum AfreshReason: String, Sendable, CaseIterable {
    /// The links come from another source, or from a standalone store.
    case foreign
    /// The source was recovered: its epoch has changed.
    case epoch
    /// The replica has newer versions than the source, which has lost changes.
    case head
    /// The links differ at the same version.
    case digest
    /// Deleted links that the replica has not seen were collected.
    case floor
    /// Some of its rows could not be read before the program was started, possibly by an older version.
    case format
}
