import Clicks
import ByteText
import HTTP
import OpenID
import OpenSSL
package import Pages
import Threads

/// Pending sign-ins at the identity provider. Each is sealed in a cookie of the browser that started it, and is valid once,
/// for ten minutes.
///
/// The cookie is `Lax`, so browsers send it when the provider redirects back. Nothing is stored before that, so that starting
/// many sign-ins can't displace those of other clients. Callable from any thread.
package final class PendingSignIns: Sendable {
    /// The maximum duration of a sign-in, in seconds.
    static let longest: Int64 = 600
    /// The maximum number of remembered used sign-ins. Beyond it, the oldest is dropped; the provider refuses its code anyway.
    static let mostUsed = 1000
    /// The maximum length of the path to continue at: a cookie is limited to 4,096 bytes.
    static let longestPath = 1024

    /// A sign-in that has been started.
    struct Pending: Sendable, Equatable {
        /// The expiry time, in seconds since the epoch.
        var end: Int64
        var isSecure: Bool
        /// The host and port at which it was started.
        var authority: String
        /// The path to continue at.
        var path: String
        var state: String
        var nonce: String
        var verifier: String
        var redirect: String

        /// The authorization request.
        var request: AuthorizationRequest {
            AuthorizationRequest(state: state, nonce: nonce, verifier: verifier, redirect: redirect)
        }
    }

    private let pageKeys: PageKeys
    private let own = SealingKey()
    /// The expiry times of used sign-ins, by state.
    private let used = Locked<[String: Int64]>([:])

    package init(_ pageKeys: PageKeys) { self.pageKeys = pageKeys }

    /// The keys: the first seals, all open.
    private var keys: [SealingKey] {
        let shared = pageKeys.derived(for: "admin sign-in")
        return shared.isEmpty ? [own] : shared
    }

    /// Starts a sign-in.
    ///
    /// - Parameters:
    ///   - origin: The origin of the page with the form: `http://localhost:8082`.
    ///   - path: The path to continue at.
    ///   - callback: The path that the provider redirects back to.
    func begin(origin: String, path: String, callback: String, isSecure: Bool, at now: Int64) -> Pending {
        let request = AuthorizationRequest(redirect: origin + callback)
        let authority = origin.firstRange(of: "://").map { String(origin[$0.upperBound...]) } ?? ""
        return Pending(
            end: now + Self.longest, isSecure: isSecure, authority: authority,
            path: path.utf8.count <= Self.longestPath ? path : "/", state: request.state, nonce: request.nonce,
            verifier: request.verifier, redirect: request.redirect)
    }

    /// Takes the sign-in that a callback completes and marks it as used; `nil` if it was started in another browser, has
    /// expired, or was already used.
    func take(_ state: String, _ request: borrowing Request, at now: Int64) -> Pending? {
        guard let host = request.value(of: "host") else { return nil }
        let authority = Array(bytesOf: host)
        for isSecure in [true, false] {
            let name = SessionCookie.name(isSecure: isSecure, authority: authority) + Self.suffix
            guard let value = SessionCookie.value(name, of: request), let pending = open(value),
                pending.isSecure == isSecure, Array(pending.authority.utf8) == authority, pending.state == state,
                pending.end > now, pending.end <= now + Self.longest
            else { continue }
            return use(pending, at: now) ? pending : nil
        }
        return nil
    }

    private func use(_ pending: Pending, at now: Int64) -> Bool {
        used.withLock { used in
            guard used[pending.state] == nil else { return false }
            if used.count >= Self.mostUsed { used = used.filter { $0.value > now } }
            if used.count >= Self.mostUsed, let oldest = used.min(by: { $0.value < $1.value }) {
                used[oldest.key] = nil
            }
            used[pending.state] = pending.end
            return true
        }
    }

    // MARK: - The cookie

    private static let suffix = "-sign-in"

    /// The `Set-Cookie` value of a sign-in.
    func field(setting pending: Pending) -> [UInt8] {
        let parts = [
            "\(pending.end)", pending.isSecure ? "1" : "0", pending.authority, pending.path, pending.state,
            pending.nonce,
            pending.verifier, pending.redirect,
        ]
        let text = Array(parts.joined(separator: "\n").utf8)
        let sealed = keys[0].seal(text.span)
        return Self.field(pending, Base64URL.encode(sealed.span), age: Self.longest)
    }

    /// The `Set-Cookie` value that removes it.
    func field(ending pending: Pending) -> [UInt8] { Self.field(pending, [], age: 0) }

    private static func field(_ pending: Pending, _ value: [UInt8], age: Int64) -> [UInt8] {
        let name = SessionCookie.name(isSecure: pending.isSecure, authority: Array(pending.authority.utf8)) + suffix
        return SessionCookie.field(name, value, age: age, isSecure: pending.isSecure, sameSite: "Lax")
    }

    private func open(_ value: [UInt8]) -> Pending? {
        guard let sealed = Base64URL.decode(value.span) else { return nil }
        for key in keys { if let bytes = key.open(sealed.span) { return Self.pending(bytes) } }
        return nil
    }

    /// Parses the text sealed by ``field(setting:)``. None of the parts contains a line break.
    private static func pending(_ bytes: [UInt8]) -> Pending? {
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        guard parts.count == 8, let end = Int64(parts[0]) else { return nil }
        return Pending(
            end: end, isSecure: parts[1] == "1", authority: parts[2], path: parts[3], state: parts[4], nonce: parts[5],
            verifier: parts[6], redirect: parts[7])
    }
}
