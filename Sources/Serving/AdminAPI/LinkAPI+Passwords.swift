import Access
import ByteText
import HTTP
import LinkStore
import Threads

/// Passwords in changes. They are hashed on a thread of their own before the store gets the change, since each takes tens
/// of milliseconds.
extension LinkAPI {
    /// The maximum number of passwords in one request, which take some seconds.
    static let mostPasswords = 100

    private static let hashing = JobThreads(name: "hashing", limits: JobThreads.Limits(jobs: 64, jobsOfOne: 8))

    /// Calls a closure with a change whose passwords are hashed; immediately if it has none. Returns `false`, and does not
    /// call it, if too many changes are waiting.
    static func hashPasswords(
        of change: LinkChange, for caller: String, _ body: @escaping @Sendable (LinkChange) -> Void
    ) -> Bool {
        guard change.hasPlainPassword else {
            body(change)
            return true
        }
        return hashing.run(for: caller) { body(change.hashingPasswords()) }
    }

    static let tooManyPasswords = APIError(
        .serviceUnavailable, "too many pending changes of passwords; try again", retryAfter: 2)
}
