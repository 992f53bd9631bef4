/// How often a click went from one rule to another: a count for each pair.
///
/// Holds ``limit`` pairs. Where there are more, pairs are given up and what was counted by rule alone stays; that follows
/// from the lines and not from their order.
struct RulePairs: Sendable, Equatable {
    static let limit = 65_536

    struct Pair: Hashable, Sendable {
        /// By its index; behind the last one: no rule decided.
        var before: Int
        var now: Int
    }

    /// Nil where there were too many.
    private(set) var counts: [Pair: Int]? = [:]

    mutating func add(_ pair: Pair, _ count: Int = 1) {
        counts?[pair, default: 0] += count
        if let counts, counts.count > Self.limit { self.counts = nil }
    }

    mutating func merge(_ other: RulePairs) {
        guard let theirs = other.counts else { return giveUp() }
        for (pair, count) in theirs { add(pair, count) }
    }

    mutating func giveUp() {
        counts = nil
    }
}
