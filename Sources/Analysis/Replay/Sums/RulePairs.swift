/// The number of clicks that moved from one rule to another, by pair.
///
/// Contains up to ``limit`` pairs. Beyond that, the pairs are discarded and only the counts by rule remain. This
/// depends only on the lines, not on their order.
struct RulePairs: Sendable, Equatable {
    static let limit = 65_536

    struct Pair: Hashable, Sendable {
        /// By rule index; the last index is for no rule.
        var before: Int
        var now: Int
    }

    /// `nil` if there were too many.
    private(set) var counts: [Pair: Int]? = [:]

    mutating func add(_ pair: Pair, _ count: Int = 1) {
        counts?[pair, default: 0] += count
        if let counts, counts.count > Self.limit { self.counts = nil }
    }

    mutating func merge(_ other: RulePairs) {
        guard let theirs = other.counts else { return discard() }
        for (pair, count) in theirs { add(pair, count) }
    }

    /// The pairs with other indices of the rules before.
    func renamed(_ before: (Int) -> Int) -> RulePairs {
        var result = RulePairs()
        guard let counts else {
            result.discard()
            return result
        }
        for (pair, count) in counts { result.add(Pair(before: before(pair.before), now: pair.now), count) }
        return result
    }

    mutating func discard() {
        counts = nil
    }
}
