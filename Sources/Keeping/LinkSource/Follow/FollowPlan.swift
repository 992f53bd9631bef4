import Libevent
import LinkStore

/// The pages to read in one poll of the source.
struct FollowPlan {
    /// A page of a shard.
    struct Entry {
        let shard: UInt8
        /// Whether its rows are gathered for a resync instead of being served.
        let isGathered: Bool
        let after: UInt64
        let upTo: UInt64
        let epoch: UInt64
        /// The maximum number of rows to read.
        let limit: Int
    }

    /// The maximum number of rows in a page.
    static let pageRows = 5_000

    /// The approximate number of rows to read in a poll.
    private let budget: UInt64
    private(set) var entries: [Entry] = []
    /// Whether some shards have more rows than are read.
    private(set) var leavesMore = false
    private var expected: UInt64 = 0

    init(budget: Int) { self.budget = UInt64(budget) }

    /// Adds the next page of a shard, unless there is none or the budget is used up.
    mutating func add(_ position: ShardPosition, _ head: SourceHeads.Head, isGathered: Bool) {
        guard position.cursor < head.head else { return }
        guard expected < budget else {
            leavesMore = true
            return
        }
        let limit = min(Self.pageRows, Int(budget - expected))
        expected += min(head.head - position.cursor, UInt64(limit))
        entries.append(
            Entry(
                shard: position.shard, isGathered: isGathered, after: position.cursor, upTo: head.head,
                epoch: head.epoch, limit: limit))
    }
}

/// The number of rows to read in a poll of the source: as many as the network transfers in about a second.
///
/// A poll ends in a commit, which rewrites most pages of a small file, so a node far behind should use few large ones.
/// On a slow network a large one would take minutes, in which none of the received rows are served.
struct LookBudget {
    /// Bounds memory, and the time for which the store's writer is occupied.
    private static let most = (rows: 60_000, bytes: 32 << 20)
    private static let least = 50
    private static let aim: Duration = .seconds(1)

    private(set) var rows = 2_000

    /// Adapts to the amount read in the last poll.
    mutating func adapt(rows read: Int, bytes: Int, in time: Duration) {
        guard read > 0 else { return }
        let bySize = Self.most.bytes / max(1, bytes / read)
        var next = rows
        if time > Self.aim * 2 {
            next = Int(Double(read) * (Self.aim / time))
        } else if time < Self.aim / 2, read >= rows / 2 {
            next = rows * 2
        }
        rows = max(Self.least, min(next, bySize, Self.most.rows))
    }
}
