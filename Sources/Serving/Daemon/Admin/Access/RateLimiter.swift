import Libevent
import Threads

/// Keeps credentials within their rates, each by a bucket that fills at its rate (generic cell rate algorithm).
///
/// All workers share it: a lock is taken for each request that has a rate. Such requests write to a disk; they don't notice.
final class RateLimiter: Sendable {
    /// For each credential the time at which its bucket is full again, in nanoseconds of the monotonic clock.
    private let full = Locked<[String: UInt64]>([:])

    /// Takes a request in; the seconds to wait where it comes too early, else nil.
    func delay(_ credential: Credential, now: UInt64 = MonotonicClock.nanoseconds) -> Int? {
        guard let rate = credential.rate else { return nil }
        let span = UInt64(rate.seconds) * 1_000_000_000
        let cost = span / UInt64(rate.burst)
        return full.withLock { full in
            let next = max(full[credential.name] ?? 0, now) + cost
            guard next <= now + span else { return Int((next - now - span) / 1_000_000_000) + 1 }
            full[credential.name] = next
            return nil
        }
    }
}
