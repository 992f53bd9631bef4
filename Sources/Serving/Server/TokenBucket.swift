/// Tokens that come back with time: full at first, and never more than that.
struct TokenBucket {
    private let burst: Int64
    /// Tokens a second.
    private let rate: Int64
    /// In thousandths of a token.
    private var level: Int64

    init(burst: Int64, rate: Int64) {
        self.burst = burst
        self.rate = rate
        level = burst * 1000
    }

    mutating func refill(_ milliseconds: Int64) { add(min(milliseconds, 1_000_000) * rate) }

    mutating func add(_ thousandths: Int64) { level = min(burst * 1000, level + thousandths) }

    /// False when it is empty.
    mutating func spend(_ count: Int64 = 1) -> Bool {
        level -= count * 1000
        return level >= 0
    }
}
