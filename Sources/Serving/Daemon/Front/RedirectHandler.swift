public import Server
import ByteText
public import HTTP
import Routing

/// The side without TLS, beside a front with it: sends clients to the same address in https. Challenges of an ACME server are
/// answered here too, which come without TLS.
public final class RedirectHandler: RequestHandler {
    private let decider: Decider
    private let challenges: ChallengeFolder

    public init(_ decider: Decider, challenges: ChallengeFolder = ChallengeFolder(nil)) {
        self.decider = decider
        self.challenges = challenges
    }

    public func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        guard request.method == .get || request.method == .head else {
            return response.methodNotAllowed(allow: "GET, HEAD")
        }
        if challenges.answer(request, &response) { return }
        // A host that nobody answers for is sent nowhere.
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
