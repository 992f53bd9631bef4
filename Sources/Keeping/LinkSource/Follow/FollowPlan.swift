import LinkStore

/// Which pages are read in one look at the source.
struct FollowPlan {
    /// A page of a shard.
    struct Entry {
        let shard: UInt8
        /// Whether it goes beside what is served.
        let isGathered: Bool
        let after: UInt64
        let upTo: UInt64
        let epoch: UInt64
        /// The most rows that are read.
        let limit: Int
    }

    /// The most rows of a page.
    static let pageRows = 5_000

    /// About how many rows are read in a look.
    private let budget: UInt64
    private(set) var entries: [Entry] = []
    /// Whether some shards have more than is read.
    private(set) var leavesMore = false
    private var expected: UInt64 = 0

    init(budget: Int) { self.budget = UInt64(budget) }

    /// Adds the next page of a shard, unless there is none, or enough is planned.
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
