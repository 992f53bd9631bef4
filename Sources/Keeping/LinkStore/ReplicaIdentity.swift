import ByteText
import LMDB

/// Of which source a store is a replica, and whose counts it keeps.
public struct ReplicaIdentity: Sendable, Equatable {
    /// The source's number, made with its tables.
    public var source: UInt64
    /// The name of the node.
    public var node: String
    /// Distinguishes this store from others that the node had: counts are those of an incarnation.
    public var incarnation: UInt64

    /// An identity.
    public init(source: UInt64, node: String, incarnation: UInt64) {
        self.source = source
        self.node = node
        self.incarnation = incarnation
    }

    /// As the file has it: the two numbers, little-endian, and the name.
    var stored: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendLittleEndian(source)
        bytes.appendLittleEndian(incarnation)
        bytes.append(contentsOf: node.utf8)
        return bytes
    }

    /// The incarnation alone.
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

/// Counts that a source does not have yet.
public struct UnsentCounts: Sendable, Equatable {
    /// Whose they are.
    public var identity: ReplicaIdentity
    /// Whether the incarnation is one that the source knows, and so may have been told to end.
    public var isKnown: Bool
    /// The sums of the incarnation, for each link and day with one that has grown.
    public var counts: [LinkCount]
}

/// The maps in the file that only a replica has.
struct ReplicaDatabases: Sendable {
    /// Shard and the key's text → the record, of shards that are read afresh.
    let gathered: Database
    /// ID and day of counts that the source does not have yet → nothing.
    let unsent: Database
}
