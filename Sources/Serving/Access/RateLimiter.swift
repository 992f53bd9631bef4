import Libevent
import Threads

/// Keeps credentials within their rates, each with a bucket that refills at its rate (generic cell rate algorithm).
///
/// Shared by all workers: each request with a rate takes a lock. Such requests write to disk, so the lock is negligible.
package final class RateLimiter: Sendable {
    /// The time at which each credential's bucket is full again, in nanoseconds of the monotonic clock.
    private let full = Locked<[Credential.Holder: UInt64]>([:])

    package init() {}

    /// Counts a request; returns the seconds to wait if it exceeds the rate, or `nil`.
    package func delay(_ credential: Credential, now: UInt64 = MonotonicClock.nanoseconds) -> Int? {
        guard let rate = credential.rate else { return nil }
        let span = UInt64(rate.seconds) * 1_000_000_000
        let cost = span / UInt64(rate.burst)
        return full.withLock { full in
            let next = max(full[credential.holder] ?? 0, now) + cost
            guard next <= now + span else { return Int((next - now - span) / 1_000_000_000) + 1 }
            full[credential.holder] = next
            return nil
        }
    }
}
