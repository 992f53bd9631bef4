/// Detects when a worker has more to do than it can do in time.
///
/// The signal is the length of the loop's rounds. What is found ready together is answered one after the other, so a request
/// waits at most for the rest of the round in which it came and for its own. When rounds have been long for a while, and not
/// only once (another process may have had the processor), only so much of each is served as fits; the rest is shed: a
/// quick 503 now is worth more than a late answer, and what is served is served in time.
struct LoopPressure {
    /// The longest round that is allowed, in milliseconds.
    private let limit: Int64
    /// How long rounds have to be too long before anything is shed.
    private static let patience: Int64 = 200
    /// How many rounds in a row have to fit before shedding ends.
    private static let calmRounds = 8

    private var round: UInt64 = 0
    private var roundStart: Int64 = 0
    private var lastSeen: Int64 = 0
    private var longSince: Int64?
    private var fittingRounds = 0
    private(set) var isShedding = false

    init(limit: Int64) { self.limit = limit }

    /// Records the time at which a handler runs, in milliseconds, and the loop's round that it runs in.
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
            if fittingRounds >= LoopPressure.calmRounds { isShedding = false }
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

    /// Whether what the handler was called for came too late in its round to be served.
    var isLate: Bool { isShedding && lastSeen - roundStart > limit / 2 }
}
