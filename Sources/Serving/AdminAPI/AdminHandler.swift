package import AdminPages
package import Clicks
package import Events
package import Telemetry
package import Access
import ByteText
import EventSpool
package import HTTP
import LinkStore
package import Server

/// The admin listener: health, the active rules, reloads, short links and the console. Writing requires a token.
package final class AdminHandler: RequestHandler, SettingsReader {
    private let service: any AdminService
    private let access: APIAccess
    private(set) var hosts: AllowedHosts
    private let links: LinkAPI?
    /// The console, or `nil` if there is none or it is disabled.
    private var pages: PageAccess? { hasConsole ? console : nil }
    private var console: PageAccess?
    private(set) var hasConsole: Bool
    private let events: EventStreams?
    private let trail: AuditTrail

    /// - Parameters:
    ///   - service: The daemon.
    ///   - hosts: The accepted hosts.
    ///   - links: The link API, or `nil` if the daemon has no store.
    ///   - pages: Handles requests that match no operation; `nil` if there are no pages.
    ///   - hasConsole: Whether ``pages`` are served, until the settings change.
    ///   - events: The event streams, or `nil` if events are disabled.
    ///   - trail: The audit log of changes.
    package init(
        _ service: any AdminService, access: APIAccess, hosts: AllowedHosts, links: LinkAPI?, pages: PageAccess?,
        hasConsole: Bool, events: EventStreams?, trail: AuditTrail
    ) {
        self.service = service
        self.access = access
        self.hosts = hosts
        self.links = links
        console = pages
        self.hasConsole = hasConsole
        self.events = events
        self.trail = trail
    }

    package func use(_ settings: HandlerSettings) {
        hosts = hosts.listing(settings.allowedHosts)
        console?.trusted = settings.trusted
        hasConsole = settings.hasConsole
    }

    package func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        do throws(APIError) {
            try hosts.check(request, context.peer)
        } catch {
            return error.write(to: &response)
        }
        switch APIOperation.match(request.method, request.path) {
        case .operation(let operation):
            do throws(APIError) { try perform(operation, request, context, &response) } catch {
                error.shaped(operation.errors).write(to: &response)
            }
        case .otherMethod(let allow): response.methodNotAllowed(allow: allow.utf8.span)
        case .unknown: answerUnknown(request, context, &response)
        }
    }

    /// Starts an event stream.
    private func answerEvents(
        _ operation: APIOperation, _ request: borrowing Request, _ context: RequestContext,
        _ response: inout ResponseWriter
    ) throws(APIError) {
        guard let events else {
            throw APIError(.serviceUnavailable, "events are not stored; start the daemon with --events")
        }
        let (caller, _) = try caller(request, for: operation)
        let query = try APIQuery(request.query)
        try query.require(only: EventFilter.names)
        var filter = EventFilter(covered: caller.sites)
        for name in EventFilter.names { if let list = query[name] { filter.want(name, list) } }
        guard request.version != .http2 else {
            throw APIError(.versionNotSupported, "events are streamed over HTTP/1.1 only")
        }
        var last: EventID?
        if let field = request.onlyValue(of: "last-event-id"), !field.isEmpty {
            last = EventID(Array(bytesOf: field))
            guard last != nil else { throw APIError(.badRequest, "Last-Event-ID is not the id of an event") }
        }
        if request.method == .head {
            response.begin(.ok)
            response.field("Content-Type", "text/event-stream")
            return response.finish()
        }
        switch events.add(context.ticket, filter, of: caller.holder, after: last) {
        case .added: break
        case .ownFull:
            throw APIError(
                .tooManyRequests,
                "\(caller.name) already reads \(EventStreams.mostOfHolder) event streams; close one of them",
                retryAfter: 5)
        case .full: throw APIError(.serviceUnavailable, "too many event streams are open", retryAfter: 5)
        }
        response.deferAnswer()
    }

    /// Keeps a visitor's session alive: sets its cookie again once it is a minute old.
    package func prepare(_ request: borrowing Request, _ response: inout ResponseWriter) {
        guard let sessions = pages?.sessions, !request.path.equals("/sign-out") else { return }
        let now = service.now
        guard let found = sessions.find(request, at: now), found.session.isDueForRenewal(at: now) else { return }
        let field = sessions.field(setting: found.session, at: now)
        response.exchangeField("Set-Cookie", field.span)
    }

    private func answerUnknown(
        _ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter
    ) {
        if request.path.starts(with: "/dub/") {
            let known = "only links and analytics of Dub's API are supported: see /openapi.json"
            return APIError(.notFound, known).shaped(.dub).write(to: &response)
        }
        guard let pages, !request.path.starts(with: "/v1/") else { return APIError.notFound.write(to: &response) }
        pages.handle(request, context, trail, at: service.now, &response)
    }

    /// The caller of an operation: the holder of the request's token, or of its session.
    private func caller(
        _ request: borrowing Request, for operation: APIOperation
    ) throws(APIError) -> (Credential, by: AuditedRequest.CredentialKind) {
        guard let pages, !request.hasField("authorization"), let found = pages.sessions.find(request, at: service.now)
        else {
            let caller = try access.caller(request, for: operation)
            return (caller, by: caller.kind == .key ? .key : .token)
        }
        guard operation.method == .get || AllowedHosts.isSameOrigin(request) else {
            throw APIError(.forbidden, "changes in a session are accepted only from pages of this listener")
        }
        return (try access.admit(found.credential, for: operation), by: .session)
    }

    private func perform(
        _ operation: APIOperation, _ request: borrowing Request, _ context: RequestContext,
        _ response: inout ResponseWriter
    ) throws(APIError) {
        switch operation.action {
        case .daemon(let answer):
            answer(self)(context, &response)
        case .reload:
            let (caller, credential) = try caller(request, for: operation)
            guard caller.sites == nil else {
                throw APIError(
                    .forbidden,
                    "the token \(caller.name) is limited to sites, and a reload affects all sites")
            }
            response.deferAnswer()
            service.reload(
                answering: context.ticket, audited: trail.audited(operation.name, by: caller, credential, context))
        case .events: try answerEvents(operation, request, context, &response)
        case .links(let answer):
            guard let links else {
                throw APIError(.serviceUnavailable, "the daemon runs without a link store (--store)")
            }
            let (caller, credential) = try caller(request, for: operation)
            let query = try APIQuery(request.query)
            if try links.awaitsVersions(request, context.ticket) { return response.deferAnswer() }
            var call = LinkAPI.Call(operation: operation, caller: caller, query: query, ticket: context.ticket)
            call.identifier = trail.identifier()
            if operation.method != .get {
                call.audited = trail.audited(operation.name, by: caller, credential, context)
            }
            try links.perform(call, request, answer, &response)
        }
    }

    // MARK: - Operations of the daemon

    func answerHealth(_ context: RequestContext, _ response: inout ResponseWriter) {
        writeHealth("pass", .ok, &response)
    }

    func answerReadiness(_ context: RequestContext, _ response: inout ResponseWriter) {
        isReady ? writeHealth("pass", .ok, &response) : writeHealth("fail", .serviceUnavailable, &response)
    }

    func answerRuleSet(_ context: RequestContext, _ response: inout ResponseWriter) {
        service.rules.write(to: &response)
    }

    func answerMetrics(_ context: RequestContext, _ response: inout ResponseWriter) {
        response.deferAnswer()
        service.writeMetrics(answering: context.ticket)
    }

    func answerDescription(_ context: RequestContext, _ response: inout ResponseWriter) {
        OpenAPIDocument.write(to: &response)
    }

    private var isReady: Bool { service.isReady && links?.store.isUsable ?? true }

    private func writeHealth(_ word: StaticString, _ status: Status, _ response: inout ResponseWriter) {
        response.begin(status)
        JSONBody.writeFields(to: &response)
        response.append("{\"status\":\"")
        response.append(word)
        response.append("\"}\n")
        response.finish()
    }
}
