import ByteText
import Threads

/// How many wrong tokens an address may send: a few at once, then one every some seconds. It keeps logs quiet; that nobody
/// guesses a token follows from its 256 bits. A right token is never kept waiting: behind a proxy that is not trusted all people
/// have one address, and one of them must not lock the others out.
final class SignInLimit: Sendable {
    /// Wrong tokens that may come at once.
    static let burst: Int64 = 10
    /// Seconds in which one more may come.
    static let seconds: Int64 = 6
    /// The most addresses that are remembered; with more, all are forgotten.
    private static let mostAddresses = 4096

    /// For each address the time at which nothing is held against it any more, in seconds since the epoch.
    private let clear = Locked<[String: Int64]>([:])

    /// The seconds to wait before the next wrong token; nil if it is now.
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
