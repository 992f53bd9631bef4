/// What the answers on a connection may cost before it has had its share: refusals of links that lead nowhere, and pages that
/// explain how a link is decided.
///
/// A refused link takes as long as several good ones to read. Who follows a bad link, or a hundred, notices nothing; who sends
/// them on and on begins a new connection for each hundred. The connections of a trusted proxy carry the requests of many
/// clients, and have no such budget.
struct AnswerBudget {
    private var refusals = TokenBucket(burst: 100, rate: 10)
    private var stamp: Int64
    /// Whether the connection has had its share.
    private(set) var isSpent = false

    /// - Parameter now: milliseconds of the monotonic clock.
    init(now: Int64) { stamp = now }

    /// Takes an answer into account that cost as much as so many refusals. Returns whether it was the first that was too many.
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
