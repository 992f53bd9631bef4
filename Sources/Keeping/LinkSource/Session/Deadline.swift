import Libevent

/// A point in time by which something must have been done.
struct Deadline: Sendable {
    /// How long it was away at first.
    let allowed: Duration
    private let nanoseconds: UInt64

    /// The point that is this far away.
    init(after duration: Duration) {
        allowed = duration
        let (seconds, attoseconds) = max(duration, .zero).components
        let more = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let now = MonotonicClock.nanoseconds
        nanoseconds = more.overflow ? .max : now &+ more.partialValue &+ UInt64(attoseconds / 1_000_000_000)
    }

    /// How long until then; zero afterwards.
    var remaining: Duration {
        let now = MonotonicClock.nanoseconds
        return now >= nanoseconds ? .zero : .nanoseconds(Int64(clamping: nanoseconds - now))
    }

    var isOver: Bool { remaining == .zero }
}
