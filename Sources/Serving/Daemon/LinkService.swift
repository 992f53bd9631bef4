import Access
import AdminAPI
public import AdminPages
public import ByteText
import Clicks
public import HTTP
import LinkCatalog
import LinkSource
import LinkStore
import Links
import NodeLinks
import Pages
import Routing
import Server
import Telemetry
import Threads
import WebAddress

/// The JSON API's operations on short links, for the pages of the admin listener. Checks, scopes, sites, rates, idempotency,
/// nodes and audit log are those of the API, whose code it uses.
///
/// Each call waits for its response, up to a time limit: don't call it on an event loop's thread.
public final class LinkService: Sendable {
    /// A request to the API.
    public struct Question: Sendable {
        var method: String
        var target: String
        var fields: [(name: String, value: String)] = []
        var body: [UInt8] = []

        /// - Parameter target: Path and query, percent-encoded: `/v1/links?q=a`.
        public init(_ method: String, _ target: String) { (self.method, self.target) = (method, target) }

        /// The request with a JSON body.
        public func sending(_ json: JSONValue) -> Question { sending(Array(json.text.utf8)) }

        /// The request with a body.
        public func sending(_ bytes: [UInt8]) -> Question {
            var question = self
            question.body = bytes
            return question
        }

        /// The request with a header field, unless its value contains control or non-ASCII characters.
        public func with(_ name: String, _ value: String) -> Question {
            guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return self }
            var question = self
            question.fields.append((name, value))
            return question
        }
    }

    /// A response of the API.
    public struct Answer: Sendable {
        /// The status.
        public var status: Status
        /// The body; empty for an error.
        public var body: [UInt8] = []
        /// The error message, without secrets; `nil` if there is no error.
        public var fault: String?

        /// The body as JSON; `nil` if it is not JSON.
        public var json: JSONValue? { try? JSONValue(parsing: body.span) }
    }

    private typealias Result = Swift.Result<APIAnswer, APIError>

    /// The API for one rule set.
    private struct RuleSetAPI {
        var hash: String
        var api: LinkAPI
        /// The time of the current request.
        var clock: Clock
    }

    private final class Clock {
        var now: Int64 = 0
    }

    /// The time limit for a response, in seconds; longer than any wait of the API.
    private static let patience = 30

    private let state: DaemonState
    private let store: LinkStore
    private let limiter: RateLimiter
    private let queries = JobThreads(name: "console-queries")
    private let pageTokens: ListPageTokens
    /// Locked while a request is handled, but not while waiting for its response. Never used on an event loop's thread.
    private let current = Locked<RuleSetAPI?>(nil)
    /// The awaited responses; `nil` until they arrive.
    private let answers = Locked<[AnswerTicket: Result?]>([:])
    private let count = Locked<UInt64>(0)

    /// `nil` without a store.
    init?(_ state: DaemonState, _ limiter: RateLimiter) {
        guard let store = state.links.store else { return nil }
        (self.state, self.store, self.limiter) = (state, store, limiter)
        pageTokens = ListPageTokens(store)
    }

    /// Sends a request on behalf of a page's visitor, with their permissions. Without a visitor it is refused.
    public func answer(_ question: Question, for page: AdminPageRequest) -> Answer {
        answer(question, for: page, by: nil)
    }

    /// - Parameter action: What is done instead of the operation's own action, with its permissions.
    private func answer(_ question: Question, for page: AdminPageRequest, by action: LinkAPI.Action?) -> Answer {
        do throws(APIError) { return try send(question, for: page, by: action) } catch {
            // The link may have been created at another node.
            guard error.isOfMissingLink, state.links.source?.awaitMissing() ?? false else { return Answer(error) }
        }
        do throws(APIError) { return try send(question, for: page, by: action) } catch { return Answer(error) }
    }

    private func send(
        _ question: Question, for page: AdminPageRequest, by action: LinkAPI.Action?
    ) throws(APIError) -> Answer {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let ticket = RequestContext(peer: Peer(address: nil), listener: .admin, number: number).ticket
        answers.withLock { $0[ticket] = .some(nil) }
        defer { answers.withLock { _ = $0.removeValue(forKey: ticket) } }
        if let made = try perform(question, page, ticket, action) { return Answer(made) }
        let late = answers.wait(seconds: Self.patience) { $0[ticket] ?? nil }
        guard let late else { throw APIError(.serviceUnavailable, "no response in time; reload to see the result") }
        return Answer(try late.get())
    }

    private func perform(
        _ question: Question, _ page: AdminPageRequest, _ ticket: AnswerTicket, _ other: LinkAPI.Action?
    ) throws(APIError) -> APIAnswer? {
        let now = page.now
        let (access, audited) = (APIAccess(limiter: limiter), page.audited)
        guard let visitor = page.visitor?.credential else { throw APIError(.unauthorized, "sign in first") }
        return try withAPI(at: now) { api throws(APIError) in
            var reader = RequestReader(limits: RequestLimits(bodyBytes: 4 << 20))
            reader.receive(question.bytes.span)
            reader.receiveEnd()
            guard case .request = reader.next(),
                case .operation(let operation) = APIOperation.match(reader.request.method, reader.request.path),
                case .links(let action) = operation.action, operation.scope != .backup
            else { throw .notFound }
            let caller = try access.admit(visitor, for: operation)
            let query = try APIQuery(reader.request.query)
            var call = LinkAPI.Call(operation: operation, caller: caller, query: query, ticket: ticket)
            call.identifier = audited?.identifier ?? []
            if operation.method != .get { call.audited = audited?.of(operation.name) }
            return try api.perform(call, reader.request, other ?? action)
        }
    }

    /// Calls a closure with the API of the active rules, one request at a time.
    private func withAPI<Value: Sendable>(
        at now: Int64, _ body: (LinkAPI) throws(APIError) -> Value
    ) throws(APIError) -> Value {
        let ruleSet = state.ruleSet
        return try current.withLock { current throws(APIError) in
            if current?.hash != ruleSet.hash { current = try makeAPI(ruleSet) }
            guard let current else { throw APIError(.serviceUnavailable, "the rules can't be used") }
            current.clock.now = now
            return try body(current.api)
        }
    }

    private func makeAPI(_ ruleSet: RuleSet) throws(APIError) -> RuleSetAPI {
        guard let decider = try? Decider(ruleSet, SitePages(ruleSet)) else {
            throw APIError(.serviceUnavailable, "there is not enough memory for the patterns of the rules")
        }
        let clock = Clock()
        let services = LinkAPI.Services(
            queries: queries, backup: PeerBackup(), pageTokens: pageTokens, audit: state.records.audit,
            events: state.records.events)
        let api = LinkAPI(
            decider, state.links.storage(in: store), services, clock: { clock.now },
            answer: { [weak self] ticket, result in
                self?.answers.withLock { if $0.keys.contains(ticket) { $0[ticket] = .some(result) } }
            }, awaitVersions: { _, _ in })
        return RuleSetAPI(hash: ruleSet.hash, api: api, clock: clock)
    }
}

extension LinkService.Answer {
    fileprivate init(_ answer: APIAnswer) { (status, body) = (answer.status, answer.body) }

    fileprivate init(_ error: APIError) {
        (status, fault) = (error.status, Masking.masked(([error.message] + error.details).joined(separator: "\n")))
    }
}

extension LinkService.Question {
    /// The request as a client would send it.
    fileprivate var bytes: [UInt8] {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.count)\r\n" }
        return Array((text + "\r\n").utf8) + body
    }
}

extension AuditedRequest {
    /// The record with another operation.
    fileprivate func of(_ operation: String) -> AuditedRequest {
        var audited = self
        audited.operation = operation
        return audited
    }
}

// MARK: - Lists

extension LinkService {
    /// A list of some links in their order, such as that of their clicks.
    ///
    /// - Parameters:
    ///   - places: The links: `example.page.link/CODE`. Those that don't exist are left out.
    ///   - question: A request for a list, whose filters apply.
    public func list(_ places: [String], _ question: Question, for page: AdminPageRequest) -> Answer {
        answer(
            question, for: page,
            by: { api in
                { call, _ throws(APIError) in try api.listLinks(at: places, call) }
            })
    }

    /// A page of a list without some links.
    ///
    /// - Parameters:
    ///   - places: The links that are left out: `example.page.link/CODE`.
    ///   - question: A request for a list.
    public func list(omitting places: [String], _ question: Question, for page: AdminPageRequest) -> Answer {
        answer(
            question, for: page,
            by: { api in
                { call, _ throws(APIError) in try api.listLinks(omitting: places, call) }
            })
    }

    /// The clicks of some links on each of the last days with clicks, such as `2026-11-28`; `nil` if they are not
    /// available. A single request, however many links there are.
    public func dailyClicks(of places: [String], days: UInt32, for page: AdminPageRequest) -> [[String: Int]]? {
        if places.isEmpty { return [] }
        let answer = answer(
            Question("GET", "/v1/counts"), for: page,
            by: { api in
                { call, _ throws(APIError) in try api.dailyClicks(of: places, days: days, call) }
            })
        guard let found = answer.json?.array, found.count == places.count else { return nil }
        return found.map { link in
            let days = (link.object?.members ?? []).map { ($0.name, $0.value.number?.int ?? 0) }
            return Dictionary(days) { one, _ in one }
        }
    }
}

// MARK: - Refused targets

extension LinkService {
    /// The result of a search for links whose targets the rules refuse.
    public struct Sweep: Sendable {
        /// A link whose clicks are refused.
        public struct Finding: Sendable {
            /// `https://example.page.link/CODE`.
            public var link: String
            /// The reason, without secrets.
            public var reason: String
        }

        /// The links found.
        public var findings: [Finding] = []
        /// The number of examined links.
        public var looks = 0
        /// The position at which to continue; `nil` at the end.
        public var next: String?
        /// The error if no link was examined; otherwise `nil`.
        public var fault: Answer?
    }

    /// Searches for links that could no longer be created: a few thousand, for at most a second, or until there are a hundred
    /// findings.
    ///
    /// - Parameter token: The position where the last search ended, or `nil` to begin.
    public func refusedTargets(after token: String?, for page: AdminPageRequest) -> Sweep {
        do throws(APIError) {
            guard let visitor = page.visitor?.credential else { throw APIError(.unauthorized, "sign in first") }
            guard let list = APIOperation.links.first(where: { $0.name == "listLinks" }) else { throw .notFound }
            let caller = try APIAccess(limiter: limiter).admit(visitor, for: list)
            return try withAPI(at: page.now) { api throws(APIError) in try api.refusedTargets(after: token, caller) }
        } catch { return Sweep(fault: Answer(error)) }
    }
}

extension LinkAPI {
    private static let mostLooks = 10_000
    private static let mostFindings = 100
    private static let words = ["refused targets"]

    fileprivate func refusedTargets(after token: String?, _ caller: Credential) throws(APIError) -> LinkService.Sweep {
        var query = ListQuery()
        (query.order, query.isDescending, query.limit) = (.key, false, 100)
        query.domains = domains(of: caller)
        query.after = token.flatMap { pageTokens.mark(of: $0, caller, Self.words) }
        var sweep = LinkService.Sweep()
        var checker = LinkChecker(decider.evaluator)
        let start = ContinuousClock.now
        repeat {
            let page = try look { store throws(StoreError) in try store.list(query) }
            for record in page.links {
                sweep.looks += 1
                do throws(ShortLinkFault) {
                    try checker.check(record.longLink, on: String(record.key.domain))
                } catch {
                    sweep.findings.append(.init(link: record.link, reason: Masking.masked(error.message)))
                }
            }
            query.after = page.next
        } while query.after != nil && sweep.looks < Self.mostLooks && sweep.findings.count < Self.mostFindings
            && ContinuousClock.now - start < .seconds(1)
        sweep.next = query.after.map { pageTokens.token(for: $0, caller, Self.words) }
        return sweep
    }
}
