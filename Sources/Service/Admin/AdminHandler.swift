import ByteText
public import HTTP
import Routing

/// The side that operators ask: is the daemon well, what does it run, load the rules again. What writes needs a token.
public final class AdminHandler: RequestHandler {
    /// Loads the rules again and answers the ticket when it is done; called on the worker's thread and must not wait.
    public typealias Reload = (AnswerTicket) -> Void

    private let decider: Decider
    private let tokens: TokenList
    private let reload: Reload
    private let isDraining: () -> Bool

    public init(
        _ decider: Decider, tokens: TokenList, isDraining: @escaping () -> Bool, reload: @escaping Reload
    ) {
        self.decider = decider
        self.tokens = tokens
        self.isDraining = isDraining
        self.reload = reload
    }

    public func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        let path = request.path
        if path.equals("/v1/reload") { return handleReload(request, context, &response) }
        guard request.method == .get || request.method == .head else {
            return response.methodNotAllowed(allow: "GET, HEAD")
        }
        if path.equals("/healthz") {
            writeHealth("pass", .ok, &response)
        } else if path.equals("/readyz") {
            isDraining()
                ? writeHealth("fail", .serviceUnavailable, &response) : writeHealth("pass", .ok, &response)
        } else if path.equals("/v1/ruleset") {
            Self.write(decider.evaluator.ruleSet, &response)
        } else {
            APIError.notFound.write(to: &response)
        }
    }

    private func handleReload(
        _ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter
    ) {
        guard request.method == .post else { return response.methodNotAllowed(allow: "POST") }
        guard let field = request.onlyValue(of: "authorization"), tokens.admits(authorization: field) else {
            return APIError(.unauthenticated, "send a token of the tokens file as \"Authorization: Bearer …\"")
                .write(to: &response)
        }
        response.deferAnswer()
        reload(context.ticket)
    }

    private func writeHealth(_ word: StaticString, _ status: Status, _ response: inout ResponseWriter) {
        response.begin(status)
        JSONBody.writeFields(to: &response)
        response.append("{\"status\":\"")
        response.append(word)
        response.append("\"}\n")
        response.finish()
    }

    /// Says what runs: the hash, and how many sites and rules.
    static func write(_ ruleSet: RuleSet, _ response: inout ResponseWriter) {
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.member("hash", ruleSet.hash)
            json.member("sites", ruleSet.sites.count)
            json.member("rules", ruleSet.rules.count)
            json.endObject()
        }
        output.append(UInt8(ascii: "\n"))
        response.begin(.ok)
        JSONBody.writeFields(to: &response)
        response.append(output.span)
        response.finish()
    }
}
