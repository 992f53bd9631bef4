import ByteText
import HTTP
import Pages
import Routing
import Server

/// Pages with their own address: on another host than the link, or for clicks that were decided at the edge and whose page
/// the proxy can't show.
extension FrontHandler {
    /// Handles `/_fp/HOST/CODE` and `/_fp/TOKEN`: decides the click on the link again, for the browser that sent the request,
    /// or shows the requested preview.
    func answerOwnPage(
        _ request: borrowing Request, _ context: RequestContext, _ forwarding: Forwarding,
        _ response: inout ResponseWriter
    ) {
        guard let isShared = fillOwnPage(request, context, forwarding, &response) else { return }
        answerOwnPage(isShared: isShared, request, context, &response)
    }

    /// Fills in the click of a request for a page; returns whether its address may have been shared, or `nil` if the request
    /// was refused.
    func fillOwnPage(
        _ request: borrowing Request, _ context: RequestContext, _ forwarding: Forwarding,
        _ response: inout ResponseWriter
    ) -> Bool? {
        let prefix = ReservedPath.pages.utf8CodeUnitCount
        let path = request.path.extracting(prefix..<request.path.count)
        guard let slash = path.firstIndex(of: UInt8(ascii: "/")) else {
            return fillTokenPage(path, request, context, forwarding, &response) ? false : nil
        }
        let host = HostAndPort(path.extracting(0..<slash), in: &decider.arena)
        guard let host, decider.withArena({ decider.knows(host: $0[host.name]) }) else {
            refuse(404, .notFound, request, &response)
            return nil
        }
        intake.fillLink(
            host: host.name, port: host.port, isSecure: forwarding.isSecure ?? (context.isSecure ? true : nil),
            target: request.target.extracting((prefix + slash)..<request.target.count))
        if let fault = intake.fillClient(request, context.peer, forwarding) {
            refuse(400, .invalid, detail: fault, request, &response)
            return nil
        }
        if request.method == .head { decider.request.purpose = .head }
        return true
    }

    /// Fills in the click of a request for a page with a sealed address; `false` if it was refused.
    private func fillTokenPage(
        _ token: Span<UInt8>, _ request: borrowing Request, _ context: RequestContext, _ forwarding: Forwarding,
        _ response: inout ResponseWriter
    ) -> Bool {
        let click: PageTokens.Click
        do throws(PageTokens.Fault) {
            click = try tokens.click(of: token, now: decider.now, by: sealer, in: &decider.arena)
        } catch {
            // Sealed by another process, or altered: its link is unknown.
            if error == .forged, token.count < PageTokens.minimumCount {
                refuse(404, .notFound, request, &response)
            } else {
                refuse(410, .pageExpired, request, &response)
            }
            return false
        }
        decider.request.link = click.link
        // The sealed profile is older than one that a trusted peer sends now.
        if let fault = intake.fillClient(request, context.peer, forwarding) {
            refuse(400, .invalid, detail: fault, request, &response)
            return false
        }
        if decider.request.profile == nil, !click.profile.isEmpty { _ = decider.readProfile(click.profile) }
        if decider.request.country == nil, !click.country.isEmpty {
            decider.request.country = click.country
        }
        return true
    }

    /// - Parameter isShared: Whether the address may have been shared. Then a browser that is redirected instead of getting
    ///   the page is another one, whose click has been neither admitted nor counted. So is every browser with a link that has
    ///   a maximum of clicks, whose pages are sealed.
    private func answerOwnPage(
        isShared: Bool, _ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter
    ) {
        if decider.turnToPreview() { return answerPreview(request, &response) }
        if decider.awaitsSource(context, &response) { return }
        var outcome = decider.decide(limits: isShared ? .maximum : [])
        if decider.awaitsSource(context, &response) { return }
        if isShared, outcome.decision.page != .interstitial || decider.hasMaximum(outcome.linkID) {
            decider.refuseAboveLimits(&outcome)
            decider.countClick(&outcome)
        }
        watch(.page, &outcome, request, context)
        // The response depends on more than its address.
        outcome.decision.cache = .noStore
        addInstallToken(to: &outcome)
        answer(&outcome, request, &response)
    }
}

/// The authority of a link in the address of its page (RFC 3986, section 3.2), in lower case.
private struct HostAndPort {
    let name: TextRange
    let port: Int?

    /// `nil` if the port is not a number.
    init?(_ authority: Span<UInt8>, in arena: inout ByteArena) {
        let end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.count
        name = arena.append(lowercasing: authority.extracting(0..<end))
        guard end < authority.count else {
            port = nil
            return
        }
        guard let number = UInt16(String(authority.extracting((end + 1)..<authority.count))) else { return nil }
        port = Int(number)
    }
}
