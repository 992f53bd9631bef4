import ByteText
import Threads

/// Limits the wrong tokens from an address: a burst, then one every few seconds. This keeps logs short; that tokens can't be
/// guessed follows from their 256 bits. A correct token is never delayed: behind an untrusted proxy all users have the same
/// address, and one of them must not lock out the others.
final class SignInLimit: Sendable {
    /// The number of wrong tokens in a burst.
    static let burst: Int64 = 10
    /// The interval after which another wrong token is accepted, in seconds.
    static let seconds: Int64 = 6
    /// The maximum number of tracked addresses; beyond it, all are dropped.
    private static let mostAddresses = 4096

    /// The time at which each address has no wrong tokens left, in seconds since the epoch.
    private let clear = Locked<[String: Int64]>([:])

    /// The seconds to wait before the next wrong token; `nil` if it may come now.
    func delay(_ address: String, at now: Int64) -> Int64? {
        let wait = clear.withLock { ($0[address] ?? now) } - now - (Self.burst - 1) * Self.seconds
        return wait > 0 ? wait : nil
    }

    /// Counts a wrong token.
    func countWrong(_ address: String, at now: Int64) {
        clear.withLock { clear in
            if clear.count >= Self.mostAddresses, clear[address] == nil { clear.removeAll() }
            clear[address] = max(clear[address] ?? now, now) + Self.seconds
        }
    }
}
