/// How a node and its source stand: for metrics, readiness and `status`.
public struct SourceCondition: Sendable, Equatable {
    /// Whether the source answered last.
    public var isReachable = false
    /// Why it did not, in a sentence without secrets.
    public var fault: String?
    /// When it answered last, in seconds since 1970; nil for never.
    public var lastSuccess: Int64?
    /// Whether this node has once had all that the source had: it may serve.
    public var isComplete = false
    /// Whether it has had everything since the program was started.
    public var hasCaughtUp = false
    /// Why changes are refused although the source answers, in a sentence without secrets; nil while they are made.
    public var writeFault: String?
    /// Why the local store can't take over what has changed; nil while it does.
    public var storeFault: String?
    /// How many seconds the source's clock is ahead of this node's.
    public var clockOffset: Int64 = 0
    /// For how many milliseconds the source worked when the heads of its shards were read last.
    public var headsWork: Int64 = 0
    /// For how many seconds the oldest transaction at the source has kept row versions from being removed; `nil` if the engine or
    /// the rights of the node's role don't show that.
    public var oldestSnapshot: Int64?
    /// How many versions the source is ahead, over all shards.
    public var lag: UInt64 = 0
    /// Since when it has been ahead, in seconds since 1970; nil while it is not.
    public var behindSince: Int64?
    /// Rows that were taken over.
    public var rowsFollowed: UInt64 = 0
    /// Rows that are missing, or as they were before, for their format is newer than this program.
    public var rowsRefused: UInt64 = 0
    /// How often a shard was read afresh, by reason.
    public var shardsAfresh: [AfreshReason: UInt64] = [:]
    /// Links that only this node had and that resyncs have removed.
    public var linksLost: UInt64 = 0
    /// Shards that are being read afresh now.
    public var shardsGathering = 0
    /// Changes that were made at the source through this node.
    public var changesMade: UInt64 = 0
    /// Changes that were not made, by reason.
    public var changesRefused: [ChangeRefusal: UInt64] = [:]
    /// Transactions that were run again: for a serialization failure, a deadlock, a lost connection.
    public var retries: UInt64 = 0
    /// Counts that the source does not have yet, in links and days.
    public var countsUnsent: UInt64 = 0

    /// Nothing is known yet.
    public init() {}
}

/// Why a change was not made at the source.
public enum ChangeRefusal: String, Sendable, CaseIterable {
    /// The source did not answer in time.
    case away
    /// It follows another server, which takes the changes.
    case readOnly = "read_only"
    /// It has no room left.
    case full
    /// Others changed the same links for too long.
    case contended
    /// Whether it was made is not known.
    case unknown
    case other
}

/// Why a shard is read afresh.
public enum AfreshReason: String, Sendable, CaseIterable {
    /// The links come from another source, or from a store of its own.
    case foreign
    /// The source was recovered: its epoch has changed.
    case epoch
    /// The replica has seen more than the source has: the source has lost changes.
    case head
    /// The links differ at the same version.
    case digest
    /// Deleted links that the replica has not seen were collected.
    case floor
    /// Some of its rows could not be read before the program was started, perhaps in an older version.
    case format
}
