import Server
import ByteText
import HTTP
import LinkStore
import Links
import Routing
import LinkCatalog
import WebAddress
import Threads

/// The interfaces to the short links: Firebase's and this project's own.
///
/// One stands in each worker. What changes the store is handed to the store's thread and answered when it is on the disk;
/// the loop goes on meanwhile. A single link is looked up at once, and what looks at many is done on a thread of its own.
final class LinkAPI {
    /// Gives the answer to a request from any thread.
    typealias Answerer = @Sendable (AnswerTicket, Result<APIAnswer, APIError>) -> Void

    let decider: Decider
    let store: LinkStore
    let answer: Answerer
    let pageTokens: ListPageTokens
    private let queries: JobThread
    private let clock: () -> Int64

    init(
        _ decider: Decider, _ store: LinkStore, queries: JobThread, pageTokens: ListPageTokens,
        clock: @escaping () -> Int64, answer: @escaping Answerer
    ) {
        self.decider = decider
        self.store = store
        self.queries = queries
        self.pageTokens = pageTokens
        self.clock = clock
        self.answer = answer
    }

    /// Seconds since the epoch.
    var now: Int64 { clock() }

    /// What a request's way through this interface has in common.
    struct Call {
        var operation: APIOperation
        var caller: Credential
        var query: APIQuery
        var ticket: AnswerTicket
    }

    // MARK: - What operations share

    /// Changes the store and answers when that is on the disk.
    func submit(
        _ call: Call, _ change: LinkChange, answering: @escaping @Sendable (LinkResult) -> APIAnswer
    ) {
        store.submit(change) { [answer, ticket = call.ticket] result in
            answer(ticket, result.map(answering).mapError { APIError($0, of: change) })
        }
    }

    /// Looks at many links on a thread of its own and answers then.
    func query(_ call: Call, _ body: @escaping @Sendable (LinkStore) throws(APIError) -> APIAnswer) {
        queries.run { [answer, store, ticket = call.ticket] in
            do throws(APIError) { answer(ticket, .success(try body(store))) } catch { answer(ticket, .failure(error)) }
        }
    }

    /// Looks something small up at once.
    func look<Value>(_ body: (LinkStore) throws(StoreError) -> Value) throws(APIError) -> Value {
        do throws(StoreError) { return try body(store) } catch { throw APIError(error) }
    }

    /// The body of a request as JSON.
    func json(_ request: borrowing Request) throws(APIError) -> JSONValue {
        guard request.body.count > 0 else { throw APIError(.badRequest, "the request has no body; send it as JSON") }
        do { return try JSONValue(parsing: request.body) } catch {
            throw APIError(.badRequest, "the body is not valid JSON: \(error)")
        }
    }

    /// The link that a path names, `/v1/links/{link}`: domain and code, percent-encoded or not; and whether the caller may
    /// know of it.
    func key(_ request: borrowing Request, _ call: Call) throws(APIError) -> LinkKey {
        var arena = ByteArena(capacity: 512)
        let raw = arena.append(call.operation.piece(of: request.path))
        guard let decoded = try? PercentCoding.decode(raw, in: &arena) else {
            throw APIError(.badRequest, "the link in the path is not percent-encoded UTF-8")
        }
        let key = try key(arena.string(decoded))
        try requireSite(of: String(key.domain), call.caller)
        return key
    }

    func key(_ text: String) throws(APIError) -> LinkKey {
        let place: (domain: String, code: String)
        do throws(ShortLinkFault) { place = try LinkFields.place(text) } catch { throw APIError(error) }
        guard let key = LinkKey(domain: place.domain, code: place.code) else {
            throw APIError(.badRequest, "\(text) is not a short link; its host must be lowercase")
        }
        return key
    }

    /// The site of a link domain, which the caller must be let in to.
    ///
    /// A caller that is limited to sites gets one answer for all other domains: whether a site has them is not said.
    @discardableResult
    func requireSite(of domain: String, _ caller: Credential) throws(APIError) -> SiteDefinition {
        let checker = LinkChecker(decider.evaluator)
        guard caller.sites == nil else {
            if let site = checker.site(of: domain), caller.covers(site: site.name) { return site }
            let hint = suggestion(for: domain, among: domains(of: caller) ?? []).map { "; \($0)" } ?? ""
            throw APIError(.forbidden, "the token \(caller.name) is not valid for links on \(domain)\(hint)")
        }
        do throws(ShortLinkFault) { return try checker.requireSite(of: domain) } catch { throw APIError(error) }
    }

    /// The link domains that a caller is limited to; nil for one that may know of all links.
    func domains(of caller: Credential) -> Set<String>? {
        guard caller.sites != nil else { return nil }
        return Set(decider.evaluator.ruleSet.sites.filter { caller.covers(site: $0.name) }.flatMap(\.hosts))
    }

    /// Holds what is asked of links against the rules.
    func checking<Value>(_ body: (inout LinkChecker) throws(ShortLinkFault) -> Value) throws(APIError) -> Value {
        var checker = LinkChecker(decider.evaluator)
        do throws(ShortLinkFault) { return try body(&checker) } catch { throw APIError(error) }
    }
}

extension APIError {
    /// The error of a link that is not made as asked for.
    init(_ fault: ShortLinkFault) {
        self.init(.badRequest, fault.message, reason: fault.code)
    }

    /// The error of a change that was not made. For a link that is to be made, one that is deleted is in the way.
    init(_ error: StoreError, of change: LinkChange) {
        if case .create = change, error == .deleted {
            self.init(.conflict, error.description)
        } else {
            self.init(error)
        }
    }

    /// The error of the store.
    init(_ error: StoreError) {
        switch error {
        case .notFound, .deleted: self.init(.notFound, error.description)
        case .exists: self.init(.conflict, error.description)
        case .conflict: self.init(.preconditionFailed, "the link was changed in the meantime; get it again")
        case .invalid: self.init(.badRequest, error.description)
        case .otherRequest:
            self.init(.unprocessableContent, "this Idempotency-Key was already used for a different request")
        case .readOnly, .closed, .diskFull, .inUse, .missing: self.init(.serviceUnavailable, error.description)
        case .foreign, .newer, .truncated, .alreadyOpen, .failed, .damaged:
            self.init(.internalServerError, "the store is unavailable")
        }
    }
}
