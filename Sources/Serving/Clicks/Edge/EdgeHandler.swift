package import Access
import ByteText
package import HTTP
import Links
import Routing
package import Server
import WebAddress

/// The edge listener, for proxies and programs: it receives a described click and returns the decision, and composes links
/// for mails. It never writes anything.
package final class EdgeHandler: RequestHandler, SettingsReader {
    let decider: Decider
    /// Handles clicks: redirects and pages are the same for every client.
    let clicks: FrontHandler
    private let reader = ClickRequestReader()
    private(set) var hosts: AllowedHosts
    private let clock: () -> Int64
    private var output: [UInt8] = []
    /// The buffers of checks over gRPC: the request, its response in HTTP's form, and the message.
    var check = AuthorizationCheck()
    var checkAnswer = ResponseWriter(capacity: 4096)
    var checkMessage = AuthorizationMessage()

    /// - Parameters:
    ///   - clicks: The front handler with the same decider.
    ///   - hosts: The accepted hosts.
    ///   - clock: The wall clock, in seconds since the epoch.
    package init(_ decider: Decider, clicks: FrontHandler, hosts: AllowedHosts, clock: @escaping () -> Int64) {
        self.decider = decider
        self.clicks = clicks
        self.hosts = hosts
        self.clock = clock
        output.reserveCapacity(4096)
    }

    package func use(_ settings: HandlerSettings) {
        clicks.use(settings)
        hosts = hosts.listing(settings.allowedHosts)
    }

    package func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        let explains = request.path.equals("/v1/explain")
        decider.now = clock()
        decider.begin()
        if let style = ProxyStyle(path: request.path) { return answer(style, request, context, &response) }
        if request.path.equals(AuthorizationCheck.path) { return authorize(request, context, &response) }
        do throws(APIError) {
            try hosts.check(request, context.peer)
            if request.path.equals("/v1/compose") { return try compose(request, &response) }
            guard explains || request.path.equals("/v1/decide") else { throw APIError.notFound }
            let json: JSONValue
            switch request.method {
            case .post: json = try Self.body(request)
            case .get, .head: json = try Self.query(request)
            default: return response.methodNotAllowed(allow: "GET, HEAD, POST")
            }
            try answer(json, isQuery: request.method != .post, explains: explains, context, &response)
        } catch {
            error.write(to: &response)
        }
    }

    private func answer(
        _ json: JSONValue, isQuery: Bool, explains: Bool, _ context: RequestContext, _ response: inout ResponseWriter
    ) throws(APIError) {
        let envelope: ClickRequestReader.Envelope
        do throws(RequestFault) {
            envelope = try reader.read(json, into: &decider.request, &decider.arena)
        } catch {
            throw APIError(.badRequest, error.message)
        }
        clicks.readMark()
        try Self.refuse(envelope.site)
        let explanation = explains ? decider.explain() : (outcome: decider.decide(), rules: [])
        if decider.awaitsSource(context, &response) { return }
        if isQuery, explanation.outcome.decision.carriesAction || holdsAction() {
            throw APIError(.badRequest, "use POST for action links: query strings end up in logs")
        }
        respond(&response) { writer in
            let ruleSet = decider.evaluator.ruleSet
            if explains {
                ruleSet.write(explanation, id: envelope.id, arena: decider.arena, to: &writer)
            } else {
                ruleSet.write(explanation.outcome, id: envelope.id, arena: decider.arena, to: &writer)
            }
        }
    }

    /// Composes the link for a mail, like `fingerpost compose --json`.
    private func compose(_ request: borrowing Request, _ response: inout ResponseWriter) throws(APIError) {
        // There is no GET: action links are secrets, and query strings end up in logs.
        guard request.method == .post else { return response.methodNotAllowed(allow: "POST") }
        let json = try Self.body(request)
        let composition: ComposeRequest
        do throws(RequestFault) { composition = try ComposeRequest(json) } catch {
            throw APIError(.badRequest, error.message)
        }
        try Self.refuse(composition.site)
        let outcome = decider.evaluator.compose(composition, in: &decider.arena)
        respond(&response) { outcome.write(id: composition.id, to: &$0) }
    }

    private func respond(_ response: inout ResponseWriter, _ write: (inout JSONWriter) -> Void) {
        output.removeAll(keepingCapacity: true)
        JSONWriter.append(to: &output, write)
        output.append(UInt8(ascii: "\n"))
        response.begin(.ok)
        JSONBody.writeFields(to: &response)
        let bytes = output
        response.append(bytes.span)
        response.finish()
    }

    /// Refuses a site contained in a request.
    private static func refuse(_ site: JSONValue?) throws(APIError) {
        guard site == nil else {
            throw APIError(.badRequest, "\"site\" is accepted on the command line only; configure the site")
        }
    }

    /// Whether the link has the form of an action link, regardless of site and stage.
    private func holdsAction() -> Bool {
        LinkInspection(decider.request.link, in: &decider.arena).action != nil
    }

    private static func body(_ request: borrowing Request) throws(APIError) -> JSONValue {
        guard request.body.count > 0 else { throw APIError(.badRequest, "the request has no body; send it as JSON") }
        do { return try JSONValue(parsing: request.body) } catch {
            throw APIError(.badRequest, "the body is not valid JSON: \(error)")
        }
    }

    /// The JSON form of a query, for those keys of a request that are plain strings: `link`, `user_agent`, `accept_language`,
    /// `stage`, `ip`, `country`, `time`.
    private static func query(_ request: borrowing Request) throws(APIError) -> JSONValue {
        var arena = ByteArena(capacity: 2048)
        var object = JSONObject()
        var raw: TextRange?
        if let query = request.query { raw = arena.append(query) }
        var pairs = QueryParameters(raw)
        while let pair = pairs.next(in: arena) {
            let name = arena.string(pair.name)
            let value: TextRange
            do { value = try PercentCoding.decode(pair.value ?? .empty, in: &arena) } catch {
                throw APIError(.badRequest, "the query's \"\(name)\" is not percent-encoded UTF-8")
            }
            guard object.append(name, .string(arena.string(value))) else {
                throw APIError(.badRequest, "the query has \"\(name)\" twice")
            }
        }
        return .object(object)
    }
}
