/// Decides whether caching decisions pays off. If few clicks repeat, lookups cost more than they save.
///
/// A trial counts the hits. If there are too few, the cache is bypassed for a pause, and another trial follows.
/// Decisions are the same either way.
struct CachePace {
    private static let firstTrial = 1 << 15
    private static let trial = 1 << 13
    private static let pause = 1 << 16

    private var left = Self.firstTrial
    private var hits = 0
    private var length = Self.firstTrial
    private(set) var isPaused = false

    /// Records a lookup, or a decision made during a pause.
    mutating func record(isHit: Bool) {
        left -= 1
        if isHit { hits += 1 }
        guard left == 0 else { return }
        // A decision costs about ten times as much as a lookup.
        isPaused = !isPaused && hits * 10 < length
        length = isPaused ? Self.pause : Self.trial
        left = length
        hits = 0
    }
}
