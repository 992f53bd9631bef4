import Clicks
package import Telemetry
package import Access
import ByteText
package import HTTP
import Pages
package import Server
import Threads
import WebAddress

/// Access to the pages of the admin listener: authorization, signing in and out.
package struct PageAccess: Sendable {
    static let signIn = "/sign-in"
    static let signOut = "/sign-out"
    /// Longer than any token.
    private static let longestToken = 512
    /// Longer than a form that contains a token and a path.
    static let longestSignIn = 8_192
    /// The longest form that is decoded on the event loop, which takes a few tenths of a millisecond at most.
    private static let longestHere = 32_768

    let pages: any AdminPages
    package let sessions: AdminSessions
    /// The identity provider, or `nil` if users sign in with tokens only.
    var provider: ProviderClient? { providers.client }
    private let providers: CurrentProvider
    let pending: PendingSignIns
    let limit = SignInLimit()
    private let streams: PageStreams
    private let forms = JobThreads(name: "forms", limits: JobThreads.Limits(jobs: 32, jobsOfOne: 4))
    private let signOuts = JobThread(name: "sign-out")
    private let post: PageStreams.Post
    /// The proxies that are trusted to report clients' addresses.
    package var trusted: TrustedPeers
    /// Passes a response on; callable from any thread.
    let answer: @Sendable (AnswerTicket, AdminPageAnswer) -> Void

    package init(
        _ pages: any AdminPages, _ sessions: AdminSessions, provider: CurrentProvider, _ pending: PendingSignIns,
        trusted: TrustedPeers, answer: @escaping @Sendable (AnswerTicket, AdminPageAnswer) -> Void,
        post: @escaping PageStreams.Post
    ) {
        (self.pages, self.sessions, providers, self.pending) = (pages, sessions, provider, pending)
        (self.trusted, self.answer, self.post) = (trusted, answer, post)
        streams = PageStreams(pages, sessions, post)
    }

    /// Responds to a request that matches no operation, now or later.
    package func handle(
        _ request: borrowing Request, _ context: RequestContext, _ trail: AuditTrail, at now: Int64,
        _ response: inout ResponseWriter
    ) {
        let isPost = request.method == .post
        guard isPost || request.method == .get || request.method == .head else {
            return response.methodNotAllowed(allow: "GET, HEAD, POST")
        }
        var page = AdminPageRequest(path: String(request.path), now: now)
        page.isPost = isPost
        if let query = request.query { page.query = FormBody(query)?.values ?? [:] }
        if let tag = request.onlyValue(of: "if-none-match") { page.knownTag = String(tag) }
        page.query["to"] = Self.localPath(page.query["to"])
        if let site = request.onlyValue(of: "sec-fetch-site") {
            page.isFromElsewhere = site.equals("cross-site") || site.equals("same-site")
        }
        page.isAwaited = { [post, ticket = context.ticket] in Self.isAwaited(ticket, post) }
        page.provider = provider?.client.host
        if let provider, Self.isFederated(page.path) {
            return federate(request, context, trail, page, provider, &response)
        }
        let found = sessions.find(request, at: now)
        page.visitor = found.map(Self.visitor)
        if isPost, let found {
            page.audited = trail.audited("", by: found.credential, .session, context)
        }
        if isPost, found != nil, request.body.count > Self.longestHere {
            return performElsewhere(request, context, page, &response)
        }
        if isPost {
            let end = perform(request, context, trail, found, &page)
            if let end, found != nil, page.path == Self.signOut { return finish(end, context, at: now, &response) }
            if let end { return end.write(to: &response) }
        } else if found == nil, !pages.isPublic(page.path) {
            return AdminPageAnswer(seeOther: Self.signIn(leadingTo: request)).write(to: &response)
        }
        if let found, !isPost, pages.isStream(page.path) { return stream(request, context, page, found, &response) }
        response.deferAnswer()
        pages.answer(page) { [answer, ticket = context.ticket] in answer(ticket, $0) }
    }

    /// Whether a request is still to be answered; `true` if the worker does not respond within a second.
    private static func isAwaited(_ ticket: AnswerTicket, _ post: PageStreams.Post) -> Bool {
        let answer = Locked<Bool?>(nil)
        post(ticket.worker) { worker in
            let isAwaited = worker.awaits(ticket)
            answer.withLock { $0 = isAwaited }
        }
        return answer.wait(seconds: 1) { $0 } ?? true
    }

    /// Starts a stream.
    private func stream(
        _ request: borrowing Request, _ context: RequestContext, _ page: AdminPageRequest, _ found: AdminSessions.Found,
        _ response: inout ResponseWriter
    ) {
        if request.method == .head {
            PageStreams.writeHead(to: &response)
            return response.finish()
        }
        guard request.version != .http2 else {
            return APIError(.versionNotSupported, "streams are sent over HTTP/1.1 only").write(to: &response)
        }
        guard streams.add(context.ticket, page, found.session) else {
            return APIError(.serviceUnavailable, "too many streams are open", retryAfter: 5).write(to: &response)
        }
        response.deferAnswer()
    }

    private static func visitor(_ found: AdminSessions.Found) -> AdminVisitor {
        AdminVisitor(
            credential: found.credential,
            formToken: String(decoding: Base64URL.encode(found.session.formToken.span), as: UTF8.self))
    }

    /// Parses a form, and signs in or out; `nil` if the page has to respond.
    private func perform(
        _ request: borrowing Request, _ context: RequestContext, _ trail: AuditTrail, _ found: AdminSessions.Found?,
        _ page: inout AdminPageRequest
    ) -> AdminPageAnswer? {
        guard AllowedHosts.isSameOrigin(request) else {
            page.refusal = .strayForm
            return nil
        }
        // Checked before anything is decoded: visitors who have not signed in must not cost the event loop time.
        guard found != nil || request.body.count <= Self.longestSignIn, let form = FormBody(request)?.values else {
            page.refusal = .noForm
            return nil
        }
        fill(form, &page)
        if page.path == Self.signIn { return begin(form, request, context, trail, &page) }
        guard let found else { return AdminPageAnswer(seeOther: Self.signIn) }
        guard admits(form, &page), page.path == Self.signOut else { return nil }
        trail.record(trail.audited("signOut", by: found.credential, .session, context), Status(303))
        sessions.end(found.session, at: page.now)
        streams.end(found.session)
        var end = AdminPageAnswer(seeOther: Self.signIn)
        end.fields.append(
            ("Set-Cookie", String(decoding: sessions.field(ending: found.session), as: UTF8.self)))
        return end
    }

    /// Responds to a sign-out once it is on disk, without blocking the event loop.
    private func finish(
        _ end: AdminPageAnswer, _ context: RequestContext, at now: Int64, _ response: inout ResponseWriter
    ) {
        let isAdmitted = signOuts.run(unlessMoreWaitThan: 64) { [sessions, answer, ticket = context.ticket] in
            sessions.saveEnded(at: now)
            answer(ticket, end)
        }
        // The waiting jobs also save this end.
        if isAdmitted { response.deferAnswer() } else { end.write(to: &response) }
    }

    /// Parses a visitor's large form, such as a file of links, on a thread that serves no clicks, and has the page respond.
    private func performElsewhere(
        _ request: borrowing Request, _ context: RequestContext, _ page: AdminPageRequest,
        _ response: inout ResponseWriter
    ) {
        let isOurs = AllowedHosts.isSameOrigin(request)
        let isForm = FormBody.isStated(by: request) && page.path != Self.signIn && page.path != Self.signOut
        let body = isOurs && isForm ? Array(bytesOf: request.body) : []
        let isAdmitted = forms.run(for: page.visitor?.owner ?? "", bytes: body.count) {
            [self, ticket = context.ticket] in
            var page = page
            if let form = isForm ? FormBody(body.span)?.values : nil, isOurs {
                fill(form, &page)
                _ = admits(form, &page)
            } else {
                page.refusal = isOurs ? .noForm : .strayForm
            }
            pages.answer(page) { [answer] in answer(ticket, $0) }
        }
        if isAdmitted { return response.deferAnswer() }
        APIError(.serviceUnavailable, "too many pending forms", retryAfter: 5).write(to: &response)
    }

    private func fill(_ form: [String: String], _ page: inout AdminPageRequest) {
        page.form = form
        page.form["form_token"] = nil
        page.form["token"] = nil
    }

    /// Whether a form has the form token of its visitor's session. Otherwise the page is refused.
    private func admits(_ form: [String: String], _ page: inout AdminPageRequest) -> Bool {
        // Both have the same length, and no other page can read the correct one.
        if let visitor = page.visitor, form["form_token"] == visitor.formToken { return true }
        page.refusal = .strayForm
        return false
    }

    /// Exchanges a token for a session.
    private func begin(
        _ form: [String: String], _ request: borrowing Request, _ context: RequestContext, _ trail: AuditTrail,
        _ page: inout AdminPageRequest
    ) -> AdminPageAnswer? {
        let isSecure = Self.isSecure(request, context)
        // A token copied from a terminal may contain whitespace.
        let token = (form["token"] ?? "").filter { !$0.isWhitespace }
        guard token.utf8.count <= Self.longestToken,
            let found = sessions.begin(token, request, isSecure: isSecure, at: page.now)
        else {
            let address = client(request, context)?.description ?? "unknown"
            if let delay = limit.delay(address, at: page.now) {
                page.refusal = .tooManyTries(seconds: delay)
                return nil
            }
            limit.countWrong(address, at: page.now)
            trail.record(trail.audited("signIn", by: nil, .token, context), .forbidden)
            page.refusal = .wrongToken
            return nil
        }
        trail.record(trail.audited("signIn", by: found.credential, .token, context), Status(303))
        var answer = AdminPageAnswer(seeOther: Self.localPath(form["to"]) ?? "/")
        answer.fields.append(
            ("Set-Cookie", String(decoding: sessions.field(setting: found.session, at: page.now), as: UTF8.self)))
        return answer
    }

    /// Whether the browser sent a form over TLS, to this daemon or to a proxy.
    static func isSecure(_ request: borrowing Request, _ context: RequestContext) -> Bool {
        context.isSecure || request.onlyValue(of: "origin")?.starts(with: "https://") ?? false
    }

    /// The client's address, or its subscriber's network for IPv6; `nil` if it is unknown, behind a proxy that is not
    /// trusted. A proxy on this machine may be one.
    func client(_ request: borrowing Request, _ context: RequestContext) -> IPAddress? {
        var arena = ByteArena(capacity: 256)
        switch Forwarding(request, from: context.peer, trusted: trusted, in: &arena).client {
        case .address(let address): return address.subscriber
        case .unknown: return nil
        case .peer:
            guard let address = context.peer.address, !address.isLoopback, !trusted.contains(context.peer) else {
                return nil
            }
            return address.subscriber
        }
    }

    /// The sign-in page, which continues at the requested address.
    private static func signIn(leadingTo request: borrowing Request) -> String {
        guard localPath(String(request.target)) != nil, request.target.count > 1 else { return signIn }
        var path = Array("\(signIn)?to=".utf8)
        PercentCoding.encodeComponent(request.target, into: &path)
        return String(decoding: path, as: UTF8.self)
    }

    /// A path of this listener from a form or a query; `nil` if a browser could resolve it to another host.
    static func localPath(_ text: String?) -> String? {
        guard let text, text.hasPrefix("/"), text.utf8.count <= 2048,
            text.utf8.dropFirst().first != UInt8(ascii: "/"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return nil }
        return text
    }
}
