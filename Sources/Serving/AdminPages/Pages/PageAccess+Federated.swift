import Telemetry
import Access
import ByteText
import HTTP
import OpenID
import Server

/// Signing in at the identity provider: the redirect to it, and the callback.
extension PageAccess {
    /// The path that the sign-in form is submitted to.
    static let wayThere = "/sign-in/openid"
    /// The path that the provider redirects back to.
    static let wayBack = "/sign-in/openid/callback"
    /// Longer than the code of any provider.
    private static let longestCode = 8_192

    static func isFederated(_ path: String) -> Bool { path == wayThere || path == wayBack }

    /// Handles a step of a sign-in, now or later.
    func federate(
        _ request: borrowing Request, _ context: RequestContext, _ trail: AuditTrail, _ page: AdminPageRequest,
        _ provider: ProviderClient, _ response: inout ResponseWriter
    ) {
        var page = page
        // The query contains secrets that only this method may use.
        let query = page.query
        page.query = [:]
        if page.path == Self.wayThere {
            // After a page reload or from a link: start with the form.
            guard page.isPost else { return AdminPageAnswer(seeOther: Self.signIn).write(to: &response) }
            return lead(request, context, page, provider, &response)
        }
        // A HEAD request must not consume the sign-in.
        guard request.method == .get else { return response.methodNotAllowed(allow: "GET") }
        finish(query, request, context, trail, page, provider, &response)
    }

    /// Responds with the page that leads to the provider.
    private func lead(
        _ request: borrowing Request, _ context: RequestContext, _ page: AdminPageRequest, _ provider: ProviderClient,
        _ response: inout ResponseWriter
    ) {
        var page = page
        response.deferAnswer()
        guard AllowedHosts.isSameOrigin(request), let origin = request.onlyValue(of: "origin") else {
            page.refusal = .strayForm
            return pass(page, context)
        }
        guard request.body.count <= Self.longestSignIn, let form = FormBody(request)?.values else {
            page.refusal = .noForm
            return pass(page, context)
        }
        let begun = pending.begin(
            origin: String(origin), path: Self.localPath(form["to"]) ?? "/", callback: Self.wayBack,
            isSecure: Self.isSecure(request, context), at: page.now)
        provider.lead(begun.request, from: client(request, context)?.description ?? "") { [self, page] result in
            var page = page
            switch result {
            case .success(let address):
                page.federated = .leadsOut(address)
                pass(page, context, cookies: [pending.field(setting: begun)])
            case .failure(let fault):
                page.federated = .refused(fault.text(provider.client.host), fault.status)
                pass(page, context)
            }
        }
    }

    /// Handles the redirect back from the provider.
    private func finish(
        _ query: [String: String], _ request: borrowing Request, _ context: RequestContext, _ trail: AuditTrail,
        _ page: AdminPageRequest, _ provider: ProviderClient, _ response: inout ResponseWriter
    ) {
        response.deferAnswer()
        guard let begun = pending.take(query["state"] ?? "", request, at: page.now) else {
            return refuse(.stale, page, context, provider)
        }
        let address = client(request, context)?.description
        if let address, let delay = limit.delay(address, at: page.now) {
            var page = page
            page.refusal = .tooManyTries(seconds: delay)
            return pass(page, context, cookies: [pending.field(ending: begun)])
        }
        let audited = trail.audited("signIn", by: nil, .openid, context)
        let log = trail.log
        let end: @Sendable (Result<IDToken, OpenIDFault>) -> Void = { [self, page] result in
            do throws(OpenIDFault) {
                let found = try session(of: try result.get(), begun, provider.client, at: page.now)
                if var audited {
                    (audited.client, audited.person) = (found.credential.name, found.credential.holder.person)
                    log?.record(audited, .ok)
                }
                var page = page
                page.federated = .signedIn(to: begun.path)
                let session = sessions.field(setting: found.session, at: page.now)
                pass(page, context, cookies: [session, pending.field(ending: begun)])
            } catch {
                if let address { limit.countWrong(address, at: page.now) }
                if var audited {
                    if case .noRole(let name) = error { audited.client = name }
                    if let token = try? result.get() {
                        audited.person = Credential.Person(subject: token.subject, issuer: provider.client.issuer)
                    }
                    log?.record(audited, error.status)
                }
                refuse(error, page, context, provider, cookies: [pending.field(ending: begun)])
            }
        }
        guard query["iss"] == nil || query["iss"] == provider.client.issuer else { return end(.failure(.otherIssuer)) }
        if let word = query["error"] {
            return end(.failure(.refused(ProviderClient.isErrorWord(word) ? word : "no reason given")))
        }
        guard let code = query["code"], (1...Self.longestCode).contains(code.utf8.count) else {
            return end(.failure(.format(of: "a sign-in")))
        }
        provider.redeem(
            code, begun.request, from: client(request, context)?.description ?? "", statesIssuer: query["iss"] != nil,
            at: page.now, then: end)
    }

    private func session(
        of token: IDToken, _ begun: PendingSignIns.Pending, _ client: OpenIDClient, at now: Int64
    ) throws(OpenIDFault) -> AdminSessions.Found {
        guard let person = client.identity(of: token), let found = sessions.begin(person, begun, at: now) else {
            throw .noRole(token.displayName)
        }
        return found
    }

    private func refuse(
        _ fault: OpenIDFault, _ page: AdminPageRequest, _ context: RequestContext, _ provider: ProviderClient,
        cookies: [[UInt8]] = []
    ) {
        var page = page
        page.federated = .refused(fault.text(provider.client.host), fault.status)
        pass(page, context, cookies: cookies)
    }

    /// Passes the request to the pages. Callable from any thread.
    private func pass(_ page: AdminPageRequest, _ context: RequestContext, cookies: [[UInt8]] = []) {
        pages.answer(page) { [answer, ticket = context.ticket] made in
            var made = made
            // The callback's address contains the code, and referrers are logged.
            made.isNamedAsReferrer = false
            made.fields += cookies.map { ("Set-Cookie", String(decoding: $0, as: UTF8.self)) }
            answer(ticket, made)
        }
    }
}
