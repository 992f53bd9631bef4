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
