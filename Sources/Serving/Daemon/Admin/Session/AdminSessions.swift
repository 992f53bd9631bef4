import ByteText
import HTTP
import OpenSSL
import Pages

/// The sessions of people who have signed in. Each is in its cookie, sealed; only those that were ended by signing out are kept.
///
/// A key of the process seals, so that a restart ends them; daemons with the same `page_key_file` share theirs. Whether the
/// token is still valid, and what the groups of a person may do, is looked up at each request. Used on any thread.
struct AdminSessions: Sendable {
    private let tokens: CurrentTokens
    private let pageKeys: PageKeys
    /// Whose people have sessions as well; nil for nobody's.
    private let providers: CurrentProvider
    private var provider: OpenIDClient? { providers.desk?.client }
    private let own = SealingKey()
    private let ended: EndedSessions

    /// What a cookie says, and whose it is.
    struct Found: Sendable {
        var session: AdminSession
        /// What the token, or the person's groups, allow now.
        var credential: Credential
    }

    init(
        _ tokens: CurrentTokens, _ pageKeys: PageKeys, provider: CurrentProvider = CurrentProvider(),
        ended: EndedSessions
    ) {
        (self.tokens, self.pageKeys, providers, self.ended) = (tokens, pageKeys, provider, ended)
    }

    /// The first seals, all open.
    private var keys: [SealingKey] {
        let shared = pageKeys.derived(for: "admin session")
        return shared.isEmpty ? [own] : shared
    }

    /// The session of a request; nil without one that is still good.
    func find(_ request: borrowing Request, at now: Int64) -> Found? {
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

    /// What a session of a cookie allows now; nil where it is over.
    func credential(of session: AdminSession, at now: Int64) -> Credential? {
        guard !session.isOver(at: now, longest: longest(session)), !ended.contains(session) else { return nil }
        return switch session.holder {
        case .token(let digest): tokens.now.credential(tokenDigest: digest)
        case .person(let person): provider?.credential(of: person)
        }
    }

    /// After how many seconds a session ends in any case.
    private func longest(_ session: AdminSession) -> Int64 {
        guard case .person = session.holder, let provider else { return AdminSession.longest }
        return min(AdminSession.longest, provider.longest)
    }

    private func open(_ value: [UInt8]) -> AdminSession? {
        guard let sealed = Base64URL.decode(value.span) else { return nil }
        for key in keys { if let bytes = key.open(sealed.span) { return AdminSession(bytes: bytes) } }
        return nil
    }

    /// Begins the session of a token; nil if no list has the token.
    func begin(_ token: String, _ request: borrowing Request, isSecure: Bool, at now: Int64) -> Found? {
        let digest = Digest.sha256(Array(token.utf8).span)
        guard let credential = tokens.now.credential(tokenDigest: digest) else { return nil }
        let session = AdminSession(
            .token(digest), at: now, authority: Self.authority(of: request), isSecure: isSecure)
        return Found(session: session, credential: credential)
    }

    /// Begins the session of a person where they have begun to sign in; nil if none of their groups has a role.
    func begin(_ person: Identity, _ pending: PendingSignIns.Pending, at now: Int64) -> Found? {
        guard let credential = provider?.credential(of: person) else { return nil }
        let session = AdminSession(
            .person(person), at: now, authority: Array(pending.authority.utf8), isSecure: pending.isSecure)
        return Found(session: session, credential: credential)
    }

    /// The value of the field that sets a session's cookie, with its last use now.
    func field(setting session: AdminSession, at now: Int64) -> [UInt8] {
        var session = session
        session.used = now
        let value = Base64URL.encode(keys[0].seal(session.bytes.span).span)
        return SessionCookie.field(
            SessionCookie.name(isSecure: session.isSecure, authority: session.authority), value,
            age: min(AdminSession.idle, session.began + longest(session) - now), isSecure: session.isSecure)
    }

    /// Ends a session: this process refuses every copy of its cookie. A restarted one does so if ``saveEnded(at:)`` has returned.
    func end(_ session: AdminSession, at now: Int64) { ended.add(session, at: now) }

    /// Writes the ended sessions to the disk, which takes a while.
    func saveEnded(at now: Int64) { ended.save(at: now) }

    /// The value of the field that removes a session's cookie.
    func field(ending session: AdminSession) -> [UInt8] {
        let name = SessionCookie.name(isSecure: session.isSecure, authority: session.authority)
        return SessionCookie.field(name, [], age: 0, isSecure: session.isSecure)
    }

    private static func authority(of request: borrowing Request) -> [UInt8] {
        guard let host = request.value(of: "host") else { return [] }
        return Array(bytesOf: host)
    }
}
