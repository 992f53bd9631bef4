/// Detects when a worker is overloaded.
///
/// The signal is the duration of the loop's rounds. Events that are ready together are handled serially, so a request
/// waits at most for the rest of the round in which it arrived and for its own round. If rounds stay long for a while
/// (a single long one may be due to another process on the CPU), only as much of each round is served as fits and the
/// rest is shed: a quick 503 is better than a late response, and the served requests are served in time.
struct LoopPressure {
    /// The maximum duration of a round, in milliseconds.
    private let limit: Int64
    /// How long rounds must exceed the limit before shedding begins, in milliseconds.
    private static let patience: Int64 = 200
    /// How many consecutive rounds must fit before shedding ends.
    private static let requiredFittingRounds = 8

    private var round: UInt64 = 0
    private var roundStart: Int64 = 0
    private var lastSeen: Int64 = 0
    private var longSince: Int64?
    private var fittingRounds = 0
    private(set) var isShedding = false

    init(limit: Int64) { self.limit = limit }

    /// Records the time at which a handler runs, in milliseconds, and the current round of the loop.
    mutating func observe(_ now: Int64, round: UInt64) {
        if round != self.round {
            endRound(now)
            self.round = round
            roundStart = now
        }
        lastSeen = now
    }

    private mutating func endRound(_ now: Int64) {
        let length = lastSeen - roundStart
        if isShedding {
            fittingRounds = length <= limit / 2 ? fittingRounds + 1 : 0
            if fittingRounds >= LoopPressure.requiredFittingRounds { isShedding = false }
        } else if length <= limit {
            longSince = nil
        } else if let longSince {
            guard now - longSince >= LoopPressure.patience else { return }
            isShedding = true
            fittingRounds = 0
            self.longSince = nil
        } else {
            longSince = roundStart
        }
    }

    /// Whether the current event came too late in its round to be served.
    var isLate: Bool { isShedding && lastSeen - roundStart > limit / 2 }
}
