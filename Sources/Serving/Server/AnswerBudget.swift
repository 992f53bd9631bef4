/// Limits the cost of the responses on one connection: refusals of unknown links, and pages that explain how a link is
/// resolved.
///
/// Refusing a link costs as much as serving several valid links. A client that follows up to a hundred bad links is not
/// affected; a client that keeps sending them needs a new connection for every hundred. Connections of trusted proxies
/// carry requests of many clients and have no such budget.
struct AnswerBudget {
    private var refusals = TokenBucket(burst: 100, rate: 10)
    private var stamp: Int64
    /// Whether the budget is exhausted.
    private(set) var isSpent = false

    /// - Parameter now: milliseconds of the monotonic clock.
    init(now: Int64) { stamp = now }

    /// Charges a response that costs as much as `cost` refusals. Returns `true` for the first response over the budget.
    mutating func spend(_ cost: Int, now: Int64) -> Bool {
        if now > stamp {
            refusals.refill(now - stamp)
            stamp = now
        }
        guard !refusals.spend(Int64(cost)), !isSpent else { return false }
        isSpent = true
        return true
    }
}
