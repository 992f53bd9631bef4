import ByteText
public import HTTP
import LinkStore
import Routing

/// The side that operators ask: is the daemon well, what does it run, load the rules again. What writes needs a token.
public final class AdminHandler: RequestHandler {
    /// Loads the rules again and answers the ticket when it is done; called on the worker's thread and must not wait.
    public typealias Reload = (AnswerTicket) -> Void

    private let decider: Decider
    private let tokens: TokenList
    private let reload: Reload
    private let isDraining: () -> Bool
    private let store: LinkStore?
    private let metrics: (AnswerTicket) -> Void
    private let record: () -> ReloadRecord

    /// - Parameters:
    ///   - metrics: Answers the ticket with the metrics; called on the worker's thread and must not wait.
    ///   - record: What is known of the rules that run.
    init(
        _ decider: Decider, tokens: TokenList, isDraining: @escaping () -> Bool, store: LinkStore?,
        reload: @escaping Reload, metrics: @escaping (AnswerTicket) -> Void, record: @escaping () -> ReloadRecord
    ) {
        self.metrics = metrics
        self.record = record
        self.decider = decider
        self.tokens = tokens
        self.isDraining = isDraining
        self.store = store
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
            isReady ? writeHealth("pass", .ok, &response) : writeHealth("fail", .serviceUnavailable, &response)
        } else if path.equals("/v1/ruleset") {
            Self.write(decider.evaluator.ruleSet, record(), &response)
        } else if path.equals("/metrics") {
            response.deferAnswer()
            metrics(context.ticket)
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

    /// Whether clicks are well sent here: it serves on, and short links can be looked up where there is a store of them.
    private var isReady: Bool { !isDraining() && store?.isUsable ?? true }

    private func writeHealth(_ word: StaticString, _ status: Status, _ response: inout ResponseWriter) {
        response.begin(status)
        JSONBody.writeFields(to: &response)
        response.append("{\"status\":\"")
        response.append(word)
        response.append("\"}\n")
        response.finish()
    }

    /// Says what runs: the hash, how many sites and rules, since when, and what came of the last try to replace it.
    static func write(_ ruleSet: RuleSet, _ record: ReloadRecord, _ response: inout ResponseWriter) {
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.member("hash", ruleSet.hash)
            json.member("sites", ruleSet.sites.count)
            json.member("rules", ruleSet.rules.count)
            json.member("loaded", LogTime.text(record.loaded))
            json.name("last_reload")
            write(record, to: &json)
            json.endObject()
        }
        output.append(UInt8(ascii: "\n"))
        response.begin(.ok)
        JSONBody.writeFields(to: &response)
        response.append(output.span)
        response.finish()
    }

    private static func write(_ record: ReloadRecord, to json: inout JSONWriter) {
        guard let lastTry = record.lastTry else { return json.null() }
        json.beginObject()
        json.member("time", LogTime.text(lastTry))
        json.member("result", record.result)
        json.name("problems")
        json.beginArray()
        for problem in record.problems { json.string(problem) }
        json.endArray()
        json.endObject()
    }
}
