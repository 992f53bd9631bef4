import Events
import Access
import ByteText
import Devices
package import HTTP
import LinkStore
import OpenSSL
import Pages
import Routing
package import Server

/// `POST /v1/resolve`: deferred deep links. An app installed after a click resolves its link, with the token it received.
///
/// Nothing else is considered: no address, no device, no cookie. No match is the response `none`, whatever the reason:
/// clients that guess tokens can't distinguish a forged, expired or used one.
extension FrontHandler {
    /// Responds to an app, on any host of a site.
    package func answerResolve(
        _ form: ResolveForm, _ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter
    ) {
        begin()
        let (forwarding, _, isKnown) = intake.begin(request, context.peer)
        do throws(APIError) {
            // The app API listener accepts any name of the machine.
            guard isKnown || context.listener == .api else { throw .notFound }
            try admitQuestion(context.peer, forwarding)
            switch try ResolveRequest(form, body: request.body) {
            case .nothing: Self.noMatch(form).write(to: &response)
            case .link(let link):
                let answer = attribution(of: link, form)
                if decider.awaitsSource(context, &response) { return }
                if answer == nil { countMiss() }
                (answer ?? Self.noAttribution(form)).write(to: &response)
            case .token(let token): answerToken(token, form, request, context, &response)
            }
        } catch {
            error.write(to: &response)
        }
    }

    private func answerToken(
        _ token: [UInt8], _ form: ResolveForm, _ request: borrowing Request, _ context: RequestContext,
        _ response: inout ResponseWriter
    ) {
        let digest = Digest.sha256(token.span)
        guard let install = install(of: token), let resolved = resolve(install, form, digest) else {
            if decider.awaitsSource(context, &response) { return }
            countMiss()
            return Self.noMatch(form).write(to: &response)
        }
        watchInstall(of: install.link, request, context)
        guard let store = installs.store else { return installs.settle(resolved.answer, &response) }
        let claim = InstallClaim(
            token: LinkFingerprint(digest: digest), end: install.end, time: decider.now, count: resolved.count,
            isOnce: resolved.answer.isOnce)
        installs.settle(claim, resolved.answer, in: store, context.ticket)
        response.deferAnswer()
    }

    private func install(of token: [UInt8]) -> PageTokens.Install? {
        try? tokens.install(of: token.span, now: decider.now, by: sealer, in: &decider.arena)
    }

    /// The outcome of a link for a user with the app, by the current rules; `nil` if it leads nowhere any more.
    func led(by link: TextRange, on platform: Platform) -> Outcome? {
        decider.request.link = link
        decider.request.profile = DeviceProfile(platform: platform, apps: [AppReport(state: .current)])
        let outcome = decider.decideAsInstalled()
        guard outcome.decision.kind != .error, outcome.decision.refusal == nil else { return nil }
        return outcome
    }

    private func resolve(
        _ install: PageTokens.Install, _ form: ResolveForm, _ digest: [UInt8]
    ) -> (answer: InstallClaims.Resolved, count: LinkCount?)? {
        guard let outcome = led(by: install.link, on: install.way.platform), let site = outcome.site,
            let deferred = decider.evaluator.ruleSet.deferredLinks(of: site)
        else { return nil }
        let found = form == .own ? answer(to: install, outcome) : attribution(of: outcome, form)
        var resolved = InstallClaims.Resolved(found: found, none: Self.noMatch(form), isOnce: deferred.once)
        if installs.events != nil { resolved.event = event(of: install, outcome, site, digest) }
        return (resolved, installs.store == nil ? nil : Self.count(outcome, install.way, at: decider.now))
    }

    private func event(
        of install: PageTokens.Install, _ outcome: Outcome, _ site: Int, _ digest: [UInt8]
    ) -> ResolveEvent {
        ResolveEvent(
            site: decider.evaluator.ruleSet.sites[site].name,
            shortLink: outcome.shortLink.map { decider.arena.string($0.key) },
            url: decider.arena.string(install.link), method: install.way.name.description,
            claim: Hexadecimal.text(Array(digest.prefix(16))), identifier: installs.identifier())
    }

    private static func count(_ outcome: Outcome, _ way: PageTokens.InstallWay, at now: Int64) -> LinkCount? {
        guard let id = outcome.linkID, id > 0, let day = UInt32(exactly: now / 86_400), day <= LinkCount.lastDay
        else { return nil }
        let platform: LinkCount.Platform = way.platform == .android ? .android : .ios
        return LinkCount(id: id, day: day, event: .installClaim, platform: platform, count: 1)
    }

    private func answer(to install: PageTokens.Install, _ outcome: Outcome) -> APIAnswer {
        APIAnswer { json in
            json.beginObject()
            json.member("method", install.way.name)
            json.member("confidence", "exact" as StaticString)
            json.member("link", install.link, in: decider.arena)
            json.member("payload", outcome.decision.opened, in: decider.arena)
            json.member("minimum_version", outcome.decision.app?.minimumVersion, in: decider.arena)
            json.name("parameters")
            json.beginObject()
            writeCampaign(to: &json)
            json.endObject()
            json.endObject()
        }
    }

    static func noMatch(_ form: ResolveForm) -> APIAnswer { form == .own ? noMatch : noAttribution(form) }

    /// The response without a match, with the same members as a match.
    private static let noMatch = APIAnswer { json in
        json.beginObject()
        json.member("method", "none" as StaticString)
        json.member("confidence", "none" as StaticString)
        for name in ["link", "payload", "minimum_version"] as [StaticString] {
            json.name(name)
            json.null()
        }
        json.name("parameters")
        json.beginObject()
        json.endObject()
        json.endObject()
    }
}

extension PageTokens.InstallWay {
    /// The platform of the store by which the token was transferred.
    fileprivate var platform: Platform {
        switch self {
        case .referrer: .android
        case .clipboard: .ios
        }
    }

    fileprivate var name: StaticString {
        switch self {
        case .referrer: "referrer"
        case .clipboard: "clipboard"
        }
    }
}
