/// A token bucket, initially full.
struct TokenBucket {
    private let burst: Int64
    /// Tokens per second.
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

    /// Returns `false` if the bucket is empty.
    mutating func spend(_ count: Int64 = 1) -> Bool {
        level -= count * 1000
        return level >= 0
    }
}
