import ByteText
import Libevent
import OpenID
import Threads

/// What is asked of the identity provider: where people sign in, who they are, and its keys. On a thread of its own, one question
/// after the other; loops never wait for it.
final class ProviderDesk: Sendable {
    /// Sends a request, and waits.
    typealias Send = @Sendable (ProviderRequest) -> Result<ProviderRequest.Answer, OpenIDFault>

    /// Sign-ins that may wait for the provider, and those of one address.
    private static let waiting = JobThreads.Limits(jobs: 32, jobsOfOne: 8)
    /// Seconds for which a discovery document is good.
    static let documentSeconds: UInt64 = 3600
    /// Seconds for which keys are good: those that a provider has withdrawn are forgotten then.
    static let keySeconds: UInt64 = 600
    /// Seconds between two looks for a key that is not known.
    static let unknownKeySeconds: UInt64 = 60
    /// Seconds for which a failed discovery is not tried again: who waits behind it is answered at once.
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
    private let thread = JobThreads(name: "openid", limits: ProviderDesk.waiting)
    private let state = Locked(State())
    private let send: Send
    private let report: @Sendable (String) -> Void
    /// Nanoseconds of a clock that never goes back.
    private let clock: @Sendable () -> UInt64

    /// - Parameter report: Receives lines for the operator; called on the desk's thread.
    init(
        _ client: OpenIDClient, report: @escaping @Sendable (String) -> Void, send: @escaping Send = { $0.send() },
        clock: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
    ) {
        (self.client, self.report, self.send, self.clock) = (client, report, send, clock)
    }

    /// Finds the address at which a person signs in. From any thread; `then` is called once, there or on the desk's.
    ///
    /// - Parameter client: The person's address, whose sign-ins wait for each other.
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

    /// Exchanges a code for what the provider says of the person, verified. From any thread; `then` is called once, there or on
    /// the desk's.
    ///
    /// - Parameters:
    ///   - client: The person's address, whose sign-ins wait for each other.
    ///   - statesIssuer: Whether the code came with the provider's name, which was the right one.
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
                // The provider may have begun to sign with another key.
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

    /// Reports a fault, the same one once a minute.
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

    // MARK: - On the desk's thread

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

    /// The keys as they were within the last seconds.
    private func keys(_ document: ProviderMetadata, within seconds: UInt64) throws(OpenIDFault) -> JSONWebKeySet {
        if let known = state.withLock({ $0.keys }), known.isYounger(than: seconds, at: clock()) { return known.value }
        let json = try json(ProviderRequest(address: try address(document.keySet, "jwks_uri")), "its keys")
        guard let keys = JSONWebKeySet(json) else { throw .format(of: "its keys") }
        state.withLock { $0.keys = Stamped(value: keys, time: clock()) }
        return keys
    }

    /// An address that the provider states. What is asked over TLS must not lead to where there is none.
    private func address(_ text: String, _ name: String) throws(OpenIDFault) -> BundleAddress {
        guard let address = try? BundleAddress(text), address.isSecure || !client.discovery.isSecure else {
            throw .endpoint(name)
        }
        return address
    }

    private func json(_ question: ProviderRequest, _ what: String) throws(OpenIDFault) -> JSONValue {
        var question = question
        question.authorities = client.authorities
        let answer = try send(question).get()
        let json = try? JSONValue(parsing: answer.body.span)
        guard answer.status == 200 else {
            if question.form != nil, let word = json?["error"]?.string, Self.isErrorWord(word) { throw .refused(word) }
            throw .status(answer.status, of: what)
        }
        guard let json, json.object != nil else { throw .format(of: what) }
        return json
    }

    /// Whether a text can be the word for an error (RFC 6749, section 4.1.2.1), and is fit to be shown.
    static func isErrorWord(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isAlphanumeric || $0 == 0x5F || $0 == 0x2D }
    }
}
