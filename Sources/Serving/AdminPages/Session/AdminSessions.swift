import Clicks
package import Access
import ByteText
package import HTTP
import OpenSSL
package import Pages

/// The sessions of signed-in users. Each is sealed in its cookie; only sessions ended by signing out are stored.
///
/// They are sealed with a key of the process, so a restart ends them; daemons with the same `page_key_file` share their key.
/// The validity of the token, and the permissions of the user's groups, are checked at each request. Callable from any thread.
package struct AdminSessions: Sendable {
    private let tokens: CurrentTokens
    private let pageKeys: PageKeys
    /// The identity provider whose users have sessions as well, if any.
    private let providers: CurrentProvider
    private var provider: OpenIDClient? { providers.client?.client }
    private let own = SealingKey()
    private let ended: EndedSessions

    /// A valid session and its permissions.
    package struct Found: Sendable {
        package var session: AdminSession
        /// The current permissions of the token, or of the user's groups.
        package var credential: Credential
    }

    package init(
        _ tokens: CurrentTokens, _ pageKeys: PageKeys, provider: CurrentProvider = CurrentProvider(),
        ended: EndedSessions
    ) {
        (self.tokens, self.pageKeys, providers, self.ended) = (tokens, pageKeys, provider, ended)
    }

    /// The keys: the first seals, all open.
    private var keys: [SealingKey] {
        let shared = pageKeys.derived(for: "admin session")
        return shared.isEmpty ? [own] : shared
    }

    /// The valid session of a request; `nil` if there is none.
    package func find(_ request: borrowing Request, at now: Int64) -> Found? {
        guard request.hasField("cookie") else { return nil }
        let authority = Self.authority(of: request)
        for isSecure in [true, false] {
            let name = SessionCookie.name(isSecure: isSecure, authority: authority)
            guard let value = SessionCookie.value(name, of: request), let session = open(value),
                session.isSecure == isSecure, session.authority == authority,
                let credential = credential(of: session, at: now)
            else { continue }
            return Found(session: session, credential: credential)
        }
        return nil
    }

    /// The current permissions of a session; `nil` if it has ended.
    func credential(of session: AdminSession, at now: Int64) -> Credential? {
        guard !session.isOver(at: now, longest: longest(session)), !ended.contains(session) else { return nil }
        return switch session.holder {
        case .token(let digest): tokens.now.credential(tokenDigest: digest)
        case .person(let person): provider?.credential(of: person)
        }
    }

    /// The maximum lifetime of a session, in seconds.
    private func longest(_ session: AdminSession) -> Int64 {
        guard case .person = session.holder, let provider else { return AdminSession.longest }
        return min(AdminSession.longest, provider.longest)
    }

    private func open(_ value: [UInt8]) -> AdminSession? {
        guard let sealed = Base64URL.decode(value.span) else { return nil }
        for key in keys { if let bytes = key.open(sealed.span) { return AdminSession(bytes: bytes) } }
        return nil
    }

    /// Starts the session of a token; `nil` if the token is on no list.
    func begin(_ token: String, _ request: borrowing Request, isSecure: Bool, at now: Int64) -> Found? {
        let digest = Digest.sha256(Array(token.utf8).span)
        guard let credential = tokens.now.credential(tokenDigest: digest) else { return nil }
        let session = AdminSession(
            .token(digest), at: now, authority: Self.authority(of: request), isSecure: isSecure)
        return Found(session: session, credential: credential)
    }

    /// Starts the session of a user whose sign-in has finished; `nil` if none of their groups has a role.
    func begin(_ person: Identity, _ pending: PendingSignIns.Pending, at now: Int64) -> Found? {
        guard let credential = provider?.credential(of: person) else { return nil }
        let session = AdminSession(
            .person(person), at: now, authority: Array(pending.authority.utf8), isSecure: pending.isSecure)
        return Found(session: session, credential: credential)
    }

    /// The `Set-Cookie` value for a session that is used now.
    package func field(setting session: AdminSession, at now: Int64) -> [UInt8] {
        var session = session
        session.used = now
        let value = Base64URL.encode(keys[0].seal(session.bytes.span).span)
        return SessionCookie.field(
            SessionCookie.name(isSecure: session.isSecure, authority: session.authority), value,
            age: min(AdminSession.idle, session.began + longest(session) - now), isSecure: session.isSecure)
    }

    /// Ends a session: this process refuses all copies of its cookie, and so does a restarted one once ``saveEnded(at:)`` has
    /// returned.
    func end(_ session: AdminSession, at now: Int64) { ended.add(session, at: now) }

    /// Writes the ended sessions to disk; blocks.
    func saveEnded(at now: Int64) { ended.save(at: now) }

    /// The `Set-Cookie` value that removes a session's cookie.
    func field(ending session: AdminSession) -> [UInt8] {
        let name = SessionCookie.name(isSecure: session.isSecure, authority: session.authority)
        return SessionCookie.field(name, [], age: 0, isSecure: session.isSecure)
    }

    private static func authority(of request: borrowing Request) -> [UInt8] {
        guard let host = request.value(of: "host") else { return [] }
        return Array(bytesOf: host)
    }
}
