/// How much is sent to a webhook at once, and how long it is left alone after a failure.
struct WebhookPace: Sendable {
    private let mostEvents: Int
    /// How many events the next request may have.
    private(set) var events: Int
    /// How many requests in a row were not accepted.
    private(set) var failures = 0

    init(mostEvents: Int) { (self.mostEvents, events) = (mostEvents, mostEvents) }

    mutating func succeed() {
        failures = 0
        events = min(mostEvents, events * 2)
    }

    /// - Parameter isOfContent: Whether fewer events may be accepted: the one that is not is found by halves.
    mutating func fail(isOfContent: Bool) {
        failures += 1
        if isOfContent { events = max(1, events / 2) }
    }

    /// The seconds until the next try: a second, doubled with each failure, somewhat less by chance, so that many nodes do not
    /// come at once; and no less than the receiver asks for.
    func pause(asked: Int?, longest: Int) -> Int {
        let seconds = min(longest, 1 << min(max(0, failures - 1), 16))
        return max(asked ?? 0, Int.random(in: max(1, seconds / 2)...seconds))
    }
}
