import LogFormats
public import Server
import ByteText
public import HTTP
import LinkStore
import Links
import Routing

/// The side that operators ask: is the daemon well, what does it run, load the rules again. What writes needs a token.
public final class AdminHandler: RequestHandler {
    /// Loads the rules again and answers the ticket when it is done; called on the worker's thread and must not wait.
    public typealias Reload = (AnswerTicket) -> Void

    private let decider: Decider
    private let access: APIAccess
    private let hosts: AllowedHosts
    private let links: LinkAPI?
    private let reload: Reload
    private let isDraining: () -> Bool
    private let metrics: (AnswerTicket) -> Void
    private let record: () -> ReloadRecord

    /// - Parameters:
    ///   - hosts: What it is asked by.
    ///   - links: What answers for short links; nil where the daemon has no store.
    ///   - metrics: Answers the ticket with the metrics; called on the worker's thread and must not wait.
    ///   - record: What is known of the rules that run.
    init(
        _ decider: Decider, access: APIAccess, hosts: AllowedHosts, links: LinkAPI?,
        isDraining: @escaping () -> Bool,
        reload: @escaping Reload, metrics: @escaping (AnswerTicket) -> Void, record: @escaping () -> ReloadRecord
    ) {
        self.metrics = metrics
        self.record = record
        self.decider = decider
        self.access = access
        self.hosts = hosts
        self.links = links
        self.isDraining = isDraining
        self.reload = reload
    }

    public func handle(_ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter) {
        do throws(APIError) {
            try hosts.check(request, context.peer)
        } catch {
            return error.write(to: &response)
        }
        switch APIOperation.match(request.method, request.path) {
        case .operation(let operation): perform(operation, request, context, &response)
        case .otherMethod(let allow): response.methodNotAllowed(allow: allow)
        case .unknown: APIError.notFound.write(to: &response)
        }
    }

    private func perform(
        _ operation: APIOperation, _ request: borrowing Request, _ context: RequestContext,
        _ response: inout ResponseWriter
    ) {
        switch operation {
        case .health: writeHealth("pass", .ok, &response)
        case .readiness:
            isReady ? writeHealth("pass", .ok, &response) : writeHealth("fail", .serviceUnavailable, &response)
        case .ruleSet: Self.write(decider.evaluator.ruleSet, record(), &response)
        case .metrics:
            response.deferAnswer()
            metrics(context.ticket)
        case .reload: handleReload(request, context, &response)
        case .description: OpenAPIDocument.write(to: &response)
        case .createShortLink, .createManagedShortLink, .linkStats, .listLinks, .createLink, .bulkLinks, .getLink,
            .updateLink, .deleteLink:
            guard let links else {
                return APIError(.unavailable, "the daemon runs without a store of links (--store)").write(to: &response)
            }
            links.handle(operation, request, context, &response)
        }
    }

    private var isReady: Bool { !isDraining() && links?.store.isUsable ?? true }

    private func handleReload(
        _ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter
    ) {
        do throws(APIError) {
            _ = try access.caller(request, for: .reload)
        } catch {
            return error.write(to: &response)
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

    /// Says what runs: the hash, how many sites and rules, since when, and what came of the last try to replace it.
    static func write(_ ruleSet: RuleSet, _ record: ReloadRecord, _ response: inout ResponseWriter) {
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.member("hash", ruleSet.hash)
            json.member("sites", ruleSet.sites.count)
            json.member("rules", ruleSet.rules.count)
            json.member("loaded", Timestamp.text(record.loaded))
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
        json.member("time", Timestamp.text(lastTry))
        json.member("result", record.result)
        json.name("problems")
        json.beginArray()
        for problem in record.problems { json.string(Masking.masked(problem)) }
        json.endArray()
        json.endObject()
    }
}
