/// A change to a store that is a replica: what follows from a source of truth elsewhere.
///
/// Applied more than once it counts once, as every ``LinkChange``.
public enum ReplicaChange: Sendable, Equatable {
    /// Takes rows over into what is served, and moves the cursors of their shards. A row that is not newer than the
    /// replica's own is skipped.
    case follow(ReplicaPage)
    /// Takes rows over into a copy beside what is served, for shards that have to be read afresh.
    case gather(ReplicaPage)
    /// Serves what was gathered of these shards in place of what was served: all of it at once. Links that were not
    /// gathered go. The rows are those that were written past the gathered cursors meanwhile.
    case swap([UInt8], and: [ReplicaRow])
    /// Forgets what was gathered, of all shards.
    case forgetGathered
    /// Takes published links over.
    case publish(PublishedPage)
    /// Keeps the tokens of the source, as lines of a tokens file.
    case tokens(String)
    /// Keeps a secret that all nodes share, in the place of one that this node had.
    case secret(String, [UInt8])
    /// The replica has all that the source had at one moment, for the first time: it may be served from.
    case complete
    /// The counts of a day have arrived at the source. Those that have grown since stay marked.
    case sent([SentCounts])
    /// The source may have lost counts that it had: all are sent again.
    case resend
}

/// Rows of the source, and how far they take the replica.
public struct ReplicaPage: Sendable, Equatable {
    /// How far a page takes a shard.
    public struct Step: Sendable, Equatable {
        /// The shard.
        public var shard: UInt8
        /// The epoch of the source in which the rows were read.
        public var epoch: UInt64
        /// The version that was read last; all below it are in this page or were read before.
        public var cursor: UInt64

        /// A step of a shard.
        public init(shard: UInt8, epoch: UInt64, cursor: UInt64) {
            self.shard = shard
            self.epoch = epoch
            self.cursor = cursor
        }
    }

    /// In any order; of rows with one key the newest counts.
    public var rows: [ReplicaRow]
    /// At most one for each shard.
    public var steps: [Step]

    /// Rows with the steps that they make; no step for rows that were not read in the order of their versions.
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
    /// The link itself.
    public var body: [UInt8]
    /// The client that made the change, or `nil` for a row that another node wrote: the source does not contain it.
    public var author: String?

    /// A row of a shard that is known to be the key's.
    ///
    /// - Parameter format: As the source names it; nil: as the body does.
    public init(key: LinkKey, shard: UInt8, version: UInt64, format: UInt8? = nil, body: [UInt8]) {
        self.key = key
        self.shard = shard
        self.version = version
        self.format = format ?? LinkBody.format(of: body)
        self.body = body
    }
}

/// How far a replica has followed a shard.
public struct ShardPosition: Sendable, Equatable {
    /// The shard.
    public var shard: UInt8
    /// The epoch of the source that the rows come from.
    public var epoch: UInt64 = 0
    /// The version up to which all rows were seen.
    public var cursor: UInt64 = 0
    /// The sum of ``LinkBody/term(_:version:)`` over the links that exist, modulo 2⁶⁴.
    public var digest: UInt64 = 0
    /// How many links exist.
    public var live: UInt64 = 0
    /// The highest version of a row that was taken over; above the cursor where a row came ahead of its page.
    public var highest: UInt64 = 0
    /// How many rows could not be read, for their format is newer than this program.
    public var refused: UInt64 = 0

    /// The epoch of a shard whose links come from elsewhere: it has to be read afresh.
    public static let foreign = UInt64.max

    /// A shard of which nothing was seen.
    public init(shard: UInt8) { self.shard = shard }
}

/// Counts of a link's day that were sent.
public struct SentCounts: Sendable, Equatable {
    /// The link's number.
    public var id: UInt64
    /// The UTC day, in days since 1970-01-01.
    public var day: UInt32
    /// The sum of all counters of the day, when they were read.
    public var sum: UInt64

    /// Counts that have arrived.
    public init(id: UInt64, day: UInt32, sum: UInt64) {
        self.id = id
        self.day = day
        self.sum = sum
    }
}
