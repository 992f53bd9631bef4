import ByteText
import HTTP
import Pages
import Routing
import Server

/// Pages with their own address, for clicks that were decided at the edge and whose page the proxy can't show.
extension FrontHandler {
    /// Handles `/_fp/TOKEN`: decides the token's click again, for the browser that sent the request, or shows the requested
    /// preview.
    func answerTokenPage(
        _ request: borrowing Request, _ context: RequestContext, _ forwarding: Forwarding,
        _ response: inout ResponseWriter
    ) {
        let path = request.path
        let token = path.extracting(ReservedPath.pages.utf8CodeUnitCount..<path.count)
        let click: PageTokens.Click
        do throws(PageTokens.Fault) {
            click = try tokens.click(of: token, now: decider.now, by: sealer, in: &decider.arena)
        } catch {
            switch error {
            case .forged: refuse(404, .notFound, request, &response)
            case .expired: refuse(410, .pageExpired, request, &response)
            }
            return
        }
        decider.request.link = click.link
        // The sealed profile is older than one that a trusted peer sends now.
        if let fault = intake.fillClient(request, context.peer, forwarding) {
            return refuse(400, .invalid, detail: fault, request, &response)
        }
        if decider.request.profile == nil, !click.profile.isEmpty { _ = decider.readProfile(click.profile) }
        if decider.request.country == nil, !click.country.isEmpty {
            decider.request.country = click.country
        }
        if decider.turnToPreview() { return answerPreview(request, &response) }
        if decider.awaitsSource(context, &response) { return }
        // The click itself was admitted before. The address is valid for a few minutes, so the response depends on the time.
        var outcome = decider.decide(isLimited: false)
        if decider.awaitsSource(context, &response) { return }
        outcome.decision.cache = .noStore
        addInstallToken(to: &outcome)
        answer(&outcome, request, &response)
    }
}
