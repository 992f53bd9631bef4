/// What all workers have counted since they started, at one moment: what rates are made of.
struct ActivitySample: Sendable, Equatable {
    /// Answers of all listeners.
    var requests: UInt64 = 0
    /// Answers of front and edge.
    var clicks: UInt64 = 0
    /// Answers that say that the server failed.
    var failed: UInt64 = 0
    /// Requests and connections that were turned away.
    var shed: UInt64 = 0
    /// Decisions by kind, in the order of `DecisionKind`.
    var decisions = DecisionCounters.noKinds

    /// Adds another worker's.
    mutating func add(_ other: ActivitySample) {
        requests &+= other.requests
        clicks &+= other.clicks
        failed &+= other.failed
        shed &+= other.shed
        for index in decisions.indices { decisions[index] &+= other.decisions[index] }
    }
}

/// Samples of the last minute, and how much there was in a second of it.
struct RateWindows: Sendable {
    /// How much there was in a second, over some seconds.
    struct Rates: Sendable, Equatable {
        /// How many seconds were looked at: fewer than were asked for after a start.
        var seconds: Double
        var requests: Double
        var clicks: Double
        var failed: Double
        var shed: Double
        /// By kind, in the order of `DecisionKind`.
        var decisions: [Double]
    }

    /// The longest time that rates are known over, in milliseconds.
    static let longest: Int64 = 60_000

    private var samples: [(time: Int64, sample: ActivitySample)] = []

    /// Adds a sample at a time in milliseconds of the monotonic clock, and forgets what is no longer needed.
    mutating func add(_ sample: ActivitySample, at time: Int64) {
        samples.append((time, sample))
        // One that is older than the window is where the window begins.
        while samples.count > 2, samples[1].time <= time - Self.longest { samples.removeFirst() }
    }

    /// The rates of the last milliseconds; nil before there are two samples.
    func rates(over milliseconds: Int64) -> Rates? {
        guard let last = samples.last,
            let first = samples.last(where: { $0.time <= last.time - milliseconds }) ?? samples.first,
            first.time < last.time
        else { return nil }
        let seconds = Double(last.time - first.time) / 1000
        func rate(_ one: UInt64, _ other: UInt64) -> Double { other > one ? Double(other - one) / seconds : 0 }
        let (old, new) = (first.sample, last.sample)
        return Rates(
            seconds: seconds, requests: rate(old.requests, new.requests), clicks: rate(old.clicks, new.clicks),
            failed: rate(old.failed, new.failed), shed: rate(old.shed, new.shed),
            decisions: zip(old.decisions, new.decisions).map(rate))
    }
}
