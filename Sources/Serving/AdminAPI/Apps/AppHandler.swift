package import Clicks
package import Telemetry
import Access
import ByteText
package import HTTP
import Routing
package import Server

/// The app API listener, which may face the internet. It creates short links for clients with an API key, resolves links that
/// opened an app, and resolves deferred deep links after an installation. Everything else is 404, and bearer tokens are refused.
///
/// Creating links accepts any `Host`: a page that points its own name here has no key.
package final class AppHandler: RequestHandler, SettingsReader {
    private static let path: StaticString = "/v1/shortLinks"
    private static let operation = APIOperation.createShortLink

    private let front: FrontHandler
    private let access: APIAccess
    private(set) var origins: AllowedOrigins
    private let links: LinkAPI?
    private let trail: AuditTrail

    /// - Parameters:
    ///   - front: Resolves links.
    ///   - links: Creates links; `nil` if the daemon has no store.
    ///   - trail: The audit log of changes.
    package init(front: FrontHandler, access: APIAccess, origins: AllowedOrigins, links: LinkAPI?, trail: AuditTrail) {
        self.trail = trail
        self.front = front
        self.access = access
        self.origins = origins
        self.links = links
    }

    package func use(_ settings: HandlerSettings) {
        front.use(settings)
        origins = AllowedOrigins(settings.origins)
    }

    package func prepare(_ request: borrowing Request, _ response: inout ResponseWriter) {
        origins.prepare(request, &response)
    }

    package func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        do throws(APIError) { try answer(request, context, &response) } catch { error.write(to: &response) }
    }

    private func answer(
        _ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter
    ) throws(APIError) {
        guard let wanted = Self.wanted(by: request) else { throw .notFound }
        guard origins.allow(request) else {
            throw APIError(.forbidden, "requests from pages of this origin are not allowed")
        }
        switch wanted {
        case .preflight: origins.answerPreflight(&response)
        case .payload: try front.answerQuestion(request, context, &response)
        case .install(let form): front.answerResolve(form, request, context, &response)
        case .link: try makeLink(request, context, &response)
        }
    }

    /// The purpose of a request.
    private enum Wanted {
        case link, payload, preflight
        case install(ResolveForm)
    }

    private static func wanted(by request: borrowing Request) -> Wanted? {
        let isCreation = request.path.equals(path)
        switch request.method {
        case .post:
            if let form = ResolveForm(request) { return .install(form) }
            return isCreation ? .link : nil
        case .options:
            let isPreflight = request.hasField("origin") && request.hasField("access-control-request-method")
            return isCreation && isPreflight ? .preflight : nil
        case .get, .head:
            return FrontHandler.asksForJSON(request) && !ReservedPath.contains(request.path) ? .payload : nil
        default: return nil
        }
    }

    /// Creates a short link. Each address gets a share of the key's rate, since anyone can extract the key from an app.
    private func makeLink(
        _ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter
    ) throws(APIError) {
        guard let links else { throw APIError(.serviceUnavailable, "short links can't be created here") }
        front.begin()
        try front.admitCreation(context.peer, front.intake.begin(request, context.peer).0)
        let caller = try access.caller(byKeyOf: request, for: Self.operation)
        let query = try APIQuery(request.query)
        var call = LinkAPI.Call(operation: Self.operation, caller: caller, query: query, ticket: context.ticket)
        call.identifier = trail.identifier()
        call.audited = trail.audited(Self.operation.name, by: caller, .key, context)
        guard case .links(let answer) = Self.operation.action else { throw .notFound }
        try links.perform(call, request, answer, &response)
    }
}
