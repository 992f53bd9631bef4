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
    package private(set) var intake: ClickIntake
    let tokens: PageTokens
    let sealer = Sealer()
    let installs: InstallClaims
    let passwords: PasswordChecks
    /// The links that are being tested on a phone, or `nil` if none can be.
    let watchedLinks: LinkWatch?
    /// Handles the pages of these tests.
    private let lab: (any LabPages)?
    private(set) var challenges: ChallengeFolder
    var associationFiles = AssociationFileCache()
    var pictures = LinkPictures()
    /// The limits of queries that find nothing, and of links and pictures that clients let this server create.
    private(set) var misses = AddressLimit()
    private var creations = AddressLimit()
    /// The client of the current query.
    private var asker: IPAddress?
    private let clock: () -> Int64
    /// The outcome of the current click: half a kilobyte, which is reused.
    private var outcome = Outcome(Decision(kind: .error, status: 302))

    /// - Parameters:
    ///   - settings: The subset of the daemon's settings for handlers.
    ///   - tokens: Seals the addresses of pages for the edge.
    ///   - installs: Records the requests of apps installed after a click.
    ///   - passwords: Checks the passwords of links.
    ///   - watchedLinks: Records the requests for links that are being tested on a phone.
    ///   - lab: Handles the pages of these tests, whose paths start with ``Routing/ReservedPath/lab``.
    ///   - clock: The wall clock, in seconds since the epoch.
    package init(
        _ decider: Decider, _ settings: HandlerSettings, tokens: PageTokens = PageTokens(), installs: InstallClaims,
        passwords: PasswordChecks, watchedLinks: LinkWatch? = nil, lab: (any LabPages)? = nil,
        clock: @escaping () -> Int64
    ) {
        self.decider = decider
        intake = Self.intake(decider, settings)
        challenges = ChallengeFolder(settings.challengeFolder)
        misses.perSecond = settings.missesPerSecond
        self.tokens = tokens
        self.installs = installs
        self.passwords = passwords
        self.watchedLinks = watchedLinks
        self.lab = lab
        self.clock = clock
    }

    private static func intake(_ decider: Decider, _ settings: HandlerSettings) -> ClickIntake {
        ClickIntake(decider, trusted: settings.trusted, countryHeader: settings.countryHeader)
    }

    package func use(_ settings: HandlerSettings) {
        intake = Self.intake(decider, settings)
        challenges = ChallengeFolder(settings.challengeFolder)
        misses.perSecond = settings.missesPerSecond
    }

    package func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        guard request.method == .get || request.method == .head else {
            if answersLab(request, context, &response) { return }
            if let form = ResolveForm(request) { return answerResolve(form, request, context, &response) }
            if let form = PasswordForm(request) { return answerPassword(form, request, context, &response) }
            return response.methodNotAllowed(allow: "GET, HEAD")
        }
        begin()
        let arrival = intake.begin(request, context.peer)
        if context.isSecure { announceAlternatives(of: arrival.host, &response) }
        var stage = Stage.icon
        while !answers(at: stage, arrival, request, context, &response), let next = stage.next { stage = next }
    }

    /// The stages of a request, in order. The first that responds, or refuses the request, is the last.
    private enum Stage: UInt8 {
        /// The icons of pages.
        case icon
        /// `/_fp/…`: a page with its own address.
        case page
        /// Paths that are not codes, such as `/robots.txt`.
        case reserved
        /// Refuses hosts that no site has.
        case host
        /// `/CODE/qr.svg`: the QR code of a link.
        case picture
        /// `/CODE+`: the preview of a link.
        case preview
        /// Fills in the click; refuses a malformed device profile.
        case client
        /// An app that resolves its link.
        case app
        /// The click itself.
        case click

        var next: Stage? { Stage(rawValue: rawValue + 1) }
    }

    /// Performs a stage; returns whether it has responded, or will respond later.
    private func answers(
        at stage: Stage, _ arrival: ClickIntake.Arrival, _ request: borrowing Request, _ context: RequestContext,
        _ response: inout ResponseWriter
    ) -> Bool {
        let (forwarding, host, isKnown) = arrival
        switch stage {
        case .icon:
            guard request.path.starts(with: PageIconFile.prefix) else { return false }
            answerIcon(request, &response)
        case .page:
            guard request.path.starts(with: ReservedPath.pages) else { return false }
            if answersLab(request, context, &response) { return true }
            answerOwnPage(request, context, forwarding, &response)
        case .reserved: return answerReserved(request, host, &response)
        case .host:
            if isKnown { return false }
            refuse(LinkFault(.unknownSite), request, &response)
        case .picture: return answerPicture(request, context, host, forwarding, &response)
        case .preview: return answerPreview(request, context, host, forwarding, &response)
        case .client:
            let fault = intake.fill(
                host: host, port: forwarding.host == nil ? request.port : forwarding.port,
                isSecure: forwarding.isSecure ?? (context.isSecure ? true : nil), request, context.peer, forwarding)
            if let fault {
                refuse(400, .invalid, detail: fault, request, &response)
                return true
            }
            readMark()
            return false
        case .app:
            guard Self.asksForJSON(request) else { return false }
            do throws(APIError) {
                try admitQuestion(context.peer, forwarding)
                try decider.readApp(request)
            } catch {
                error.write(to: &response)
                return true
            }
            decideForApp(&outcome, request, context, &response)
        case .click: answerClick(&outcome, request, context, &response)
        }
        return true
    }

    /// Leaves a request for a page of a test on a phone to its handler; `false` for any other request.
    private func answersLab(
        _ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter
    ) -> Bool {
        guard let lab, request.path.starts(with: ReservedPath.lab) else { return false }
        let client = decider.withArena { arena in
            ClickIntake.address(
                context.peer, Forwarding(request, from: context.peer, trusted: intake.trusted, in: &arena))
        }
        lab.answer(request, from: client, &response)
        return true
    }

    /// Decides the link of an app that was filled in, and responds to it.
    private func decideForApp(
        _ outcome: inout Outcome, _ request: borrowing Request, _ context: RequestContext,
        _ response: inout ResponseWriter
    ) {
        decider.decide(into: &outcome, limits: .maximum)
        if decider.awaitsSource(context, &response) { return }
        watch(.app, &outcome, request, context)
        answerApp(outcome, request, context, &response)
    }

    /// Decides the click that was filled in, and responds to it.
    private func answerClick(
        _ outcome: inout Outcome, _ request: borrowing Request, _ context: RequestContext,
        _ response: inout ResponseWriter
    ) {
        decider.decide(into: &outcome)
        if decider.awaitsSource(context, &response) { return }
        decider.countClick(&outcome)
        watch(nil, &outcome, request, context)
        sealFallback(of: &outcome)
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

    /// Refuses a query from an address whose queries have found nothing too often within this second.
    package func admitQuestion(_ peer: Peer, _ forwarding: Forwarding) throws(APIError) {
        asker = ClickIntake.address(peer, forwarding)
        // Again after asking the source.
        guard !decider.hasLooked else { return }
        guard misses.admits(asker, at: decider.now) else { throw Self.tooMany }
    }

    /// Counts the current query, which found nothing: its client may be guessing codes, tokens or keys.
    func countMiss() { misses.count(asker, at: decider.now) }

    /// Counts a request that creates a link or draws a picture against the limit of its address.
    package func admitCreation(_ peer: Peer, _ forwarding: Forwarding) throws(APIError) {
        let address = ClickIntake.address(peer, forwarding)
        guard creations.admits(address, at: decider.now) else { throw Self.tooMany }
        creations.count(address, at: decider.now)
    }

    private static let tooMany = APIError(
        .tooManyRequests, "too many requests from this address; retry in a second", retryAfter: 1)

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
