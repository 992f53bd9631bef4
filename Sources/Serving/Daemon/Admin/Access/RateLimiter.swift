import Libevent
import Threads

/// Keeps credentials within their rates, each by a bucket that refills at its rate (generic cell rate algorithm).
///
/// All workers share it: a lock is held for each request with a rate. Such requests write to a disk; the lock is
/// negligible.
final class RateLimiter: Sendable {
    /// For each credential the time at which its bucket is full again, in nanoseconds of the monotonic clock.
    private let full = Locked<[Credential.Holder: UInt64]>([:])

    /// Counts a request; returns the seconds to wait if it is too early, or nil.
    func delay(_ credential: Credential, now: UInt64 = MonotonicClock.nanoseconds) -> Int? {
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
