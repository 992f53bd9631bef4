import ByteText
import Libevent
import OpenSSL
package import Server
import Threads

/// Checks the passwords that visitors enter for links, on threads of its own: a check takes tens of milliseconds and
/// 16 MiB. Shared by all workers.
///
/// The request waits for its check and is then handled again, with the verdict at hand.
package final class PasswordChecks: Sendable {
    /// Handles a request again, within a closure that it is passed to; callable from any thread.
    package typealias Repetition = @Sendable (AnswerTicket, _ within: @escaping @Sendable (() -> Void) -> Void) -> Void

    /// The result of a check.
    struct Verdict: Sendable {
        /// The hash that the password was compared with; the link may have another one by now.
        let hash: String
        let isRight: Bool
    }

    /// The number of checks at a time.
    private static let most = 2
    private static let limits = JobThreads.Limits(jobs: 32, jobsOfOne: 2)

    private let threads = JobThreads(name: "passwords", most: most, limits: limits)
    private let tries = Locked(PasswordTries())
    /// The verdicts of requests that are being handled again.
    private let verdicts = Locked<[AnswerTicket: Verdict]>([:])
    private let again: Repetition

    /// - Parameter again: Handles a request again.
    package init(again: @escaping Repetition) { self.again = again }

    /// The verdict on the password of a request that is handled again; `nil` if it has not been checked.
    func verdict(on ticket: AnswerTicket) -> Verdict? { verdicts.withLock { $0[ticket] } }

    /// Starts to check a password; the ticket's request is handled again afterwards. Returns the seconds to wait if
    /// there are too many tries, and checks nothing; otherwise `nil`.
    func begin(
        _ password: [UInt8], of link: [UInt8], hash: String, from address: IPAddress?, _ ticket: AnswerTicket
    ) -> Int? {
        let client = PasswordTries.Client(address)
        let delay = tries.withLock { $0.delay(link.span, by: client, now: MonotonicClock.nanoseconds) }
        if let delay { return delay }
        let isAdmitted = threads.run(for: "\(client)") { [self] in
            let isRight = PasswordHash(hash)?.matches(password) ?? false
            if isRight { tries.withLock { $0.takeBack(link.span, by: client) } }
            again(ticket) { [self] handle in
                verdicts.withLock { $0[ticket] = Verdict(hash: hash, isRight: isRight) }
                handle()
                verdicts.withLock { _ = $0.removeValue(forKey: ticket) }
            }
        }
        if isAdmitted { return nil }
        tries.withLock { $0.takeBack(link.span, by: client) }
        return 1
    }
}
