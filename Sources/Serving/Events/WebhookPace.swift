/// The size of requests to a webhook, and the pauses between retries.
struct WebhookPace: Sendable {
    private let mostEvents: Int
    /// The maximum number of events in the next request.
    private(set) var events: Int
    /// The number of consecutive failures.
    private(set) var failures = 0

    init(mostEvents: Int) { (self.mostEvents, events) = (mostEvents, mostEvents) }

    mutating func succeed() {
        failures = 0
        events = min(mostEvents, events * 2)
    }

    /// - Parameter isOfContent: Whether fewer events may be accepted. The offending event is isolated by halving.
    mutating func fail(isOfContent: Bool) {
        failures += 1
        if isOfContent { events = max(1, events / 2) }
    }

    /// The seconds until the next retry: doubled with each failure from one second, with random variation so that nodes do
    /// not retry simultaneously, and at least the delay that the receiver requests.
    func pause(retryAfter: Int?, longest: Int) -> Int {
        let seconds = min(longest, 1 << min(max(0, failures - 1), 16))
        return max(retryAfter ?? 0, Int.random(in: max(1, seconds / 2)...seconds))
    }
}
