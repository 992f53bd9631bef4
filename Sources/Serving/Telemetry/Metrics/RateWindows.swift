/// The counters of all workers at one moment, from which rates are computed.
package struct ActivitySample: Sendable, Equatable {
    /// Responses of all listeners.
    package var requests: UInt64 = 0
    /// Responses of front and edge.
    package var clicks: UInt64 = 0
    /// Responses with a server error.
    package var failed: UInt64 = 0
    /// Rejected requests and connections.
    package var shed: UInt64 = 0
    /// Decisions by kind, in the order of `DecisionKind`.
    package var decisions = DecisionCounters.noKinds

    /// All zero.
    package init() {}

    /// Adds another worker's sample.
    package mutating func add(_ other: ActivitySample) {
        requests &+= other.requests
        clicks &+= other.clicks
        failed &+= other.failed
        shed &+= other.shed
        for index in decisions.indices { decisions[index] &+= other.decisions[index] }
    }
}

/// The samples of the last minute, and rates derived from them.
package struct RateWindows: Sendable {
    /// Rates per second over a window.
    package struct Rates: Sendable, Equatable {
        /// The length of the window in seconds, which is shorter than requested after startup.
        package var seconds: Double
        package var requests: Double
        package var clicks: Double
        package var failed: Double
        package var shed: Double
        /// By kind, in the order of `DecisionKind`.
        package var decisions: [Double]
    }

    /// The longest window, in milliseconds.
    package static let longest: Int64 = 60_000

    private var samples: [(time: Int64, sample: ActivitySample)] = []

    /// No samples.
    package init() {}

    /// Adds a sample at a time in milliseconds of the monotonic clock, and drops samples that are no longer needed.
    package mutating func add(_ sample: ActivitySample, at time: Int64) {
        samples.append((time, sample))
        // Keep one sample before the window, as its start.
        while samples.count > 2, samples[1].time <= time - Self.longest { samples.removeFirst() }
    }

    /// The rates over the last milliseconds; `nil` before there are two samples.
    package func rates(over milliseconds: Int64) -> Rates? {
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
