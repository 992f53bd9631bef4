import ByteText
import LMDB

/// The source of a replica, and the owner of its counts.
public struct ReplicaIdentity: Sendable, Equatable {
    /// The source's number, generated with its tables.
    public var source: UInt64
    /// The name of the node.
    public var node: String
    /// Distinguishes this store from others of the same node: each count belongs to an incarnation.
    public var incarnation: UInt64

    /// An identity.
    public init(source: UInt64, node: String, incarnation: UInt64) {
        self.source = source
        self.node = node
        self.incarnation = incarnation
    }

    /// The encoding in the file: the two numbers, little-endian, and the name.
    var stored: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendLittleEndian(source)
        bytes.appendLittleEndian(incarnation)
        bytes.append(contentsOf: node.utf8)
        return bytes
    }

    /// The encoding of the incarnation alone.
    var storedIncarnation: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendLittleEndian(incarnation)
        return bytes
    }

    init?(stored bytes: Span<UInt8>) {
        guard bytes.count >= 16 else { return nil }
        source = bytes.littleEndian(at: 0)
        incarnation = bytes.littleEndian(at: 8)
        node = String(copying: bytes.extracting(16..<bytes.count))
    }
}

/// Counts of one incarnation that were not sent to the source yet.
public struct UnsentCounts: Sendable, Equatable {
    /// The owner of the counts.
    public var identity: ReplicaIdentity
    /// Whether nothing is counted in the incarnation any more.
    public var isFormer: Bool
    /// Whether the store has recorded the incarnation as registered with the source, which may then have closed it.
    public var isKnown: Bool
    /// The sums of the incarnation, for each link and day with one that has grown.
    public var counts: [LinkCount]
    /// The breakdowns of the same links and days; those without one are left out.
    public var breakdowns: [BreakdownRow]
}

/// The databases in the file that only a replica has.
struct ReplicaDatabases: Sendable {
    /// Shard and the key's text → the record, for shards being resynced.
    let gathered: Database
    /// ID and day of unsent counts → nothing.
    let unsent: Database
    /// Incarnation, ID and day of unsent counts of former incarnations → ``FormerCounts``. `nil` in a store of an
    /// earlier version until its next start as a node.
    let former: Database?
    /// Keys of ``former`` → their breakdowns, if they have one. `nil` in a store of an earlier version until its next start as a
    /// node.
    let formerBreakdowns: Database?
}
