import Libevent

/// A point in time by which an operation must have finished.
struct Deadline: Sendable {
    /// The initial duration.
    let allowed: Duration
    private let nanoseconds: UInt64

    /// A deadline after a duration.
    init(after duration: Duration) {
        allowed = duration
        let (seconds, attoseconds) = max(duration, .zero).components
        let more = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let now = MonotonicClock.nanoseconds
        nanoseconds = more.overflow ? .max : now &+ more.partialValue &+ UInt64(attoseconds / 1_000_000_000)
    }

    /// The remaining time; zero once it is over.
    var remaining: Duration {
        let now = MonotonicClock.nanoseconds
        return now >= nanoseconds ? .zero : .nanoseconds(Int64(clamping: nanoseconds - now))
    }

    var isOver: Bool { remaining == .zero }
}
