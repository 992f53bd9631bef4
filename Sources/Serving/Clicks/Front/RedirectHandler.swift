import ByteText
package import HTTP
import Routing
package import Server

/// The listener without TLS next to a front with TLS. It redirects clients to the same address with https. ACME challenges
/// arrive without TLS, so it responds to them as well.
package final class RedirectHandler: RequestHandler, SettingsReader {
    private let decider: Decider
    private var challenges: ChallengeFolder

    package init(_ decider: Decider, _ settings: HandlerSettings) {
        self.decider = decider
        challenges = ChallengeFolder(settings.challengeFolder)
    }

    package func use(_ settings: HandlerSettings) { challenges = ChallengeFolder(settings.challengeFolder) }

    package func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        guard request.method == .get || request.method == .head else {
            return response.methodNotAllowed(allow: "GET, HEAD")
        }
        if challenges.answer(request, &response) { return }
        // Unknown hosts are not redirected.
        guard decider.evaluator.ruleSet.knows(host: request.host) else { return response.respond(.notFound) }
        response.begin(Status(301))
        response.beginField("Location")
        response.appendToField("https://")
        response.appendToField(request.host)
        response.appendToField(request.target)
        response.endField()
        response.field("Referrer-Policy", "no-referrer")
        response.field("Cache-Control", "no-store")
        response.finish()
    }
}
