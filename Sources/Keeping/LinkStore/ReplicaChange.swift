/// A change to a replica that follows from its source of truth.
///
/// Idempotent, as every ``LinkChange``.
public enum ReplicaChange: Sendable, Equatable {
    /// Applies rows to the served links, and advances the cursors of their shards. A row that is not newer than the
    /// replica's own is skipped.
    case follow(ReplicaPage)
    /// Applies rows to a separate copy of shards that are being resynced.
    case gather(ReplicaPage)
    /// Replaces the served contents of these shards by the gathered ones, all at once. Links that were not gathered are
    /// removed. The rows are those written past the gathered cursors since.
    case swap([UInt8], and: [ReplicaRow])
    /// Removes the gathered rows of all shards.
    case forgetGathered
    /// Applies published links.
    case publish(PublishedPage)
    /// Stores the tokens of the source, as lines of a tokens file.
    case tokens(String)
    /// Stores a secret shared by all nodes, replacing this node's own.
    case secret(String, [UInt8])
    /// The replica has had everything the source had at one moment, for the first time: it may serve.
    case complete
    /// Counts of an incarnation have arrived at the source. Those that have grown since stay unsent.
    case sent([SentCounts], of: UInt64)
    /// Removes the unsent counts of a former incarnation.
    case dropUnsent(of: UInt64)
    /// The source may have lost counts: all of the current incarnation are sent again.
    case resend
}

/// Rows of the source, and the resulting positions of the replica.
public struct ReplicaPage: Sendable, Equatable {
    /// The new position of a shard.
    public struct Step: Sendable, Equatable {
        /// The shard.
        public var shard: UInt8
        /// The epoch of the source in which the rows were read.
        public var epoch: UInt64
        /// The last version read; all lower ones are in this page or were read before.
        public var cursor: UInt64

        /// A step of a shard.
        public init(shard: UInt8, epoch: UInt64, cursor: UInt64) {
            self.shard = shard
            self.epoch = epoch
            self.cursor = cursor
        }
    }

    /// In any order; of rows with the same key the newest is used.
    public var rows: [ReplicaRow]
    /// At most one for each shard.
    public var steps: [Step]

    /// Rows with the resulting steps; without steps if the rows were not read in version order.
    public init(rows: [ReplicaRow], steps: [Step] = []) {
        self.rows = rows
        self.steps = steps
    }
}

/// A row of the source: a link at a version.
public struct ReplicaRow: Sendable, Equatable {
    /// The address of the short link.
    public let key: LinkKey
    /// The shard of the key.
    public let shard: UInt8
    /// The version: unique in the shard, and higher with each change. It is the link's revision.
    public var version: UInt64
    /// The version of the body's format; see ``LinkBody``.
    public var format: UInt8
    /// The encoded link.
    public var body: [UInt8]
    /// The client that made the change; `nil` for a row that another node wrote, since the source does not contain it.
    public var author: String?

    /// A row with a key and its shard.
    ///
    /// - Parameter format: The format in the source's row; `nil` to use the body's.
    public init(key: LinkKey, shard: UInt8, version: UInt64, format: UInt8? = nil, body: [UInt8]) {
        self.key = key
        self.shard = shard
        self.version = version
        self.format = format ?? LinkBody.format(of: body)
        self.body = body
    }
}

/// The position of a replica in a shard.
public struct ShardPosition: Sendable, Equatable {
    /// The shard.
    public var shard: UInt8
    /// The epoch of the source that the rows come from.
    public var epoch: UInt64 = 0
    /// The version up to which all rows were read.
    public var cursor: UInt64 = 0
    /// The sum of ``LinkBody/term(_:version:)`` over the live links, modulo 2⁶⁴.
    public var digest: UInt64 = 0
    /// The number of live links.
    public var live: UInt64 = 0
    /// The highest version applied; above the cursor if a row arrived ahead of its page.
    public var highest: UInt64 = 0
    /// The number of rows that could not be read because their format is newer than this program.
    public var refused: UInt64 = 0

    /// The epoch of a shard whose links come from elsewhere; it must be resynced.
    public static let foreign = UInt64.max

    /// The position in a shard of which nothing was read.
    public init(shard: UInt8) { self.shard = shard }
}

/// Sent counts of a link and day.
public struct SentCounts: Sendable, Equatable {
    /// The link's ID.
    public var id: UInt64
    /// The UTC day, in days since 1970-01-01.
    public var day: UInt32
    /// The sum of all counters of the day when they were read.
    public var sum: UInt64

    /// Counts that have arrived.
    public init(id: UInt64, day: UInt32, sum: UInt64) {
        self.id = id
        self.day = day
        self.sum = sum
    }
}
