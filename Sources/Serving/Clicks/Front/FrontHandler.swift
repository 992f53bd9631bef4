package import Access
import ByteText
package import HTTP
import Links
import OpenSSL
package import Pages
import Routing
package import Server

/// The front listener: receives clicks, and responds with redirects, pages or refusals.
///
/// The link is derived from the requested host and the request target.
package final class FrontHandler: RequestHandler, SettingsReader {
    let decider: Decider
    private let ownIntake: Confined<ClickIntake>
    package var intake: ClickIntake { _read { yield ownIntake.value } }
    let tokens: PageTokens
    let sealer = Sealer()
    let installs: InstallClaims
    private(set) var challenges: ChallengeFolder
    var associationFiles = AssociationFileCache()
    var pictures = LinkPictures()
    private var appQuestions = AppQuestionLimit()
    private let clock: () -> Int64
    /// The outcome of the current click: half a kilobyte, which is reused.
    private let ownOutcome = Confined(Outcome(Decision(kind: .error, status: 302)))

    /// - Parameters:
    ///   - settings: The subset of the daemon's settings for handlers.
    ///   - tokens: Seals the addresses of pages for the edge.
    ///   - installs: Records the requests of apps installed after a click.
    ///   - clock: The wall clock, in seconds since the epoch.
    package init(
        _ decider: Decider, _ settings: HandlerSettings, tokens: PageTokens = PageTokens(), installs: InstallClaims,
        clock: @escaping () -> Int64
    ) {
        self.decider = decider
        ownIntake = Confined(Self.intake(decider, settings))
        challenges = ChallengeFolder(settings.challengeFolder)
        self.tokens = tokens
        self.installs = installs
        self.clock = clock
    }

    private static func intake(_ decider: Decider, _ settings: HandlerSettings) -> ClickIntake {
        ClickIntake(decider, trusted: settings.trusted, countryHeader: settings.countryHeader)
    }

    package func use(_ settings: HandlerSettings) {
        ownIntake.value = Self.intake(decider, settings)
        challenges = ChallengeFolder(settings.challengeFolder)
    }

    package func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        guard request.method == .get || request.method == .head else {
            if let form = ResolveForm(request) { return answerResolve(form, request, context, &response) }
            return response.methodNotAllowed(allow: "GET, HEAD")
        }
        begin()
        let (forwarding, host, isKnown) = intake.begin(request, context.peer)
        if context.isSecure { announceAlternatives(of: host, &response) }
        if request.path.starts(with: PageIconFile.prefix) { return answerIcon(request, &response) }
        if request.path.starts(with: ReservedPath.pages) {
            return answerTokenPage(request, context, forwarding, &response)
        }
        if answerReserved(request, host, &response) { return }
        guard isKnown else { return refuse(LinkFault(.unknownSite), request, &response) }
        if answerPicture(request, context, host, forwarding, &response) { return }
        if answerPreview(request, context, host, forwarding, &response) { return }
        let fault = intake.fill(
            host: host, port: forwarding.host == nil ? request.port : forwarding.port,
            isSecure: forwarding.isSecure ?? (context.isSecure ? true : nil), request, context.peer, forwarding)
        if let fault {
            return refuse(400, .invalid, detail: fault, request, &response)
        }
        readMark()
        let asksForJSON = Self.asksForJSON(request)
        if asksForJSON {
            do throws(APIError) { try admitQuestion(context.peer, forwarding) } catch {
                return error.write(to: &response)
            }
        }
        answer(&ownOutcome.value, asksForJSON: asksForJSON, request, context, &response)
    }

    /// Decides the click that was filled in, and responds to it.
    private func answer(
        _ outcome: inout Outcome, asksForJSON: Bool, _ request: borrowing Request, _ context: RequestContext,
        _ response: inout ResponseWriter
    ) {
        decider.decide(into: &outcome, isLimited: !asksForJSON)
        if decider.awaitsSource(context, &response) { return }
        if asksForJSON { return answerApp(outcome, request, context, &response) }
        decider.countClick(&outcome)
        if let page = pageElsewhere(&outcome) { return lead(to: page, of: outcome.site, &response) }
        addInstallToken(to: &outcome)
        answer(&outcome, request, &response)
    }

    /// Starts a request: the time of its decision is now.
    package func begin() { decider.now = clock() }

    /// Adds `Alt-Svc` to every response over this server's own TLS: browsers ignore it without TLS, and a proxy in front
    /// sends its own.
    private func announceAlternatives(of host: TextRange, _ response: inout ResponseWriter) {
        let services = decider.withRuleSet { $0.alternativeServices(of: host, in: decider.arena) }
        guard let services else { return }
        response.exchangeField("Alt-Svc", services.span)
    }

    /// Counts an app's request against the limit of its address, once.
    package func admitQuestion(_ peer: Peer, _ forwarding: Forwarding) throws(APIError) {
        guard !decider.hasLooked else { return }
        guard appQuestions.admit(ClickIntake.address(peer, forwarding), at: decider.now) else {
            let message = "too many requests from this address; retry in a second"
            throw APIError(.tooManyRequests, message, retryAfter: 1)
        }
    }

    /// Responds to requests for reserved paths, which are not codes, before any link is looked up.
    private func answerReserved(
        _ request: borrowing Request, _ host: TextRange, _ response: inout ResponseWriter
    ) -> Bool {
        let path = request.path
        guard ReservedPath.contains(path) else { return false }
        if path.equals("/robots.txt") {
            writeRobots(request, &response)
        } else if challenges.answer(request, &response) {
            return true
        } else if !answerAssociation(request, host, &response) {
            refuse(404, .notFound, request, &response)
        }
        return true
    }

    /// The file and its validator are constant.
    private func writeRobots(_ request: borrowing Request, _ response: inout ResponseWriter) {
        let isKnown = request.has(entityTag: "\"1\"")
        response.begin(isKnown ? .notModified : .ok)
        response.field("ETag", "\"1\"")
        response.field("Referrer-Policy", "no-referrer")
        response.field("Cache-Control", "max-age=86400")
        if !isKnown {
            response.field("Content-Type", "text/plain; charset=utf-8")
            response.append("User-agent: *\nDisallow: /\n")
        }
        response.finish()
    }
}
