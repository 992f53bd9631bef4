import ServiceFiles
package import Client
import ByteText
import Libevent
import OpenID
import Threads

/// Sends requests to the identity provider: discovery, tokens and keys. They run serially on a thread of its own; event loops
/// never wait for it.
package final class ProviderClient: Sendable {
    /// Sends a request and waits for the response.
    package typealias Send = @Sendable (ProviderRequest) -> Result<ProviderRequest.Answer, OpenIDFault>

    /// The maximum number of waiting sign-ins, and of those from one address.
    private static let waiting = JobThreads.Limits(jobs: 32, jobsOfOne: 8)
    /// The lifetime of a cached discovery document, in seconds.
    static let documentSeconds: UInt64 = 3600
    /// The lifetime of cached keys, in seconds. Withdrawn keys are dropped then.
    static let keySeconds: UInt64 = 600
    /// The minimum interval between requests for an unknown key, in seconds.
    static let unknownKeySeconds: UInt64 = 60
    /// The time for which a failed discovery is not retried, in seconds; waiting sign-ins fail immediately.
    static let failureSeconds: UInt64 = 5

    private struct Stamped<Value: Sendable>: Sendable {
        var value: Value
        var time: UInt64

        func isYounger(than seconds: UInt64, at now: UInt64) -> Bool { now - time < seconds * 1_000_000_000 }
    }

    private struct State: Sendable {
        var document: Stamped<ProviderMetadata>?
        var failure: Stamped<OpenIDFault>?
        var keys: Stamped<JSONWebKeySet>?
        var reported: Stamped<OpenIDFault>?
    }

    let client: OpenIDClient
    private let proxy: OutgoingProxy?
    private let thread = JobThreads(name: "openid", limits: ProviderClient.waiting)
    private let state = Locked(State())
    private let send: Send
    private let report: @Sendable (String) -> Void
    /// A monotonic clock, in nanoseconds.
    private let clock: @Sendable () -> UInt64

    /// - Parameter report: Receives lines for the operator; called on its own thread.
    package init(
        _ client: OpenIDClient, proxy: OutgoingProxy? = nil, report: @escaping @Sendable (String) -> Void,
        send: @escaping Send = { $0.send() },
        clock: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
    ) {
        (self.client, self.proxy, self.report, self.send, self.clock) = (client, proxy, report, send, clock)
    }

    /// Builds the address at which a user signs in. Callable from any thread; `then` is called once, on the caller's or the
    /// client's thread.
    ///
    /// - Parameter client: The user's address, by which waiting sign-ins are limited.
    func lead(
        _ request: AuthorizationRequest, from client: String = "",
        then: @escaping @Sendable (Result<String, OpenIDFault>) -> Void
    ) {
        perform(
            for: client,
            { [self] () throws(OpenIDFault) in
                let endpoint = try document().authorizationEndpoint
                return request.address(at: endpoint, clientID: self.client.clientID, scopes: self.client.scopes)
            }, then)
    }

    /// Exchanges a code for a verified ID token. Callable from any thread; `then` is called once, on the caller's or the
    /// client's thread.
    ///
    /// - Parameters:
    ///   - client: The user's address, by which waiting sign-ins are limited.
    ///   - statesIssuer: Whether the response contained the issuer (RFC 9207), which was correct.
    ///   - now: Seconds since the epoch.
    func redeem(
        _ code: String, _ request: AuthorizationRequest, from client: String = "", statesIssuer: Bool, at now: Int64,
        then: @escaping @Sendable (Result<IDToken, OpenIDFault>) -> Void
    ) {
        perform(
            for: client,
            { [self] () throws(OpenIDFault) in
                let document = try document()
                guard statesIssuer || !document.statesIssuer else { throw .otherIssuer }
                let token = try token(code, request, document)
                let known = try keys(document, within: Self.keySeconds)
                do throws(OpenIDFault) { return try verified(token, known, request, at: now) } catch {
                    guard error == .token(.unknownKey) else { throw error }
                }
                // The provider may have rotated its signing key.
                return try verified(token, try keys(document, within: Self.unknownKeySeconds), request, at: now)
            }, then)
    }

    private func verified(
        _ token: String, _ keys: JSONWebKeySet, _ request: AuthorizationRequest, at now: Int64
    ) throws(OpenIDFault) -> IDToken {
        do throws(IDTokenFault) {
            return try IDToken(token, keys: keys, for: client.expectation(request.nonce), at: now)
        } catch { throw .token(error) }
    }

    private func perform<Value: Sendable>(
        for owner: String, _ work: @escaping @Sendable () throws(OpenIDFault) -> Value,
        _ then: @escaping @Sendable (Result<Value, OpenIDFault>) -> Void
    ) {
        let isAdmitted = thread.run(for: owner) { [self] in
            let result: Result<Value, OpenIDFault>
            do throws(OpenIDFault) { result = .success(try work()) } catch {
                result = .failure(error)
                note(error)
            }
            then(result)
        }
        if !isAdmitted { then(.failure(.busy)) }
    }

    /// Reports a fault, at most once a minute if it repeats.
    private func note(_ fault: OpenIDFault) {
        guard fault.isReported else { return }
        let now = clock()
        let isNew = state.withLock { state in
            if let last = state.reported, last.value == fault, last.isYounger(than: 60, at: now) { return false }
            state.reported = Stamped(value: fault, time: now)
            return true
        }
        if isNew { report(fault.report(client.host)) }
    }

    // MARK: - On the thread of requests

    private func document() throws(OpenIDFault) -> ProviderMetadata {
        let now = clock()
        let (known, failure) = state.withLock { ($0.document, $0.failure) }
        if let known, known.isYounger(than: Self.documentSeconds, at: now) { return known.value }
        if let failure, failure.isYounger(than: Self.failureSeconds, at: now) { throw failure.value }
        do throws(OpenIDFault) {
            let json = try json(ProviderRequest(address: client.discovery), "its discovery document")
            let document: ProviderMetadata
            do throws(ProviderMetadata.Fault) {
                document = try ProviderMetadata(json, issuer: client.issuer)
            } catch { throw OpenIDFault.metadata(error) }
            _ = try address(document.authorizationEndpoint, "authorization_endpoint")
            _ = try address(document.tokenEndpoint, "token_endpoint")
            _ = try address(document.keySet, "jwks_uri")
            state.withLock { ($0.document, $0.failure) = (Stamped(value: document, time: clock()), nil) }
            return document
        } catch {
            state.withLock { $0.failure = Stamped(value: error, time: clock()) }
            throw error
        }
    }

    private func token(
        _ code: String, _ request: AuthorizationRequest, _ document: ProviderMetadata
    ) throws(OpenIDFault) -> String {
        let secret: String?
        do throws(FileFault) { secret = try client.secret() } catch { throw .secret(error.description) }
        var question = ProviderRequest(address: try address(document.tokenEndpoint, "token_endpoint"))
        let inForm = document.wantsSecretInForm ? secret : nil
        question.form = request.tokenForm(code: code, clientID: client.clientID, secret: inForm)
        if let secret, inForm == nil {
            question.authorization = AuthorizationRequest.basic(clientID: client.clientID, secret: secret)
        }
        guard let token = try json(question, "a token")["id_token"]?.string else { throw .format(of: "a token") }
        return token
    }

    /// The key set, at most the given number of seconds old.
    private func keys(_ document: ProviderMetadata, within seconds: UInt64) throws(OpenIDFault) -> JSONWebKeySet {
        if let known = state.withLock({ $0.keys }), known.isYounger(than: seconds, at: clock()) { return known.value }
        let json = try json(ProviderRequest(address: try address(document.keySet, "jwks_uri")), "its keys")
        guard let keys = JSONWebKeySet(json) else { throw .format(of: "its keys") }
        state.withLock { $0.keys = Stamped(value: keys, time: clock()) }
        return keys
    }

    /// Parses an address from the provider. An exchange that began over TLS must not continue without it.
    private func address(_ text: String, _ name: String) throws(OpenIDFault) -> ServerURL {
        guard let address = try? ServerURL(text, statedAs: name), address.isSecure || !client.discovery.isSecure else {
            throw .endpoint(name)
        }
        return address
    }

    private func json(_ question: ProviderRequest, _ what: String) throws(OpenIDFault) -> JSONValue {
        var question = question
        (question.authorities, question.proxy) = (client.authorities, proxy)
        let answer = try send(question).get()
        let json = try? JSONValue(parsing: answer.body.span)
        guard answer.status == 200 else {
            if question.form != nil, let word = json?["error"]?.string, Self.isErrorWord(word) { throw .refused(word) }
            throw .status(answer.status, of: what)
        }
        guard let json, json.object != nil else { throw .format(of: what) }
        return json
    }

    /// Whether a text may be an error code (RFC 6749, section 4.1.2.1) and is safe to display.
    static func isErrorWord(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isAlphanumeric || $0 == 0x5F || $0 == 0x2D }
    }
}
