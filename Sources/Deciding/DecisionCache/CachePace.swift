/// Whether caching decisions pays: where few clicks repeat, looking them up costs more than it saves.
///
/// A trial counts how many are found. After one with too few, nothing is looked up during a pause; then comes
/// another trial. What is decided is the same either way.
struct CachePace {
    private static let firstTrial = 1 << 15
    private static let trial = 1 << 13
    private static let pause = 1 << 16

    private var left = Self.firstTrial
    private var hits = 0
    private var length = Self.firstTrial
    private(set) var isPaused = false

    /// Records a decision that was looked for, or made during a pause.
    mutating func record(isHit: Bool) {
        left -= 1
        if isHit { hits += 1 }
        guard left == 0 else { return }
        // A decision costs about ten times what looking for it does.
        isPaused = !isPaused && hits * 10 < length
        length = isPaused ? Self.pause : Self.trial
        left = length
        hits = 0
    }
}
